import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdAnswers } from '../rig/hold-answers.ts';
import { PATIENCE, type Rig } from '../rig/rig.ts';
import { withUnsentFiles } from '../rig/unsent-files.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

/** Until it is sent a file goes by its path, which each of these changes. */
describe.skipIf(CHROMIUM === null)(
  `a file that is moved before it is sent${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;
    let folder: string;

    beforeAll(async () => {
      ({ rig, folder } = await withUnsentFiles({ 'pump.log': 'pump', 'fan.log': 'fan' }));
    }, 120_000);
    afterAll(() => rig?.close());

    const row = (name: string): Locator =>
      rig.page.getByRole('row', { name: new RegExp(name.replace('.', '\\.')) });
    const details = (name: string): Locator => rig.page.getByRole('heading', { name, level: 2, exact: true });
    const isTicked = (name: string): Promise<void> =>
      expect.poll(() => row(name).getAttribute('aria-selected'), { ...PATIENCE, message: name }).toBe('true');
    const lies = (path: string): Promise<void> =>
      expect.poll(() => existsSync(join(folder, path)), { ...PATIENCE, message: path }).toBe(true);
    /** Until the list and what is beside it are asked for again. */
    const settled = async (name: string): Promise<void> => {
      await rig.page.locator('.table-row-current', { hasText: name }).waitFor();
      await details(name).waitFor();
      await rig.page.waitForTimeout(1000);
      await details(name).waitFor();
    };

    it('stays beside the list, current and picked under its new name', async () => {
      await rig.pick(/pump\.log/, 'pump.log');
      await rig.page.keyboard.press('Control+Space');
      await isTicked('pump.log');
      await rig.page.keyboard.press('F2');
      await rig.page.getByRole('textbox', { name: 'New name' }).fill('pumps.log');
      await rig.page.keyboard.press('Enter');
      await lies('Other/pumps.log');
      await settled('pumps.log');
      await isTicked('pumps.log');
    });

    it('stays so in another category', async () => {
      await rig.page.getByRole('toolbar').getByRole('button', { name: 'Category' }).click();
      await rig.page.getByRole('menuitem', { name: 'Spec Sheet' }).click();
      await lies('Spec Sheet/pumps.log');
      await settled('pumps.log');
      await isTicked('pumps.log');
    });

    it('stays so in another folder, and when that is undone', async () => {
      await rig.page.getByRole('toolbar').getByRole('button', { name: 'Move to folder…' }).click();
      await rig.page.getByRole('combobox', { name: 'Folder' }).fill('Visits/');
      await rig.page.keyboard.press('Enter');
      await lies('Visits/pumps.log');
      await settled('pumps.log');
      await isTicked('pumps.log');
      // What was said of the category may stand beside it, with a way back of its own.
      const told = rig.page.locator('.toast', { hasText: 'Moved to Visits' });
      await told.getByRole('button', { name: 'Undo' }).press('Enter');
      await lies('Spec Sheet/pumps.log');
      await settled('pumps.log');
      await isTicked('pumps.log');
      await rig.page.getByRole('button', { name: 'Clear the selection' }).click();
    });

    it('stays left out of all', async () => {
      await row('fan.log').click();
      await rig.page.keyboard.press('Control+a');
      await rig.page.keyboard.press('Control+Space');
      await isTicked('pumps.log');
      await rig.page.keyboard.press('F2');
      await rig.page.getByRole('textbox', { name: 'New name' }).fill('fans.log');
      await rig.page.keyboard.press('Enter');
      await lies('Other/fans.log');
      await settled('fans.log');
      expect(await row('fans.log').getAttribute('aria-selected')).toBe('false');
      await rig.page.getByText(/^2 selected/).waitFor();
      expect(rig.bugs).toEqual([]);
    });

    it('stays so where the list misses it before the answer says that it was moved', async () => {
      const late = await holdAnswers(rig.page, 'files.rename', 1);
      await rig.page.reload();
      await rig.pick(/fans\.log/, 'fans.log');
      await rig.page.keyboard.press('F2');
      await rig.page.getByRole('textbox', { name: 'New name' }).fill('blowers.log');
      await rig.page.keyboard.press('Enter');
      await rig.page.locator('.table-row', { hasText: 'blowers.log' }).waitFor();
      await rig.page.locator('.table-row-current').waitFor({ state: 'detached' });
      for (const letGo of late) letGo();
      await settled('blowers.log');
    });
  },
);
