import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus } from './rig/has-focus.ts';
import { PATIENCE, Rig } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'harbour';
const SHEETS = 60;

describe.skipIf(CHROMIUM === null)(`by keys alone${WITHOUT_CHROMIUM}`, PATIENCE, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addSite({ id: 'mill', name: 'Mill' });
        for (const name of ['Alpha.txt', 'Beta.txt'])
          store.addFile(SITE, { name, category: 'other', content: `text of ${name}\n` });
        for (let number = 1; number <= SHEETS; number += 1) {
          const name = `Sheet ${number}.txt`;
          store.addFile(SITE, { name, category: 'spec-sheet', content: `${number}\n` });
        }
        store.addFile('mill', { name: 'Sheet.txt', category: 'other', content: 'of the mill\n' });
        store.addFile(SITE, {
          name: 'points.csv',
          category: 'kg-csv',
          content: 'label,equipment,unit,timeseries_id\nMain meter,Meter,kWh,meter\n',
        });
      },
    });
    await rig.follow('mill');
    const folder = await rig.follow(SITE);
    await rig.call('app.pause', { paused: true });
    for (const name of ['Alpha.txt', 'Beta.txt']) {
      await writeFile(join(folder, 'Other', name), `mine ${name}\n`);
      const record = rig.service.store.files(SITE).find((file) => file.name === name);
      rig.service.store.editFile(record!.id, { content: `theirs of ${name}\n` });
    }
    await rig.call('app.pause', { paused: false });
    await rig.conflicts(2);
  }, 120_000);
  afterAll(() => rig?.close());

  const press = (keys: string): Promise<void> => rig.page.keyboard.press(keys);
  const current = (list: Locator): Promise<string> =>
    list.evaluate((grid) => {
      const id = grid.getAttribute('aria-activedescendant');
      return (id === null ? null : document.getElementById(id)?.textContent) ?? '';
    });

  it('the down arrow leads from the field to the first file that it leaves', async () => {
    await rig.goTo(`site/${SITE}/files`);
    const list = rig.page.getByRole('grid', { name: 'Files', exact: true });
    await list.getByRole('row', { name: /Sheet/ }).first().waitFor();
    await press('Control+f');
    await rig.page.keyboard.type('Sheet 42');
    await expect.poll(() => list.getByRole('row').count()).toBe(2);
    await press('ArrowDown');
    await hasFocus(list);
    await expect.poll(() => current(list)).toContain('Sheet 42.txt');
  });

  it('puts no entry of a menu below a heading that it does not belong to', async () => {
    await press('Shift+F10');
    const menu = rig.page.getByRole('menu');
    const group = menu.getByRole('group', { name: 'Category' });
    await group.waitFor();
    await menu.getByRole('menuitem', { name: 'Delete' }).waitFor();
    expect(await group.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
    await press('Escape');
  });

  it('a point becomes a favourite, and its name is not that of a button in its line', async () => {
    await rig.goTo(`site/${SITE}/data`);
    await rig.page.getByRole('treeitem', { name: /Main meter/ }).waitFor();
    await press('Control+f');
    await press('ArrowDown');
    await press('ArrowDown');
    const tree = rig.page.getByRole('tree');
    await expect.poll(() => current(tree)).toContain('Main meter');
    const point = tree.getByRole('treeitem', { name: /^Main meter\s+kWh/ });
    await point.waitFor();
    await press('Tab');
    await hasFocus(rig.page.getByRole('button', { name: 'Keep “Main meter” as a favourite' }));
    await press('Enter');
    const taken = rig.page.getByRole('button', { name: '“Main meter” is a favourite: take it out' });
    await hasFocus(taken);
    await tree.getByRole('treeitem', { name: /^Main meter\s+Favourite\s+kWh/ }).waitFor();
  });

  it('Ctrl+Z takes a decision back, whatever is shown by then', async () => {
    await rig.goTo('outbox/issues');
    const list = rig.page.getByRole('grid', { name: 'Outbox' });
    await list.getByRole('row', { name: /Alpha\.txt/ }).click();
    await rig.page.getByRole('heading', { name: 'Alpha.txt', level: 2 }).waitFor();
    await rig.page.getByRole('radio', { name: /^Keep both/ }).press('ArrowUp');
    await rig.page.locator('.outbox-foot').getByRole('button', { name: 'Keep theirs' }).press('Enter');
    await rig.conflicts(1);
    await rig.page.getByRole('heading', { name: 'Beta.txt', level: 2 }).waitFor();
    await hasFocus(list);
    await press('Control+z');
    await rig.page.getByText(/^Both versions are there again: “Alpha /).waitFor();
    await rig.conflicts(2);
  });

  it('Ctrl+K says how many fit, and leads to the list of all of them', async () => {
    const { page } = rig;
    await rig.goTo('sites');
    await press('Control+k');
    const palette = page.getByRole('dialog');
    await page.keyboard.type('sheet');
    await palette.getByRole('group', { name: `the best 50 of ${SHEETS + 1}` }).waitFor();
    const more = palette.getByRole('option', { name: `List all ${SHEETS} files that fit: Harbour House` });
    await more.waitFor();
    // All of the mill’s are shown.
    expect(await palette.getByRole('option', { name: /fits?: Mill/ }).count()).toBe(0);
    await more.click();
    const list = page.getByRole('grid', { name: 'Files', exact: true });
    await hasFocus(list);
    expect(await page.getByRole('searchbox', { name: 'Filter files' }).inputValue()).toBe('sheet');
    await expect.poll(() => list.getAttribute('aria-rowcount')).toBe(`${SHEETS + 1}`);
  });

  it('a site that is not there is told in a heading of the screen', async () => {
    await rig.goTo('site/none/overview');
    await rig.page.getByRole('heading', { name: 'This site is not in your list', level: 1 }).waitFor();
    expect(rig.bugs).toEqual([]);
  });
});
