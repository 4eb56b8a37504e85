import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdAnswers } from '../rig/hold-answers.ts';
import { PATIENCE, Rig, TOKEN } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(
  `a sign-in that is cancelled${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({ seed: ({ store }) => void store.addSite({ id: SITE, name: 'Harbour House' }) });
      await rig.follow(SITE);
      await rig.call('account.signOut', null);
    }, 120_000);
    afterAll(() => rig?.close());

    it('signs nobody in once the service has answered', async () => {
      const { page } = rig;
      const late = await holdAnswers(page, 'account.check');
      await page.reload();
      await rig.goTo('settings/account');
      await page.getByRole('main').getByRole('button', { name: 'Sign in…' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Sign in again' });
      const token = dialog.getByRole('textbox', { name: 'Access token' });
      // Another address than the last one is asked first.
      await dialog.getByRole('textbox', { name: 'Service address' }).fill(`${rig.service.url}/`);
      await token.fill(TOKEN);
      await token.press('Enter');
      await expect.poll(() => late.length, PATIENCE).toBe(1);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      late[0]!();
      await page.waitForTimeout(500);
      expect((await rig.call('app.state', null)).account.signedIn).toBe(false);
      expect(await page.getByText(/^Signed in/).count()).toBe(0);
    });
  },
);
