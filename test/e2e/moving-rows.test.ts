import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasFocus } from '../renderer/rig/has-focus.ts';
import { holdAnswers } from '../renderer/rig/hold-answers.ts';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { worldOfATry } from '../renderer/rig/world-of-a-try.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const NAMES = Array.from({ length: 30 }, (_, at) => `Sheet ${String(at + 1).padStart(2, '0')}.txt`);

describe.skipIf(CHROMIUM === null)(`rows that move while keys are in them${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  const open = async (): Promise<void> => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const name of NAMES) store.addFile(SITE, { name, category: 'other', content: `of ${name}\n` });
      },
    });
    await rig.follow(SITE);
  };

  worldOfATry(open, () => rig?.close());

  const deletedByOthers = async (name: string): Promise<void> => {
    rig.service.store.deleteFile(rig.service.store.files(SITE).find((each) => each.name === name)!.id);
    await rig.call('app.sync', { site: null });
  };
  const current = (name: string): Promise<void> =>
    rig.page.locator('.table-row-current', { hasText: name }).waitFor();
  const button = (name: string): Locator => rig.page.getByRole('button', { name, exact: true });

  it('keep the focus with the row that it came to, and hand it to the list when that goes', async () => {
    await deletedByOthers('Sheet 01.txt');
    await rig.goTo('trash');
    const restore = button('Restore Sheet 01.txt');
    await restore.focus();
    await deletedByOthers('Sheet 02.txt');
    // The newest comes above it.
    await button('Restore Sheet 02.txt').waitFor();
    await hasFocus(restore);
    await rig.page.keyboard.press('Enter');
    await rig.page.getByText('Put back: “Sheet 01.txt”').first().waitFor();
    await restore.waitFor({ state: 'detached' });
    await hasFocus(rig.page.getByRole('grid', { name: 'Trash' }));
    expect(await button('Restore Sheet 02.txt').count()).toBe(1);
  }, 120_000);

  it('leave a key that leaves one file out to that file, where only those are shown that are added', async () => {
    await rig.goTo(`site/${SITE}/files`);
    // Newest first: which rows are in view depends on how long it took to seed them.
    await rig.page.getByRole('row', { name: /Sheet/ }).first().waitFor();
    const chooser = rig.page.waitForEvent('filechooser');
    await rig.page.keyboard.press('Control+o');
    await button('Choose files…').click();
    const mimeType = 'text/plain';
    await (
      await chooser
    ).setFiles(
      ['one.txt', 'three.txt', 'two.txt'].map((name) => ({ name, mimeType, buffer: Buffer.from(name) })),
    );
    const dialog = rig.page.getByRole('dialog');
    const box = (name: string): Locator => dialog.getByRole('checkbox', { name: `Add ${name}`, exact: true });
    await box('one.txt').waitFor();
    await dialog.getByRole('radio', { name: /^To add/ }).press('Space');
    await box('one.txt').focus();
    await rig.page.keyboard.press('Space');
    await box('one.txt').waitFor({ state: 'detached' });
    await hasFocus(dialog.getByRole('grid', { name: 'Files to add' }));
    await expect.poll(() => box('three.txt').isChecked(), PATIENCE).toBe(true);
    // Keys go on from where one was.
    await rig.page.keyboard.type('three');
    await current('three.txt');
    await rig.page.keyboard.press('Space');
    await box('three.txt').waitFor({ state: 'detached' });
    await rig.page.keyboard.press('ArrowDown');
    await current('two.txt');
    await rig.page.keyboard.press('Escape');
    await button('Leave').click();
    await dialog.waitFor({ state: 'detached' });
  }, 120_000);

  it('lead on from where one has gone, and begin anew where the list is another one', async () => {
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    const list = rig.page.getByRole('grid', { name: 'Files' });
    for (const [gone, key, next] of [
      ['Sheet 12', 'ArrowDown', 'Sheet 13'],
      ['Sheet 13', 'ArrowUp', 'Sheet 11'],
    ] as const) {
      await rig.pick(new RegExp(gone), `${gone}.txt`);
      await deletedByOthers(`${gone}.txt`);
      await rig.page.getByRole('row', { name: new RegExp(gone) }).waitFor({ state: 'detached' });
      await rig.page.getByRole('heading', { name: `${gone}.txt`, level: 2 }).waitFor({ state: 'detached' });
      await list.press(key);
      await current(next);
    }
    // A filter that hides the current row is no reason to begin in the middle.
    await rig.pick(/Sheet 20/, 'Sheet 20.txt');
    await rig.page.getByPlaceholder('Filter files').fill('1');
    await rig.page.getByRole('row', { name: /Sheet 20/ }).waitFor({ state: 'detached' });
    await list.press('ArrowDown');
    await current('Sheet 01');
    await rig.page.getByPlaceholder('Filter files').fill('');
    await rig.page.getByRole('row', { name: /Sheet 20/ }).waitFor();
  }, 120_000);

  it('give no key to the row that stands where one has gone, before that is known', async () => {
    await rig.openWindow();
    const finds = await holdAnswers(rig.page, 'files.find');
    await rig.page.reload();
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await rig.pick(/Sheet 16/, 'Sheet 16.txt');
    await deletedByOthers('Sheet 16.txt');
    await rig.page.getByRole('row', { name: /Sheet 16/ }).waitFor({ state: 'detached' });
    await expect.poll(() => finds.length, PATIENCE).toBeGreaterThan(0);
    const list = rig.page.getByRole('grid', { name: 'Files' });
    await list.press('Delete');
    await list.press(' ');
    expect(await rig.page.getByRole('alertdialog').or(rig.page.getByRole('dialog')).count()).toBe(0);
    await list.press('ArrowDown');
    await current('Sheet 17');
    for (const find of finds) find();
    await rig.page.getByRole('heading', { name: 'Sheet 17.txt', level: 2 }).waitFor();
    await rig.openWindow();
  }, 120_000);

  it('leave no question about what others have deleted meanwhile', async () => {
    await rig.goTo(`site/${SITE}/files`);
    await rig.pick(/Sheet 09/, 'Sheet 09.txt');
    await rig.page.keyboard.press('Delete');
    const dialog = rig.page.getByRole('alertdialog', { name: /delete/i });
    await dialog.getByRole('button', { name: 'Delete 1 file' }).focus();
    await deletedByOthers('Sheet 09.txt');
    await dialog.getByRole('heading', { name: 'Nothing is left to delete' }).waitFor();
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Close']);
    await expect
      .poll(() => dialog.evaluate((each) => each.contains(document.activeElement)), PATIENCE)
      .toBe(true);
    await rig.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(rig.page.getByRole('grid', { name: 'Files' }));
    expect(rig.bugs).toEqual([]);
  }, 120_000);

  it('tell who hears the screen of a refused token, also behind a dialog', async () => {
    await rig.goTo(`site/${SITE}/files`);
    await rig.pick(/Sheet 10/, 'Sheet 10.txt');
    await rig.page.keyboard.press('F2');
    await rig.page.getByRole('dialog').waitFor();
    rig.service.tokens.revoke('demo-token');
    await rig.call('app.sync', { site: null });
    const said = rig.page.getByRole('status').getByText('The service no longer accepts your token.');
    await said.waitFor();
    expect(await said.evaluate((each) => each.closest('[inert], [aria-hidden="true"]'))).toBeNull();
    await rig.page.keyboard.press('Escape');
    // What stands above a screen is no part of one of its parts.
    await rig.page.getByRole('heading', { name: /no longer accepts your token/, level: 2 }).waitFor();
  }, 120_000);
});
