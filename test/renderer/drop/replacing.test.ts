import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { filesIn } from '../../support/laptop.ts';
import { drag } from '../rig/drag.ts';
import { AXE_PATIENCE, faultsOf } from '../rig/faults.ts';
import { hasFocus } from '../rig/has-focus.ts';
import type { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';
import { type DropPage, openDropPage, SITE } from './drop-page.ts';

const NAMES = ['boiler.pdf', 'chiller.pdf', 'fan.pdf'];

/** Notes that are not shown to their end. */
const cutNotes = (dialog: Locator): Promise<readonly string[]> =>
  dialog
    .locator('.review-note-words, .cell-two-detail > .cut')
    .evaluateAll((all) =>
      all.flatMap((note) =>
        note.scrollWidth > note.clientWidth || note.scrollHeight > note.clientHeight + 1
          ? [`${note.textContent} (${note.scrollWidth} in ${note.clientWidth})`]
          : [],
      ),
    );

describe.skipIf(CHROMIUM === null)(`files that replace others${WITHOUT_CHROMIUM}`, AXE_PATIENCE, () => {
  let drop: DropPage;
  let rig: Rig;
  let page: Page;
  let folder: string;

  openDropPage((opened) => {
    drop = opened;
    ({ rig, folder } = drop);
    page = rig.page;
  });

  const put = (path: string, content: string): Promise<string> => drop.put(path, content);
  const rowOf = (name: string): Locator => drop.rowOf(name);
  const there = (): string => join(folder, 'Spec Sheet', 'Rev');
  const records = () => rig.service.store.files(SITE).filter(({ name }) => NAMES.includes(name));
  const recordIds = (): readonly string[] =>
    records()
      .map(({ id }) => id)
      .toSorted();
  const contents = (): Record<string, string> =>
    Object.fromEntries(records().map(({ id, name }) => [name, rig.service.store.readContent(id).toString()]));
  const add = async (count: number): Promise<void> => {
    await page.getByRole('button', { name: `Add ${count} file` }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  async function addFirst(): Promise<void> {
    for (const name of NAMES) await put(`Rev/${name}`, `${name}, revision E`);
    await drag(page, [join(drop.outside, 'Rev')], 'main');
    await add(3);
    await expect.poll(() => records().length).toBe(3);
    await drop.closeToasts();
  }

  async function dropAgain(dialog: Locator): Promise<void> {
    // Of another year: the longest of dates.
    const old = new Date('2024-09-28T12:00:00Z');
    for (const name of NAMES) await utimes(join(there(), name), old, old);
    for (const name of NAMES) await put(`Rev/${name}`, `${name}, revision F`);
    await put('Rev/new.pdf', 'a new one');
    await drag(page, [join(drop.outside, 'Rev')], 'main');
    await rowOf('fan.pdf').getByText('Name is taken: becomes fan (2).pdf').waitFor();
    await dialog.getByText('3 names are taken in this site. Both are kept').waitFor();
    expect(await faultsOf(rig, 'drop-names')).toEqual([]);
  }

  async function replaceOne(dialog: Locator): Promise<void> {
    await dialog.getByRole('button', { name: 'Replace fan.pdf' }).click();
    await rowOf('fan.pdf')
      .getByText(/^Replaces one from/)
      .waitFor();
    await dialog.getByText('Replaced: 1 of 3.', { exact: false }).waitFor();
    await hasFocus(dialog.getByRole('button', { name: 'Keep both of fan.pdf' }));
    await rig.shot('drop-names-one');
    // In another category nothing has that name; back in this one the choice holds.
    await rowOf('fan.pdf')
      .getByRole('button', { name: /Category of fan/ })
      .click();
    await page.getByRole('menuitem', { name: 'Other' }).click();
    await rowOf('fan.pdf').getByText('You chose the category').waitFor();
    await rowOf('fan.pdf')
      .getByRole('button', { name: /Category of fan/ })
      .click();
    await page.getByRole('menuitem', { name: 'Spec Sheet' }).click();
    await rowOf('fan.pdf')
      .getByText(/^Replaces one from/)
      .waitFor();
  }

  /** By the keyboard. */
  async function replaceAllAndNone(dialog: Locator): Promise<void> {
    await dialog.getByRole('button', { name: 'Replace all' }).press('Enter');
    await dialog.getByText('Replaced: 3 of 3.', { exact: false }).waitFor();
    await hasFocus(dialog.getByRole('button', { name: 'Keep both', exact: true }));
    await dialog.getByText('3 replaced; the old ones go to the trash.').waitFor();
    expect(await faultsOf(rig, 'drop-names-all')).toEqual([]);
    for (const [width, height] of [
      [960, 700],
      [640, 700],
      [640, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const theme of ['contrast', 'dark', 'light'] as const) {
        await rig.theme(theme);
        const list = (await dialog.getByRole('grid').boundingBox())!;
        expect(list.height, `${height} ${theme}`).toBeGreaterThan(3 * 40);
        await expect.poll(() => cutNotes(dialog), { message: `${width} ${theme}` }).toEqual([]);
        await rig.shot(`drop-names-${width}x${height}-${theme}`);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Keep both', exact: true }).press('Enter');
    await dialog.getByText('3 names are taken in this site.', { exact: false }).waitFor();
  }

  /** And by the menu of a row, by the keyboard. */
  async function replaceSelected(dialog: Locator): Promise<void> {
    await dialog.getByRole('radio', { name: /Name taken/ }).click();
    await rowOf('new.pdf').waitFor({ state: 'detached' });
    await rowOf('boiler.pdf').click({ position: { x: 120, y: 10 } });
    await rowOf('chiller.pdf').click({ position: { x: 120, y: 10 }, modifiers: ['Shift'] });
    await rig.shot('drop-names-selected');
    await page.getByRole('toolbar').getByRole('button', { name: 'Replace 2 files' }).click();
    await rowOf('chiller.pdf')
      .getByText(/^Replaces one from/)
      .waitFor();
    await hasFocus(page.getByRole('toolbar').getByRole('button', { name: 'Keep both' }));
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await rowOf('fan.pdf').click({ position: { x: 120, y: 10 } });
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Replace fan.pdf' }).press('Enter');
    await rowOf('fan.pdf')
      .getByText(/^Replaces one from/)
      .waitFor();
  }

  it('are chosen singly, as a selection and all at once', async () => {
    await addFirst();
    const ids = recordIds();
    const dialog = page.getByRole('dialog');
    await dropAgain(dialog);
    await replaceOne(dialog);
    await replaceAllAndNone(dialog);
    await replaceSelected(dialog);

    // One is changed before they are added.
    await writeFile(join(there(), 'chiller.pdf'), 'chiller.pdf, revision E with notes');
    await add(4);
    await page
      .getByText(
        /^4 files added to Harbour House\. .* 2 replaced old ones, which are in the trash\. chiller\.pdf was changed or moved meanwhile, so both are kept: yours is chiller \(2\)\.pdf\.$/,
      )
      .waitFor();
    await rig.shot('drop-names-added');
    const files = await filesIn(there());
    expect(files).toEqual({
      'boiler.pdf': 'boiler.pdf, revision F',
      'chiller.pdf': 'chiller.pdf, revision E with notes',
      'chiller (2).pdf': 'chiller.pdf, revision F',
      'fan.pdf': 'fan.pdf, revision F',
      'new.pdf': 'a new one',
    });
    await expect.poll(contents).toEqual({
      'boiler.pdf': 'boiler.pdf, revision F',
      'chiller.pdf': 'chiller.pdf, revision E with notes',
      'fan.pdf': 'fan.pdf, revision F',
    });
    expect(recordIds()).toEqual(ids);
    const trash = Object.values(await filesIn(join(folder, '.sitesync/trash')));
    expect(trash.toSorted()).toEqual(['boiler.pdf, revision E', 'fan.pdf, revision E']);
    expect(rig.bugs).toEqual([]);
  });
});
