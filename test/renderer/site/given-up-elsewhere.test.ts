import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdAnswers } from '../rig/hold-answers.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(
  `a site that is given up while its transfers end${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) => {
          store.addSite({ id: SITE, name: 'Harbour House' });
          store.addSite({ id: 'depot', name: 'Depot' });
          store.addFile('depot', { name: 'Sheet.txt', category: 'other', content: 'sheet\n' });
        },
      });
      await rig.follow(SITE);
    }, 120_000);
    afterAll(() => rig?.close());

    const giveUp = async (): Promise<void> => {
      const { page } = rig;
      await rig.goTo(`site/${SITE}/files`);
      await page.getByRole('heading', { name: 'Harbour House', level: 1 }).waitFor();
      await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Stop keeping it here' }).click();
    };
    const stopped = () => rig.page.getByText(/^Harbour House is no longer kept in step/);

    it('takes nobody away from where they have gone meanwhile', async () => {
      const { page } = rig;
      const late = await holdAnswers(page, 'sites.unfollow', 1);
      await page.reload();
      await giveUp();
      await expect.poll(() => late.length, PATIENCE).toBe(1);
      await rig.goTo('settings');
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      late[0]!();
      await stopped().waitFor();
      expect(await page.evaluate(() => location.hash)).toBe('#/settings');
      await page.getByRole('button', { name: 'Keep it again' }).click();
      await rig.settled(SITE);
    });

    it('leads those who stayed to the list of sites', async () => {
      await giveUp();
      await stopped().waitFor();
      await rig.page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
    });

    it('leaves no number on its tab that counted what the service never got', async () => {
      const folder = await rig.follow('depot');
      rig.service.switches.set({ maxUploadBytes: 1 });
      await writeFile(join(folder, 'Other', 'Plan.txt'), 'never sent\n');
      await rig.goTo('site/depot/files');
      const tab = rig.page.getByRole('tab', { name: /^Files/ });
      await expect.poll(() => tab.innerText(), PATIENCE).toMatch(/^Files\s*2$/);
      await rig.call('sites.unfollow', { site: 'depot' });
      await rig.page.getByText('This site is not on this computer').waitFor();
      await expect.poll(() => tab.innerText(), PATIENCE).toMatch(/^Files\s*$/);
      // Its overview counts what is on the service.
      await rig.goTo('site/depot/overview');
      await expect.poll(() => tab.innerText(), PATIENCE).toMatch(/^Files\s*1$/);
      expect(rig.bugs).toEqual([]);
    });
  },
);
