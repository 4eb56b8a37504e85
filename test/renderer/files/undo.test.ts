import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasFocus } from '../rig/has-focus.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
/** Of that file no copy is kept. */
const ROOF = 'Roof.txt';

describe.skipIf(CHROMIUM === null)(
  `what was done with a file${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;
    let folder: string;

    beforeAll(async () => {
      rig = await Rig.open({
        viewport: { width: 1440, height: 800 },
        seed: ({ store }) => {
          store.addSite({ id: SITE, name: 'Harbour House' });
          for (const name of ['Alpha.txt', 'Beta.txt', ROOF])
            store.addFile(SITE, { name, category: 'other', content: `text of ${name}\n` });
        },
      });
      folder = join(await rig.follow(SITE), 'Other');
      const [roof] = rig.service.store.files(SITE).filter(({ name }) => name === ROOF);
      await rig.call('files.keep', { site: SITE, files: { keys: [roof!.id] }, keep: false });
      await vi.waitFor(() => expect(existsSync(join(folder, ROOF))).toBe(false), PATIENCE);
      await rig.goTo(`site/${SITE}/files`);
      await row('Alpha.txt').waitFor();
    }, 120_000);
    afterAll(() => rig?.close());

    const row = (name: string): Locator =>
      rig.page.getByRole('row', { name: new RegExp(name.replace('.', '\\.')) });
    const grid = (): Locator => rig.page.getByRole('grid', { name: 'Files' });
    const told = (words: string): Promise<void> => rig.page.getByText(words, { exact: true }).waitFor();
    const lies = (name: string): Promise<void> =>
      expect.poll(() => existsSync(join(folder, name)), { ...PATIENCE, message: name }).toBe(true);
    const records = (): readonly string[] => rig.service.store.files(SITE).map(({ name }) => name);
    const rename = async (name: string, to: string): Promise<void> => {
      await row(name).click();
      await grid().focus();
      await rig.page.keyboard.press('F2');
      await rig.page.getByRole('textbox', { name: 'New name' }).fill(to);
      await rig.page.keyboard.press('Enter');
      await told(`Renamed “${name}” to “${to}”`);
      await rig.page.getByRole('dialog').waitFor({ state: 'detached' });
    };

    it('is told of a new name too, with a way back, though the filter hides it now', async () => {
      await rig.page.getByRole('searchbox', { name: 'Filter files' }).fill('Alpha');
      await row('Beta.txt').waitFor({ state: 'detached' });
      await rename('Alpha.txt', 'Omega.txt');
      await lies('Omega.txt');
      await row('Alpha.txt').waitFor({ state: 'detached' });
      const undo = rig.page.getByRole('button', { name: 'Undo' });
      await hasFocus(grid());
      await rig.page.keyboard.press('F6');
      await hasFocus(rig.page.getByRole('region', { name: 'Messages' }));
      // It stands as long as the focus is on it.
      await undo.focus();
      for (const width of [1440, 560])
        for (const theme of ['light', 'dark'] as const) {
          await rig.page.setViewportSize({ width, height: 800 });
          await rig.theme(theme);
          await rig.shot(`renamed-${width}-${theme}`);
        }
      await rig.page.setViewportSize({ width: 1440, height: 800 });
      await undo.press('Enter');
      await told('Renamed back: “Alpha.txt”');
      await hasFocus(grid());
      await lies('Alpha.txt');
      await row('Alpha.txt').waitFor();
      await rig.page.getByRole('searchbox', { name: 'Filter files' }).fill('');
      await row('Beta.txt').waitFor();
    });

    it('is undone by Ctrl+Z, also of a file that was not sent and when it is told no more, but once', async () => {
      await rig.cutOff();
      await writeFile(join(folder, 'New.txt'), 'new\n');
      await row('New.txt').waitFor();
      await rename('New.txt', 'Newer.txt');
      await lies('Newer.txt');
      // In a field the keys mean what was typed there.
      const field = rig.page.getByRole('searchbox', { name: 'Filter files' });
      await field.fill('e');
      await rig.page.keyboard.press('Control+z');
      await field.fill('');
      await rig.page.locator('.toast', { hasText: 'Newer.txt' }).locator('.toast-close').click();
      await rig.page.locator('.toast', { hasText: 'Newer.txt' }).waitFor({ state: 'detached' });
      await lies('Newer.txt');
      await grid().focus();
      await rig.page.keyboard.press('Control+z');
      await told('Renamed back: “New.txt”');
      await lies('New.txt');
      await row('New.txt').click();
      await rig.page.keyboard.press('Delete');
      await rig.page.getByText('It was never sent, so nothing changes on the service.').waitFor();
      await rig.page.getByRole('button', { name: 'Delete 1 file' }).click();
      await told('In the trash of this computer: “New.txt”');
      await expect.poll(() => existsSync(join(folder, 'New.txt')), PATIENCE).toBe(false);
      await grid().focus();
      await rig.page.keyboard.press('Control+z');
      await told('Put back: “New.txt”');
      await lies('New.txt');
      // Of two toasts one has gone: the focus stays in the list.
      await hasFocus(grid());
      expect(await rig.page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
      await rig.page.keyboard.press('Control+z');
      await rig.page.waitForTimeout(500);
      await lies('New.txt');
      // A question about all of them tells what becomes of which.
      await rig.page.keyboard.press('Control+a');
      await rig.page.keyboard.press('Delete');
      await rig.page.getByText(/deletes 2 of the 3 files on the service, for everyone/).waitFor();
      await rig.page.getByText('1 file is only on the service, and stays there.').waitFor();
      await rig.shot('delete-some');
      await rig.page.keyboard.press('Escape');
      await rig.page.getByRole('alertdialog', { name: /^Delete/ }).waitFor({ state: 'detached' });
      await rig.page.keyboard.press('Escape');
      // The browser takes back nothing either, as words that were typed into the filter before.
      expect(await field.inputValue()).toBe('');
      await rig.reconnect();
      await rig.call('app.sync', { site: null });
      await rig.arrived(SITE, 'New.txt', 'new\n');
    });

    it('is undone on the service of a file that is only there, unless somebody renamed it since', async () => {
      await rename(ROOF, 'Roof 2.txt');
      await expect.poll(records, PATIENCE).toContain('Roof 2.txt');
      await row('Roof 2.txt').waitFor();
      // A toast has the focus now; the key is about the files all the same.
      await rig.page.keyboard.press('F6');
      await rig.page.keyboard.press('Control+z');
      await told(`Renamed back: “${ROOF}”`);
      await expect.poll(records, PATIENCE).toContain(ROOF);
      await row('Roof.txt').waitFor();
      await rename(ROOF, 'Roof 3.txt');
      await expect.poll(records, PATIENCE).toContain('Roof 3.txt');
      const record = rig.service.store.files(SITE).find(({ name }) => name === 'Roof 3.txt');
      rig.service.store.editFile(record!.id, { name: 'Theirs.txt' });
      await rig.call('app.sync', { site: SITE });
      await row('Theirs.txt').waitFor();
      await grid().focus();
      await rig.page.keyboard.press('Control+z');
      await rig.page.getByText(/Roof 3\.txt was renamed meanwhile, and is called Theirs\.txt now/).waitFor();
      expect(records()).toContain('Theirs.txt');
      expect(rig.bugs).toEqual([]);
    });
  },
);
