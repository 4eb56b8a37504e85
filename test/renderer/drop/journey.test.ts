import { readdir, readFile, truncate } from 'node:fs/promises';
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

describe.skipIf(CHROMIUM === null)(`adding files in a browser${WITHOUT_CHROMIUM}`, AXE_PATIENCE, () => {
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
  const staged = (): Promise<string[]> => readdir(join(folder, '.sitesync', 'tmp')).catch(() => []);
  const rowOf = (name: string): Locator => drop.rowOf(name);

  it('shows where a drag would go, with the categories as targets', async () => {
    await drag(page, [await put('a.txt', 'a')], 'main', { drop: false });
    await page.getByText('Drop to add to Harbour House').waitFor();
    await rig.shot('drop-over');
    await drag(page, [join(drop.outside, 'a.txt')], '[data-drop-category="maintenance"]');
    await rowOf('a.txt')
      .getByRole('button', { name: /Maintenance Document/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('reviews a dropped folder: paths, suggestions, duplicates and refused names', async () => {
    await put('Handover/plans/ground floor.pdf', 'plan');
    await put('Handover/plans/copy of known.pdf', 'the very same bytes');
    await put('Handover/Wartung/pump.pdf', 'log');
    await put('Handover/points.csv', 'timeseries_id,name\n1,a\n');
    await put('Handover/bad\\name.txt', 'x');
    await put('Handover/sheet.csv', 'id,label,unit\n1,a,kW\n');
    await drag(page, [join(drop.outside, 'Handover')], 'main');
    await page.getByRole('heading', { name: 'Add to Harbour House' }).waitFor();
    await page.getByText('6 files in “Handover”').waitFor();
    await rowOf('pump.pdf').getByText('Folder “Wartung”').waitFor();
    await rowOf('points.csv').getByText('Header has timeseries_id').waitFor();
    await rowOf('sheet.csv').getByText('Header has id, label, unit: a datamodel? Check').waitFor();
    await rowOf('copy of known.pdf').getByText('Already here: Spec Sheet/known.pdf').waitFor();
    await rowOf('bad.name.txt')
      .getByText(/is not allowed in names/)
      .waitFor();
    await rowOf('points.csv')
      .getByRole('button', { name: /KG CSV Datamodel/ })
      .waitFor();
    // Said whole: what to do stands at its end.
    const note = page.locator('.review-note', { hasText: 'is not allowed in names' });
    expect(
      await note.evaluate((element) =>
        [...element.querySelectorAll('*')].every((part) => part.scrollWidth <= part.clientWidth + 1),
      ),
    ).toBe(true);
    expect(await faultsOf(rig, 'drop-review')).toEqual([]);
    // Where the notes have no column, they stand below the names.
    await page.setViewportSize({ width: 800, height: 700 });
    await rig.theme('contrast');
    await page.getByRole('columnheader', { name: 'Note' }).waitFor({ state: 'detached' });
    await rowOf('copy of known.pdf').getByText('Already here: Spec Sheet/known.pdf').waitFor();
    await rig.shot('drop-review-800-contrast');
    await rig.theme('light');
    // On half a screen no word comes to lie under a button.
    await page.setViewportSize({ width: 480, height: 800 });
    const boxesOf = (parts: string) =>
      page.locator(parts).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    const [words, actions] = await boxesOf('.review-sum-words, .sheet-actions');
    expect(words.right + 8).toBeLessThanOrEqual(actions.left);
    await rig.shot('drop-review-480');
    // On a telephone they stand above them, and what narrows the list in one line.
    await page.setViewportSize({ width: 360, height: 740 });
    const [above, below] = await boxesOf('.review-sum-words, .sheet-actions');
    expect(above.bottom).toBeLessThanOrEqual(below.top);
    const [folders, filter] = await boxesOf('.review-folder-pick, .sheet-filters .search-field');
    expect(folders.right).toBeLessThanOrEqual(filter.left);
    await rig.shot('drop-review-360');
    await page.setViewportSize({ width: 960, height: 700 });
    await page.getByRole('button', { name: /Folders/ }).click();
    await page.getByRole('option', { name: 'Handover/Wartung' }).click();
    await rowOf('points.csv').waitFor({ state: 'detached' });
    await rig.shot('drop-review-960');
    // A window of 1280x720 that is zoomed twice: its head and foot leave room for rows.
    await page.setViewportSize({ width: 640, height: 360 });
    const list = (await page.getByRole('dialog').getByRole('grid').boundingBox())!;
    expect(list.height).toBeGreaterThan(3 * 40);
    await rig.shot('drop-review-640');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Add 4 files' }).click();
    const added = page.locator('.toast', { hasText: '4 files added to Harbour House' });
    const way = added.getByRole('button', { name: 'Show in the outbox' });
    await way.waitFor();
    // Nobody is sent to where they are.
    await rig.goTo('outbox/done');
    await way.waitFor({ state: 'detached' });
    expect(await added.count()).toBe(1);
    await rig.goTo(`site/${SITE}/files`);
    const files = await filesIn(folder);
    expect(files).toMatchObject({
      'Spec Sheet/Handover/plans/ground floor.pdf': 'plan',
      'Maintenance Document/Handover/Wartung/pump.pdf': 'log',
      'KG CSV Datamodel/Handover/points.csv': 'timeseries_id,name\n1,a\n',
    });
    expect(Object.keys(files)).toHaveLength(5);
    await expect.poll(() => rig.service.store.files(SITE).length).toBe(5);
  });

  it('tells which files of a drop are the same, and leaves out the copies by one press', async () => {
    await put('Photos/one.jpg', 'the same photo');
    await put('Photos/Level 2/one.jpg', 'the same photo');
    await put('Photos/two.jpg', 'another photo!');
    await drag(page, [join(drop.outside, 'Photos')], 'main');
    await page.getByText('1 file has the same content as another of these.').waitFor();
    await page.getByRole('dialog').getByText('Same as Photos/').waitFor();
    expect(await faultsOf(rig, 'drop-twice')).toEqual([]);
    // Nothing is left out unasked: the same sheet may belong into several folders.
    await page.getByRole('button', { name: 'Add 3 files' }).waitFor();
    await page.getByRole('button', { name: 'Leave out the copies' }).click();
    await page.getByRole('dialog').getByText('Left out: same as Photos/').waitFor();
    await page.getByRole('button', { name: 'Add 2 files' }).waitFor();
    await page.getByRole('button', { name: 'Add them all' }).click();
    await page.getByRole('button', { name: 'Add 3 files' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('says which files are too large to be compared with each other', async () => {
    for (const name of ['Scan/ground floor.e57', 'Scan/copy of ground floor.e57']) {
      await put(name, '');
      // Without blocks on the disk.
      await truncate(join(drop.outside, name), 1_500_000_000);
    }
    await drag(page, [join(drop.outside, 'Scan')], 'main');
    await page
      .getByText(
        /^2 files share their size .* were not compared, since reading so many would take long \(3\.00 GB\)\./,
      )
      .waitFor();
    expect(await faultsOf(rig, 'drop-uncompared')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('changes categories singly, by folder and by selection, and leaves out what is unticked', async () => {
    for (const name of ['one.bin', 'two.bin', 'three.bin', 'four.bin']) await put(`Box/${name}`, name);
    await drag(page, [join(drop.outside, 'Box')], 'main');
    await rowOf('one.bin')
      .getByRole('button', { name: /Category of one\.bin: Other/ })
      .click();
    await page.getByRole('menuitem', { name: '3D Model' }).click();
    await rowOf('one.bin')
      .getByRole('button', { name: /3D Model/ })
      .waitFor();
    await page.getByRole('button', { name: 'Set all to one category: Box' }).click();
    await page.getByRole('menuitem', { name: 'Maintenance Document' }).click();
    await rowOf('one.bin')
      .getByRole('button', { name: /Maintenance Document/ })
      .waitFor();
    await rowOf('three.bin').click({ position: { x: 250, y: 10 } });
    await rowOf('two.bin').click({ position: { x: 250, y: 10 }, modifiers: ['Shift'] });
    await page.getByText('2 selected').waitFor();
    await rig.shot('drop-selected');
    await page.getByRole('toolbar').getByRole('button', { name: 'Category' }).click();
    await page.getByRole('menuitem', { name: 'BIM Source File' }).click();
    await page.getByRole('checkbox', { name: 'Add four.bin' }).click();
    await page.getByRole('button', { name: 'Add 3 files' }).click();
    await page.getByText('3 files added to Harbour House').last().waitFor();
    const names = Object.keys(await filesIn(folder)).filter((path) => path.includes('/Box/'));
    expect(names.toSorted()).toEqual([
      'BIM Source File/Box/three.bin',
      'BIM Source File/Box/two.bin',
      'Maintenance Document/Box/one.bin',
    ]);
  });

  it('names some of the folders that were dropped, and counts the others and what lies in none', async () => {
    const names = ['first.txt', 'second.txt', 'third.txt', 'fourth.txt'];
    const loose = await Promise.all(names.map((name) => put(name, name)));
    for (const folder of ['Alpha', 'Beta', 'Gamma']) await put(`${folder}/one.txt`, folder);
    const folders = ['Alpha', 'Beta', 'Gamma'].map((name) => join(drop.outside, name));
    for (const [dropped, told] of [
      [loose, /^4 files, 38 B\. /],
      [[...folders, ...loose], /^7 files, 52 B: 3 in “Alpha”, “Beta” and 1 more, 4 by themselves\. /],
    ] as const) {
      await drag(page, dropped, 'main');
      await page.getByText(told).waitFor();
      // Beside the tree the rows begin anew, without it where the head of the sheet does.
      const [box, photo] = await Promise.all([
        page.getByRole('checkbox', { name: 'Add first.txt' }).locator('.box').boundingBox(),
        page.getByRole('dialog').locator('.site-photo').boundingBox(),
      ]);
      if (dropped === loose) expect(box!.x).toBe(photo!.x);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  it('speaks of no upload where nothing is to be added', async () => {
    await drag(page, [await put('the same.pdf', 'the very same bytes')], 'main');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Nothing to add' }).waitFor();
    await rowOf('the same.pdf')
      .getByText(/^Already here/)
      .waitFor();
    expect(await dialog.getByText(/to upload|It waits in the outbox/).count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('leaves nothing when it is cancelled while bytes are on their way', async () => {
    await put('slow.bin', 'x'.repeat(1000));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/upload/**', async (route) => {
      await held;
      await route.abort().catch(() => undefined);
    });
    const before = await filesIn(folder);
    await drag(page, [join(drop.outside, 'slow.bin')], 'main');
    await page.getByRole('button', { name: 'Add 1 file' }).click();
    await page.getByText('Copying into the folder of Harbour House').first().waitFor();
    await rig.shot('drop-adding');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    release();
    await page.unroute('**/upload/**');
    await expect.poll(staged).toEqual([]);
    expect(await filesIn(folder)).toEqual(before);
  });

  it('gives the focus back to the button that it began with, past the question and the review', async () => {
    const button = page.getByRole('button', { name: 'Add files', exact: true });
    await button.press('Enter');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files…' }).press('Enter');
    await (await chooser).setFiles([await put('later.txt', 'later')]);
    await page.getByRole('button', { name: 'Add 1 file' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hasFocus(button);
  });

  it('takes files from the picker by Ctrl+O', async () => {
    await page.keyboard.press('Control+o');
    await page.getByRole('heading', { name: 'Add to Harbour House' }).waitFor();
    await rig.shot('drop-ask');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files…' }).click();
    await (await chooser).setFiles([await put('picked.txt', 'picked'), await put('other.txt', 'other')]);
    await page.getByRole('button', { name: 'Add 2 files' }).click();
    await page.getByText('2 files added to Harbour House').waitFor();
    expect(await readFile(join(folder, 'Other', 'picked.txt'), 'utf8')).toBe('picked');
    expect(rig.bugs).toEqual([]);
  });
});
