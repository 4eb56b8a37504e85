import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig, TOKEN } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`a token that is refused in the middle of work${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, { name: 'Plan.txt', category: 'other', content: 'level 12\n' });
      },
    });
    folder = await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  it('is told once, over the work, which stays open', async () => {
    await rig.goTo(`site/${SITE}/files`);
    rig.service.tokens.revoke(TOKEN);
    await writeFile(join(folder, 'Other', 'Findings.txt'), 'belt is worn\n');
    await rig.page.keyboard.press('F5');
    await rig.page.getByRole('heading', { name: /no longer accepts your token/ }).waitFor();
    await rig.pick(/Plan\.txt/, 'Plan.txt');
    await rig.page.getByRole('complementary', { name: 'Details' }).getByText('level 12').waitFor();
    await rig.page
      .getByRole('row', { name: /Findings\.txt/ })
      .getByText('Waiting · sign in')
      .waitFor();
    expect(await rig.serious()).toEqual([]);
    await rig.shot('refused');
  }, 120_000);

  it('says so where a new token is wrong too, and goes on with the right one', async () => {
    const banner = rig.page.getByRole('region', { name: /no longer accepts your token/ });
    await banner.getByRole('button', { name: 'Sign in' }).click();
    const dialog = rig.page.getByRole('dialog', { name: 'Sign in again' });
    const field = dialog.getByRole('textbox', { name: 'Access token' });
    await field.fill('fresh-token');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText(/Sign in with a valid token/).waitFor();
    rig.service.tokens.add('fresh-token', {
      user: '00000000-0000-4000-8000-000000000007',
      sites: 'all',
    });
    // The same word once more, by the key: it is the service that knows it by now.
    await field.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await rig.arrived(SITE, 'Findings.txt', 'belt is worn\n');
    await rig.page.getByText('Online', { exact: true }).waitFor();
    await banner.waitFor({ state: 'detached' });
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
