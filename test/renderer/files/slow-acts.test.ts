import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdAnswers } from '../rig/hold-answers.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const NAMES = ['Alpha.txt', 'Beta.txt', 'Delta.txt', 'Gamma.txt'] as const;

/** As of thousands of files. */
describe.skipIf(CHROMIUM === null)(
  `what takes long with the files of a list${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;
    let folder: string;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) => {
          store.addSite({ id: SITE, name: 'Harbour House' });
          for (const name of NAMES) store.addFile(SITE, { name, category: 'other', content: `${name}\n` });
        },
      });
      folder = await rig.follow(SITE);
    }, 120_000);
    afterAll(() => rig?.close());

    const grid = (): Locator => rig.page.getByRole('grid', { name: 'Files' });
    const row = (name: string): Locator => rig.page.getByRole('row', { name: new RegExp(name) });
    const told = (words: string | RegExp): Locator => rig.page.getByText(words);
    const open = async (): Promise<void> => {
      await rig.page.reload();
      await rig.goTo(`site/${SITE}/files`);
      await row('Alpha').waitFor();
    };
    const remove = async (name: string): Promise<void> => {
      await row(name).click();
      await grid().focus();
      await rig.page.keyboard.press('Delete');
      await rig.page.getByRole('button', { name: 'Delete 1 file' }).click();
    };

    it('is told of while it is under way, and is what Ctrl+Z takes back, not what was done before it', async () => {
      const late = await holdAnswers(rig.page, 'files.delete');
      await open();
      await row('Alpha').click();
      await grid().focus();
      await rig.page.keyboard.press('F2');
      await rig.page.getByRole('textbox', { name: 'New name' }).fill('Alpha 2.txt');
      await rig.page.keyboard.press('Enter');
      await told('Renamed “Alpha.txt” to “Alpha 2.txt”').waitFor();
      await row('Alpha 2').waitFor();
      await remove('Beta');
      await expect.poll(() => late.length, PATIENCE).toBe(1);
      expect(existsSync(join(folder, 'Other', 'Beta.txt'))).toBe(false);
      const underWay = told('Putting files into the trash…');
      await underWay.waitFor();
      await rig.shot('slow-delete');
      await grid().focus();
      await rig.page.keyboard.press('Control+z');
      await rig.page.keyboard.press('Control+z');
      const isWanted = told('It is taken back as soon as it is done.');
      await isWanted.waitFor();
      await underWay.waitFor({ state: 'detached' });
      // Longer than other words stand.
      await rig.page.waitForTimeout(8000);
      expect(await isWanted.count()).toBe(1);
      await rig.shot('slow-delete-unwanted');
      late[0]!();
      await told('Put back: “Beta.txt”').waitFor();
      await isWanted.waitFor({ state: 'detached' });
      await expect.poll(() => existsSync(join(folder, 'Other', 'Beta.txt')), PATIENCE).toBe(true);
      expect(await told('In the trash of this computer: “Beta.txt”').count()).toBe(0);
      // What was done before it is the next.
      expect(existsSync(join(folder, 'Other', 'Alpha 2.txt'))).toBe(true);
      await rig.page.keyboard.press('Control+z');
      await told('Renamed back: “Alpha.txt”').waitFor();
    });

    it('is taken back by none that was wanted back, and failed', async () => {
      const late = await holdAnswers(rig.page, 'files.delete');
      await open();
      await remove('Gamma');
      await expect.poll(() => late.length, PATIENCE).toBe(1);
      await told('Putting files into the trash…').waitFor();
      await rig.page
        .locator('.toast', { hasText: 'Putting files' })
        .getByRole('button', { name: 'Undo' })
        .click();
      late[0]!(true);
      await told(/^The engine failed\./).waitFor();
      await remove('Beta');
      await expect.poll(() => late.length, PATIENCE).toBe(2);
      late[1]!();
      await told('In the trash of this computer: “Beta.txt”').waitFor();
      await rig.page.waitForTimeout(300);
      expect(existsSync(join(folder, 'Other', 'Beta.txt'))).toBe(false);
    });

    it('shows how many are selected before their sizes are summed, not those of the selection before', async () => {
      const late = await holdAnswers(rig.page, 'files.sum');
      await open();
      await row('Alpha').click();
      await grid().focus();
      await rig.page.keyboard.press('Control+Space');
      const bar = rig.page.getByRole('toolbar').filter({ hasText: 'selected' });
      await bar.getByText('1 selected · …', { exact: true }).waitFor();
      await expect.poll(() => late.length, PATIENCE).toBe(1);
      late[0]!();
      await bar.getByText('1 selected · 10 B', { exact: true }).waitFor();
      await rig.page.keyboard.press('Control+a');
      const rows = await rig.page.getByRole('row', { name: /\.txt/ }).count();
      await bar.getByText(`${rows} selected · …`, { exact: true }).waitFor();
      await expect.poll(() => late.length, PATIENCE).toBe(2);
      late[1]!();
      await bar.getByText(new RegExp(`^${rows} selected · \\d+ B$`)).waitFor();
      expect(rig.bugs).toEqual([]);
    });
  },
);
