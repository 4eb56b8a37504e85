import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFormat } from '../../../renderer/ui/words/format.ts';
import { hasFocus } from '../rig/has-focus.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';
import { MODEL, seedPoints, SITE } from './points-seed.ts';

describe.skipIf(CHROMIUM === null)(`the points browser${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;
  let fanAt: number;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: (service) => {
        fanAt = seedPoints(service);
      },
    });
    folder = await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/data`);
  }, 120_000);

  afterAll(() => rig.close());

  const item = (name: string | RegExp): Locator => rig.page.getByRole('treeitem', { name });
  const search = (): Locator => rig.page.getByRole('searchbox', { name: 'Find a point' });

  it('asks once whether the columns are right', async () => {
    const { page } = rig;
    await page.getByText('points.csv: the ids come from “timeseries_id”, the labels from “label”.').waitFor();
    await rig.shot('points-question');
    const point = item(/Supply air temperature/);
    await point.click();
    await page.getByRole('region', { name: 'About this point' }).waitFor();
    await rig.shot('points-question-facts');
    // As many rows in view, with all that there may be above and below the list.
    const heightOf = async (of: Locator): Promise<number> => (await of.boundingBox())?.height ?? 0;
    const rows = (await heightOf(page.getByRole('tree'))) / (await heightOf(point));
    expect(rows).toBeGreaterThan(8);
    // In larger type and a small window the question gives way: what stands below the list stays whole.
    await page.setViewportSize({ width: 1024, height: 640 });
    await rig.theme('contrast');
    const head = page.locator('.health-head');
    const [column, foot] = await Promise.all([page.locator('.points'), head].map((of) => of.boundingBox()));
    expect(foot!.y + foot!.height).toBeLessThanOrEqual(column!.y + column!.height);
    expect(await heightOf(head.locator(':scope > :first-child'))).toBeLessThan(30);
    await rig.theme('light');
    await page.setViewportSize({ width: 1280, height: 800 });
    await point.click();
    await page
      .getByRole('region', { name: 'Are these columns right?' })
      .getByRole('button', { name: 'Yes' })
      .click();
    await page.getByText('Are these columns right?').waitFor({ state: 'detached' });
    expect(await rig.call('points.files', { site: SITE })).toContainEqual(
      expect.objectContaining({ file: 'KG CSV Datamodel/points.csv', confirmed: true }),
    );
  });

  it('Ctrl+K goes to a point by some letters of its name, and shows it', async () => {
    const { page } = rig;
    await rig.goTo('sites');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').fill('sup');
    await palette.getByRole('option', { name: /Supply air temperature/ }).waitFor();
    await rig.shot('palette-points');
    expect(await rig.serious()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => item(/Supply air temperature/).getAttribute('aria-checked'), PATIENCE)
      .toBe('true');
    await item(/Supply air temperature/).click();
    await expect
      .poll(() => item(/Supply air temperature/).getAttribute('aria-checked'), PATIENCE)
      .toBe('false');
  });

  it('lists equipment with its points, chooses them and tells all about one', async () => {
    const { page } = rig;
    await item(/Supply air temperature/).click();
    await expect
      .poll(() => item(/Supply air temperature/).getAttribute('aria-checked'), PATIENCE)
      .toBe('true');
    const facts = page.getByRole('region', { name: 'About this point' });
    expect(await facts.textContent()).toMatch(
      /ahu3\.sat.*Supply_Air_Temperature_Sensor.*points\.csv, line 2/,
    );
    await rig.shot('points-light');
    expect(await rig.serious()).toEqual([]);
    await item(/Supply air temperature/).click();
    await expect
      .poll(() => item(/Supply air temperature/).getAttribute('aria-checked'), PATIENCE)
      .toBe('false');
  });

  it('says of points that are charted what is known by that, in the list and in the sum', async () => {
    const { page } = rig;
    const sum = page.getByRole('region', { name: 'Model health' });
    for (const name of [/Return air temperature/, /Outdoor air/]) {
      await item(name).getByRole('img', { name: 'Newest data not checked' }).waitFor();
      await item(name).click();
      await item(name).getByRole('img', { name: 'Has data' }).waitFor();
    }
    await sum.getByText('3 have data').waitFor();
    await sum.getByText('3 not checked yet').waitFor();
    await sum.getByRole('button', { name: '2 to fix' }).click();
    const sheet = page.getByRole('dialog', { name: 'Model health' });
    await sheet.getByText('3 not checked yet').waitFor();
    // The longest word stands whole in its line, beside the mark of a point that is named twice.
    const state = sheet.getByRole('row').getByText('Newest data not checked').first();
    const lines = await state.evaluate((word) => [
      word.getClientRects().length,
      word.scrollWidth - word.clientWidth,
    ]);
    expect(lines).toEqual([1, 0]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const name of [/Return air temperature/, /Outdoor air/]) await item(name).click();
  });

  it('folds, moves and chooses by keys', async () => {
    const { page } = rig;
    await page.getByRole('tree', { name: 'Points' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => item(/^AHU-03/).getAttribute('aria-expanded'), PATIENCE).toBe('false');
    expect(await item(/Supply fan speed/).count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await item(/Supply fan speed/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect
      .poll(() => item(/Return air temperature/).getAttribute('aria-checked'), PATIENCE)
      .toBe('true');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => item(/Return air temperature/).getAttribute('aria-checked'), PATIENCE)
      .toBe('false');
  });

  it('searches in all that is said of points', async () => {
    const { page } = rig;
    await search().fill('fan_speed ahu');
    await page.getByText('1 of 5 points').waitFor();
    expect(await page.getByRole('treeitem').count()).toBe(2);
    // As in the palette, the arrow leads on to what was found.
    await search().press('ArrowDown');
    await hasFocus(page.getByRole('tree', { name: 'Points' }));
    // Not charted, which would ask for its data: the facts below say that it is the current one.
    await page.keyboard.press('ArrowDown');
    await page.getByText('ahu3.fan', { exact: true }).waitFor();
    await search().fill('no such point');
    await page.getByText('No point is called that').waitFor();
    await page.getByRole('button', { name: 'Show all points' }).click();
    await item(/Outdoor air/).waitFor();
  });

  it('keeps favourites', async () => {
    const { page } = rig;
    await item(/Main meter/).hover();
    await item(/Main meter/)
      .getByTitle('Keep “Main meter” as a favourite')
      .click();
    await item(/Main meter/)
      .getByTitle('“Main meter” is a favourite: take it out')
      .waitFor();
    await page.getByRole('button', { name: 'Favourites only' }).click();
    await page.getByText('1 of 5 points').waitFor();
    expect(await page.getByRole('treeitem').count()).toBe(2);
    await page.getByRole('button', { name: 'Favourites only' }).click();
    await item(/Outdoor air/).waitFor();
  });

  it('asks the service about health, lists what is to mend, and exports it', async () => {
    const { page } = rig;
    const foot = page.getByRole('region', { name: 'Model health' });
    await foot.getByText(/not checked yet/).waitFor();
    // What nobody asked about is not called wrong; what the files themselves name twice is.
    await foot.getByRole('button', { name: '2 to fix' }).waitFor();
    await foot.getByRole('button', { name: 'Check now' }).click();
    await foot.getByText('3 have data').waitFor();
    await foot.getByText('3 silent').waitFor();
    await foot.getByText('2 duplicated').waitFor();
    await rig.shot('points-health');
    // Two of the silent ones are the duplicated ones.
    await foot.getByRole('button', { name: '3 to fix' }).click();
    const sheet = page.getByRole('dialog', { name: 'Model health' });
    const silent = sheet.getByRole('row', { name: /Supply fan speed/ });
    // One day in both columns, that of the site's own clock, also in a window that has no room for the second.
    const [berlin, own] = [makeFormat('en-GB', 'Europe/Berlin'), makeFormat('en-GB')];
    const named = berlin.time(fanAt) === own.time(fanAt) ? '' : ` ${berlin.zoneName(fanAt)}`;
    const newest = `${berlin.whenSaid(fanAt)}${named}`;
    await silent.getByText(`No data since ${newest}.`, { exact: true }).waitFor();
    await sheet.getByText('Reason', { exact: true }).waitFor();
    await page.setViewportSize({ width: 800, height: 700 });
    await sheet.getByText('Reason', { exact: true }).waitFor({ state: 'detached' });
    await silent.getByText(`No data since ${newest}.`, { exact: true }).waitFor();
    const words = silent.locator('.cell-two-detail > .cut');
    await expect
      .poll(() => words.evaluate((reason) => reason.scrollWidth - reason.clientWidth))
      .toBeLessThanOrEqual(0);
    await rig.shot('health-sheet-800');
    await page.setViewportSize({ width: 1280, height: 800 });
    await sheet.getByRole('radio', { name: /^To fix ?3$/ }).waitFor();
    expect(await sheet.getByRole('row', { name: /Outdoor air/ }).count()).toBe(0);
    // What is said meanwhile leaves the buttons at the foot free; under the pointer it stays.
    await sheet.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Every point was checked').last().hover();
    const [said, below] = await Promise.all([
      page.locator('.toasts').boundingBox(),
      sheet.locator('footer').boundingBox(),
    ]);
    expect(said!.y + said!.height).toBeLessThanOrEqual(below!.y);
    await rig.shot('health-sheet');
    await rig.theme('dark');
    await rig.shot('health-sheet-dark');
    expect(await rig.serious()).toEqual([]);
    await rig.theme('light');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Harbour House model health .*\.csv$/);
    const table = await readFile(await download.path(), 'utf8');
    expect(table.split('\r\n')).toHaveLength(8);
    expect(table).toContain('KG CSV Datamodel/points.csv,4,ahu3.fan,Supply fan speed,silent,no,');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  it('lists the datamodels, and reads columns as they are said to be', async () => {
    const { page } = rig;
    await page.getByRole('button', { name: 'Datamodels', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Datamodels and columns' });
    await sheet.getByText('Columns confirmed').waitFor();
    await rig.shot('models-sheet');
    expect(await rig.serious()).toEqual([]);
    const model = sheet.getByRole('listitem').filter({ hasText: 'points.csv' });
    await model.getByRole('button', { name: 'Columns…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns of points.csv' });
    await dialog.getByRole('button', { name: /Label/ }).click();
    await page.getByRole('option', { name: 'point', exact: true }).click();
    await rig.shot('columns-dialog');
    expect(await rig.serious()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    // A moment after it has gone, the focus is back.
    await hasFocus(model.getByRole('button', { name: 'Columns…' }));
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await item(/^SAT/).waitFor();
    const [file] = (await rig.call('points.files', { site: SITE })).filter(({ confirmed }) => confirmed);
    await rig.call('points.confirm', {
      site: SITE,
      file: file!.file,
      columns: { ...file!.columns!, label: 'label' },
    });
    await item(/Outdoor air/).waitFor();
  });

  it('keeps keys in the list of datamodels where the one whose columns were open has gone', async () => {
    const { page } = rig;
    const path = join(folder, 'KG CSV Datamodel', 'gone.csv');
    await writeFile(path, 'point,label\nX1,Some point\n');
    await page.getByRole('button', { name: 'Datamodels', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Datamodels and columns' });
    const model = sheet.getByRole('listitem').filter({ hasText: 'gone.csv' }).first();
    await model.getByRole('button', { name: 'Columns…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns of gone.csv' });
    await dialog.waitFor();
    await rm(path);
    await model.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => sheet.evaluate((each) => each.contains(document.activeElement)), PATIENCE)
      .toBe(true);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('button', { name: 'Datamodels', exact: true }));
  });

  it('does not call the columns of a datamodel recognised in which no ids were found', async () => {
    const { page } = rig;
    const path = join(folder, 'KG CSV Datamodel', 'meters.csv');
    await writeFile(path, 'floor,room\n1,1.04\n');
    await page.getByRole('button', { name: 'Datamodels', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Datamodels and columns' });
    // Its problems are items that name it as well: of one that is gone there is one for a moment.
    const model = sheet.getByRole('listitem').filter({ hasText: 'meters.csv' }).first();
    await model.getByText('No column of ids', { exact: true }).waitFor();
    expect(await model.getByText('Columns recognised').count()).toBe(0);
    const equipment = sheet.getByRole('listitem').filter({ hasText: 'equipment.csv' });
    await equipment.getByText('Columns recognised').waitFor();
    expect(await rig.serious()).toEqual([]);
    await rig.settled(SITE);
    await rm(path);
    await model.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await rig.settled(SITE);
  });

  it('stands in every theme and in a narrow window', async () => {
    const { page } = rig;
    for (const theme of ['dark', 'contrast'] as const) {
      await rig.theme(theme);
      await rig.shot(`points-${theme}`);
      expect(await rig.serious()).toEqual([]);
    }
    await rig.theme('light');
    await page.setViewportSize({ width: 960, height: 640 });
    await rig.shot('points-960');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('shows what a changed datamodel changes before it is sent', async () => {
    const { page } = rig;
    await rig.call('views.save', {
      site: SITE,
      view: { id: 'v', name: 'Fans', panels: [{ series: ['ahu3.fan'] }], range: 'day', template: null },
    });
    const changed = MODEL.replace('FAN,Supply fan speed,brick:Fan_Speed_Command,AHU-03,%,ahu3.fan\n', '')
      .replace('Outdoor air,', 'Outdoor air temperature,')
      .replace('AHU-03,°C,ahu3.sat', 'AHU-03,°F,ahu3.sat');
    await writeFile(join(folder, 'KG CSV Datamodel', 'points.csv'), changed);
    await rig.goTo(`site/${SITE}/files`);
    await rig.pick(/points\.csv/, 'points.csv');
    await page.getByRole('button', { name: 'Look first…' }).waitFor();
    await rig.shot('file-review');
    await rig.goTo('outbox');
    await page.getByRole('heading', { name: 'points.csv changes its points' }).waitFor();
    await rig.shot('outbox-review');
    expect(await rig.serious()).toEqual([]);
    await page.getByRole('button', { name: 'Look first…' }).click();
    const sheet = page.getByRole('dialog', { name: 'What changes in points.csv' });
    await sheet.getByText('1 id is gone').waitFor();
    await sheet.getByText('1 point goes by another name').waitFor();
    // By which one it went is what a person looks for.
    await sheet.getByText('Label was “Outdoor air”').waitFor();
    await sheet.getByText('1 point has another unit, class or equipment').waitFor();
    await sheet.getByText('Unit: °C → °F').waitFor();
    await sheet.getByText('1 saved view loses a series').waitFor();
    await sheet.getByText('Fans').waitFor();
    await rig.shot('difference-light');
    await rig.theme('dark');
    await rig.shot('difference-dark');
    expect(await rig.serious()).toEqual([]);
    await rig.theme('light');
    await sheet.getByRole('button', { name: 'Send this version' }).click();
    await page.getByRole('heading', { name: 'points.csv changes its points' }).waitFor({ state: 'detached' });
    await rig.settled(SITE);
    const [file] = (
      await rig.call('files.page', {
        site: SITE,
        filter: { text: 'points.csv', category: null, status: [], folder: null },
        sort: { by: 'name', descending: false },
        offset: 0,
        limit: 1,
      })
    ).rows;
    expect(String(rig.service.store.readContent(file!.key))).toBe(changed);
    expect(rig.bugs).toEqual([]);
  });

  it('tells nothing more of a point that no datamodel names any more, and asks an empty one no columns', async () => {
    const { page } = rig;
    await rig.goTo(`site/${SITE}/data`);
    await item(/Outdoor air/).click();
    const facts = page.getByRole('region', { name: 'About this point' });
    await facts.getByText('oat', { exact: true }).waitFor();
    const path = join(folder, 'KG CSV Datamodel', 'points.csv');
    await writeFile(path, MODEL.replace(/OAT,.*\n/, ''));
    await item(/Outdoor air/).waitFor({ state: 'detached' });
    await facts.waitFor({ state: 'detached' });
    await item(/Supply air temperature/).waitFor();
    // Two of one name below one equipment, the second new, are told apart by their ids.
    await writeFile(
      path,
      `${MODEL}SAT2,Supply air temperature,,AHU-03,°C,ahu3.sat2\nOAT2,Main meter,,AHU-03,,m\n`,
    );
    await item(/^Supply air temperature \(ahu3\.sat\)/).waitFor();
    await item(/^Supply air temperature \(ahu3\.sat2\)/).waitFor();
    expect(await item(/^Main meter \(/).count()).toBe(0);
    await rm(join(folder, 'KG CSV Datamodel', 'equipment.csv'));
    await writeFile(path, '');
    await page.getByText('The datamodels are empty').waitFor();
    expect(await page.getByText('Are these columns right?').count()).toBe(0);
    expect(rig.bugs).toEqual([]);
  });
});
