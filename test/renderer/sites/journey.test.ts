import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drag } from '../rig/drag.ts';
import { AXE_PATIENCE, faultsOf } from '../rig/faults.ts';
import { holdAnswers } from '../rig/hold-answers.ts';
import { outOfReach } from '../rig/out-of-reach.ts';
import { Rig, SAMPLE } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const TOWER = 'rijnhaven-tower';

describe.skipIf(CHROMIUM === null)(`the list of sites in a browser${WITHOUT_CHROMIUM}`, AXE_PATIENCE, () => {
  let rig: Rig;
  let page: Page;

  beforeAll(async () => {
    rig = await Rig.open({ sample: SAMPLE });
    page = rig.page;
    await rig.follow(TOWER);
    await rig.follow('lindenau-school', ['spec-sheet', 'kg-csv']);
    await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
  }, 120_000);
  afterAll(() => rig?.close());

  const choose = async (list: string, option: string): Promise<void> => {
    await page.getByRole('button', { name: list }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const names = () => page.getByRole('grid').getByRole('link').allTextContents();

  it('shows each as a card with place, time, amount and state, first those that are kept here', async () => {
    const tower = page.getByRole('article').filter({ hasText: 'Rijnhaven Tower' });
    await tower.getByText('Ready offline').waitFor();
    await tower.getByText(/Rotterdam/).waitFor();
    await page
      .getByRole('article')
      .filter({ hasText: 'Lindenau' })
      .getByText('2 of 6 categories kept')
      .waitFor();
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    expect(await headings.allTextContents()).toEqual([
      expect.stringMatching(/^On this computer 2 sites/),
      'Online only 3 sites',
    ]);
    expect(await faultsOf(rig, 'sites-cards')).toEqual([]);
  });

  it('shows the ring around a card whole that keys came to, below the heading of its group', async () => {
    const region = page.getByRole('region', { name: 'Sites', exact: true });
    for (const width of [1280, 960]) {
      await page.setViewportSize({ width, height: 800 });
      await region.focus();
      await page.keyboard.press('Tab');
      const { ring, heading } = await page.evaluate(() => {
        const card = document.activeElement!.closest('article')!;
        const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(card);
        const around = outlineStyle === 'solid' ? parseFloat(outlineWidth) + parseFloat(outlineOffset) : 0;
        const headings = [...document.querySelectorAll('main h2')];
        return {
          ring: { width: around, top: card.getBoundingClientRect().top - around },
          heading: headings[0]!.getBoundingClientRect().bottom,
        };
      });
      expect(ring.width).toBe(4);
      expect(ring.top).toBeGreaterThanOrEqual(heading);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps the button of a card in its place, however much is said beside it', async () => {
    rig.service.set({ maxUploadBytes: 10 });
    const folder = await rig
      .call('sites.list', null)
      .then((all) => all.find(({ id }) => id === TOWER)!.followed!.folder);
    await writeFile(join(folder, 'Other', 'Too large.txt'), 'too large for the service');
    const tower = page.getByRole('article').filter({ hasText: 'Rijnhaven Tower' });
    const issues = tower.getByRole('button', { name: '1 issue' });
    await issues.waitFor();
    await rig.call('app.pause', { paused: true });
    await writeFile(join(folder, 'Other', 'Later.txt'), 'later');
    const waiting = tower.getByRole('button', { name: /1 waiting · paused/ });
    await waiting.waitFor();
    // Both in one line, and no room for a third thing in it; then one below the other.
    for (const width of [1340, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const chip = (await waiting.boundingBox())!;
      const add = (await tower.getByRole('button', { name: /^Add files/ }).boundingBox())!;
      expect(add.y).toBeLessThan(chip.y + chip.height);
      expect(add.x).toBeGreaterThan(chip.x + chip.width);
      await rig.shot(`sites-card-${width}`);
    }
    await rm(join(folder, 'Other', 'Later.txt'));
    await rig.call('app.pause', { paused: false });
    await waiting.waitFor({ state: 'detached' });
    await rig.call('sites.pause', { site: TOWER, paused: true });
    // Who forgot the pause reads of it wherever the issues are counted.
    await tower.getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('link', { name: /Rijnhaven Tower.*1 issue.*Paused/ }).waitFor();
    for (const theme of ['dark', 'light'] as const) {
      await rig.theme(theme);
      await rig.shot(`sites-paused-with-issues-${theme}`);
    }
    await page.getByRole('radio', { name: /^Paused\s*1$/ }).click();
    await tower.waitFor();
    await page.getByRole('radio', { name: 'Table' }).click();
    await page.getByRole('row', { name: /Rijnhaven Tower.*Issues · paused/ }).waitFor();
    await rig.shot('sites-paused-table');
    await page.getByRole('radio', { name: 'Cards' }).click();
    await page.getByRole('radio', { name: /^All\s*5$/ }).click();
    await rig.call('sites.pause', { site: TOWER, paused: false });
    await rm(join(folder, 'Other', 'Too large.txt'));
    rig.service.set({ maxUploadBytes: 0 });
    await tower.getByText('Ready offline').waitFor();
  });

  it('finds sites by any word, whatever its accents, and says when the filter hides all', async () => {
    await page.keyboard.press('Control+f');
    await page.keyboard.type('orestad');
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await page.getByRole('article').filter({ hasText: 'Ørestad' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('no such place');
    await page.getByText('The filter hides all 5 sites').waitFor();
    await page.getByRole('button', { name: 'Show all sites' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(5);
  });

  it('lists the same as a table, sorted by any column, grouped or not', async () => {
    await page.getByRole('radio', { name: 'Table' }).click();
    await page.getByRole('row', { name: /Rijnhaven Tower.*Ready offline/ }).waitFor();
    expect(await faultsOf(rig, 'sites-table')).toEqual([]);
    // Nothing of a site is here that is not kept, however much the service counts.
    const head = page.getByRole('columnheader');
    const column = (await head.allTextContents()).indexOf('On this computer');
    for (const { id, followed } of await rig.call('sites.list', null))
      if (followed === null) await rig.call('sites.measure', { site: id });
    const online = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Keep here: / }) });
    expect(await online.count()).toBe(3);
    for (const row of await online.all())
      expect(await row.getByRole('gridcell').nth(column).textContent()).toBe('–');
    await choose('Group', 'none');
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    const sorted = await names();
    expect(sorted).toHaveLength(5);
    expect(sorted).toEqual(sorted.toSorted(new Intl.Collator('en-GB').compare));
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    expect(await names()).toEqual(sorted.toReversed());
    await choose('Group', 'country');
    await expect.poll(() => page.getByRole('row', { name: /1 site|2 sites/ }).count()).toBeGreaterThan(2);
  });

  it('names itself whole in a narrow window, and what its buttons do', async () => {
    for (const theme of ['light', 'contrast'] as const) {
      await rig.theme(theme);
      await page.setViewportSize({ width: 800, height: 700 });
      const title = page.getByRole('heading', { name: 'Sites', level: 1 });
      expect(await title.locator('.truncate').getAttribute('data-cut')).toBeNull();
      expect((await title.boundingBox())?.width).toBeGreaterThan(40);
      await page.getByRole('button', { name: /Sort/ }).waitFor();
      await page.getByRole('button', { name: /Group.*country/ }).waitFor();
      expect(await rig.serious()).toEqual([]);
      await rig.shot(`sites-800-${theme}`);
      // What is to be done with a site stays in the window, whatever has to leave it.
      await page.setViewportSize({ width: 640, height: 700 });
      await page.getByRole('columnheader', { name: 'On this computer' }).waitFor({ state: 'detached' });
      expect(await page.evaluate(outOfReach)).toEqual([]);
      const [tool, grid] = await Promise.all([
        page.getByRole('row').getByRole('button').last().boundingBox(),
        page.getByRole('grid').boundingBox(),
      ]);
      expect(tool!.x + tool!.width).toBeLessThanOrEqual(grid!.x + grid!.width);
      await rig.shot(`sites-640-${theme}`);
    }
    await rig.theme('light');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps how they were shown, and what they were narrowed to, when the page is loaded anew', async () => {
    await page.getByRole('radio', { name: /^Ready/ }).click();
    await page.getByRole('searchbox', { name: 'Filter sites' }).fill('tower');
    await page.reload();
    await page.getByRole('grid', { name: 'Sites' }).waitFor();
    await page.getByRole('button', { name: /Group.*country/ }).waitFor();
    await page.getByRole('radio', { name: /^Ready/, checked: true }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Filter sites' }).inputValue()).toBe('tower');
    expect(await names()).toEqual(['Rijnhaven Tower']);
    await page.getByRole('searchbox', { name: 'Filter sites' }).fill('');
    await page.getByRole('radio', { name: /^All/ }).click();
    await page.getByRole('radio', { name: 'Cards' }).click();
  });

  it('takes what is dropped onto a card into that site, and asks where it may not know', async () => {
    const file = join(rig.home, 'note.txt');
    await writeFile(file, 'a note');
    await drag(page, [file], '[data-drop-site="lindenau-school"]');
    await page.getByRole('heading', { name: /Add to .*Lindenau/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await drag(page, [file], 'h1');
    await page.getByText('Dropped: note.txt.').waitFor();
    await rig.shot('drop-where');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Add 1 file' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(rig.bugs).toEqual([]);
  });

  it('says of each site that is kept no more which one it is, however long the last one takes', async () => {
    const late = await holdAnswers(page, 'sites.unfollow');
    await page.reload();
    await page.getByRole('radio', { name: 'Table' }).click();
    for (const name of ['Rijnhaven Tower', 'Lindenau']) {
      await page.getByRole('row', { name: new RegExp(name) }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Stop keeping it here' }).click();
    }
    await expect.poll(() => late.length).toBe(2);
    for (const send of late) send();
    for (const name of ['Rijnhaven Tower', 'Lindenau'])
      await page.getByText(new RegExp(`${name}.* is no longer kept in step`)).waitFor();
  });
});
