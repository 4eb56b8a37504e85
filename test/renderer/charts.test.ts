import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';
import { faultsOf } from './rig/faults.ts';
import { hasFocus } from './rig/has-focus.ts';
import { PATIENCE, Rig, SAMPLE } from './rig/rig.ts';

const SITE = 'rijnhaven-tower';
const TEMPERATURE = 'rtm.ahu03.sat';
const OUTDOOR = 'rtm.oat';
const SUPPLY_AIR = 'Supply air temperature';
const OUTDOOR_AIR = 'Outdoor air temperature';
/** Samples of a week at a quarter of an hour, an hour of which the clock leaps over. */
const WEEK = 167 * 4;

/** Rows of a CSV file, without its mark. */
async function rowsOf(download: Download): Promise<readonly (readonly string[])[]> {
  const text = await readFile(await download.path(), 'utf8');
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

const decimalsOf = (told: string): number => told.split('.')[1]?.length ?? 0;

describe.skipIf(CHROMIUM === null)(`timeseries in a browser${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let page: Page;

  beforeAll(async () => {
    rig = await Rig.open({ sample: SAMPLE });
    page = rig.page;
    await rig.follow(SITE, ['kg-csv']);
    await rig.goTo(`site/${SITE}/data`);
    await page.getByText('Nothing to chart yet').waitFor();
    await rig.goTo(`site/${SITE}/data?series=${TEMPERATURE}`);
  }, 300_000);

  afterAll(async () => {
    await rig?.close();
  });

  const plot = (): Locator => page.getByRole('application').first();
  const rangeButton = (): Locator =>
    page.getByRole('button', { name: /\d{4}|\d+ \w+ \d\d:\d\d|– \d/ }).first();
  const point = (label: string): Locator => page.getByRole('treeitem', { name: new RegExp(`^${label}`) });
  const show = async (from: string, to: string): Promise<void> => {
    await rangeButton().click();
    const form = page.getByRole('dialog', { name: 'Range' });
    await hasFocus(form.getByLabel('From'));
    await form.getByLabel('From').fill(from);
    await form.getByLabel('To').fill(to);
    await form.getByRole('button', { name: 'Show' }).click();
    await form.waitFor({ state: 'detached' });
  };
  const statistics = (name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name}`) });
  const save = async (name: string): Promise<Download> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name }).click();
    return download;
  };
  const serviceRows = (id: string, from: number, to: number): readonly (readonly [number, number])[] =>
    [...rig.service.store.seriesTable.read(SITE, id, from, to)].flatMap(({ startMs, offsets, values }) =>
      Array.from(offsets, (offset, at): readonly [number, number] => [startMs + offset, values[at]!]),
    );

  it('keeps its tools in one line on a narrow window, the zone as a menu that names it', async () => {
    await page.setViewportSize({ width: 900, height: 640 });
    const tools = page.locator('.chart-tools');
    await tools.getByRole('button', { name: /Time zone/ }).waitFor();
    const tops = await tools.getByRole('button').evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility())
        .map((each) => {
          const { top, height } = each.getBoundingClientRect();
          return Math.round(top + height / 2);
        }),
    );
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(2);
    await rig.shot('charts-900');
    expect(await rig.serious()).toEqual([]);
    await tools.getByRole('button', { name: /Time zone/ }).click();
    await page.getByRole('option', { name: 'UTC', exact: true }).click();
    await tools.getByRole('button', { name: /UTC.*Time zone|Time zone.*UTC/ }).click();
    await page.getByRole('option', { name: /Site/ }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await tools.getByRole('radio', { name: /^Site, CES?T/ }).waitFor();
  }, 120_000);

  it('charts the points that are picked, with statistics of every sample in view', async () => {
    await statistics(SUPPLY_AIR).waitFor();
    await point(OUTDOOR_AIR).click();
    await show('2026-03-25', '2026-04-01');
    const [from, to] = [Date.UTC(2026, 2, 24, 23), Date.UTC(2026, 2, 31, 22)];
    const values = serviceRows(TEMPERATURE, from, to).map(([, value]) => value);
    const row = statistics(SUPPLY_AIR);
    await row.getByText(String(values.length)).waitFor();
    const number = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 5 });
    const extremes = [Math.min(...values), Math.max(...values)];
    for (const expected of extremes)
      await expect.poll(() => row.textContent(), PATIENCE).toContain(number.format(expected));
    // No more exact than the samples beside it.
    const places = Math.max(
      ...[...extremes, values.at(-1)!].map((value) => decimalsOf(number.format(value))),
    );
    const mean = values.reduce((sum, value) => sum + value) / values.length;
    const told = await row.getByRole('cell').nth(3).textContent();
    expect(told).toBe(mean.toFixed(places));
    expect(await faultsOf(rig, 'charts')).toEqual([]);
  }, 180_000);

  it('names the zone once in its menu where the clock changes in view, so that the tools stay in one line', async () => {
    const tools = page.locator('.chart-tools');
    for (const [width, theme] of [
      [1024, 'light'],
      [800, 'contrast'],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await rig.theme(theme);
      await tools.getByRole('button', { name: /Time zone/ }).waitFor();
      const middles = await tools.getByRole('button').evaluateAll((all) =>
        all
          .filter((each) => each.checkVisibility())
          .map((each) => {
            const { top, height } = each.getBoundingClientRect();
            return Math.round(top + height / 2);
          }),
      );
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);
    }
    // Both names are told where there is room for them.
    await tools.getByRole('button', { name: /Time zone/ }).click();
    await page.getByRole('option', { name: /Site, CET\/CEST/ }).waitFor();
    await page.keyboard.press('Escape');
    await rig.theme('light');
    await page.setViewportSize({ width: 1280, height: 800 });
  }, 120_000);

  it('leaves no name cut that has room beside it, and its tools in one line', async () => {
    for (const theme of ['light', 'contrast'] as const) {
      await rig.theme(theme);
      const names = page
        .getByRole('table', { name: 'Temperature' })
        .getByRole('rowheader')
        .locator('.truncate');
      const cuts = await names.evaluateAll((all) => all.map((each) => each.hasAttribute('data-cut')));
      expect(cuts).toEqual([false, false]);
    }
    await rig.theme('light');
    for (const label of [SUPPLY_AIR, OUTDOOR_AIR])
      expect(await point(label).locator('.truncate').getAttribute('data-cut')).toBeNull();
    for (const names of [
      [/^Previous zoom$/, /^Go live: /],
      [/^Views$/, /^Export$/, /^Add files$/],
    ]) {
      const tops = names.map(async (name) => (await page.getByRole('button', { name }).boundingBox())?.y);
      expect(new Set(await Promise.all(tops)).size).toBe(1);
    }
  }, 120_000);

  it('gives room back to the chart when the window becomes narrow, and cuts nothing that tells a series', async () => {
    const list = page.getByRole('complementary', { name: 'Series' });
    const widthOf = async (of: Locator): Promise<number> => (await of.boundingBox())?.width ?? 0;
    await page.setViewportSize({ width: 1440, height: 800 });
    await expect.poll(() => widthOf(list), PATIENCE).toBeGreaterThan(290);
    for (const [width, theme] of [
      [800, 'light'],
      [800, 'contrast'],
      [1100, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await rig.theme(theme);
      await expect.poll(() => widthOf(list), PATIENCE).toBeLessThan(width * 0.3);
      const panel = page.getByRole('region', { name: 'Temperature' });
      const box = (await panel.boundingBox())!;
      const names = panel.getByRole('rowheader');
      expect(await names.count()).toBeGreaterThan(0);
      for (const name of await names.all()) expect(await widthOf(name)).toBeGreaterThanOrEqual(120);
      for (const button of await panel.getByRole('button').all()) {
        const { x, width: own } = (await button.boundingBox())!;
        expect(x + own).toBeLessThanOrEqual(box.x + box.width + 1);
      }
    }
    await rig.theme('light');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('separator', { name: /Series/ }).press('Home');
    await page.setViewportSize({ width: 1440, height: 800 });
    // Their own word stays.
    await expect.poll(() => widthOf(list), PATIENCE).toBeLessThan(210);
    // What was made wide in a large window takes half of a small one at most, and is as wide again in the large one.
    await page.getByRole('separator', { name: /Series/ }).press('End');
    await expect.poll(() => widthOf(list), PATIENCE).toBeGreaterThan(400);
    await page.setViewportSize({ width: 800, height: 800 });
    await expect.poll(() => widthOf(list), PATIENCE).toBeLessThan(380);
    await page.setViewportSize({ width: 1440, height: 800 });
    await expect.poll(() => widthOf(list), PATIENCE).toBeGreaterThan(400);
    await page.getByRole('separator', { name: /Series/ }).dblclick();
    await expect.poll(() => widthOf(list), PATIENCE).toBeLessThan(320);
    await page.setViewportSize({ width: 1280, height: 800 });
  }, 120_000);

  it('marks what is looked at, and leaves it for the stretch that ends now', async () => {
    const week = page.getByRole('radio', { name: 'Week' });
    await page.getByRole('radio', { name: 'Week', checked: true }).waitFor();
    const shown = await plot().getAttribute('aria-label');
    await week.click();
    await page.getByRole('button', { name: /^Live: / }).waitFor();
    await page.getByRole('button', { name: 'Previous zoom' }).click();
    await expect.poll(() => plot().getAttribute('aria-label'), PATIENCE).toBe(shown);
    await page.getByRole('button', { name: /^Go live: / }).waitFor();
  }, 120_000);

  it('are there, and show the same stretch, when the page is loaded anew', async () => {
    const shown = await plot().getAttribute('aria-label');
    await page.reload();
    for (const name of [SUPPLY_AIR, OUTDOOR_AIR]) await statistics(name).waitFor();
    await expect.poll(() => plot().getAttribute('aria-label'), PATIENCE).toBe(shown);
    await expect.poll(() => point(OUTDOOR_AIR).getAttribute('aria-checked'), PATIENCE).toBe('true');
  }, 120_000);

  it('exports exactly what the service has, by the site’s clock through its change', async () => {
    const rows = await rowsOf(await save('Every sample (CSV)'));
    const [from, to] = [Date.UTC(2026, 2, 24, 23), Date.UTC(2026, 2, 31, 22)];
    expect(rows[0]).toEqual([
      'utc',
      'site time (Europe/Amsterdam)',
      `${SUPPLY_AIR} (${TEMPERATURE}) [°C]`,
      `${OUTDOOR_AIR} (${OUTDOOR}) [°C]`,
    ]);
    for (const [column, id] of [TEMPERATURE, OUTDOOR].entries()) {
      const exported = rows.slice(1).flatMap((row) => {
        const cell = row[column + 2]!;
        return cell === '' ? [] : [[Date.parse(row[0]!), Number(cell)]];
      });
      expect(exported).toEqual(serviceRows(id, from, to));
    }
    const night = rows.filter(
      ([utc]) => utc!.startsWith('2026-03-29T00:45') || utc!.startsWith('2026-03-29T01:00'),
    );
    expect(night.map(([, local]) => local)).toEqual([
      '2026-03-29T01:45:00+01:00',
      '2026-03-29T03:00:00+02:00',
    ]);
    const shown = await rowsOf(await save('Table of what is shown (CSV)'));
    expect(shown.slice(1)).toEqual(rows.slice(1));
  }, 180_000);

  it('zooms by a drag, goes back and forward, and resets', async () => {
    const label = (): Promise<string | null> => plot().getAttribute('aria-label');
    const before = await label();
    const box = (await plot().boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.3, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 90, { steps: 4 });
    await page.mouse.up();
    await expect.poll(label, PATIENCE).not.toBe(before);
    const zoomed = await label();
    await page.getByRole('button', { name: 'Previous zoom' }).click();
    await expect.poll(label, PATIENCE).toBe(before);
    await page.getByRole('button', { name: 'Next zoom' }).click();
    await expect.poll(label, PATIENCE).toBe(zoomed);
    await plot().press('-');
    await expect.poll(label, PATIENCE).not.toBe(zoomed);
    await page.getByRole('button', { name: 'Previous zoom' }).click();
    await page.getByRole('button', { name: 'Previous zoom' }).click();
    await expect.poll(label, PATIENCE).toBe(before);
  }, 180_000);

  it('moves by Shift and a drag, the wheel, keys and the overview, and resets by a double click', async () => {
    const label = (): Promise<string | null> => plot().getAttribute('aria-label');
    const moved = async (act: () => Promise<unknown>): Promise<void> => {
      const before = await label();
      await act();
      await expect.poll(label, PATIENCE).not.toBe(before);
      await page.getByRole('button', { name: 'Previous zoom' }).click();
      await expect.poll(label, PATIENCE).toBe(before);
    };
    const box = (await plot().boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + 80];
    await page.mouse.move(x, y);
    await moved(async () => {
      await page.keyboard.down('Shift');
      await page.mouse.down();
      await page.mouse.move(x - 150, y, { steps: 3 });
      await page.mouse.up();
      await page.keyboard.up('Shift');
    });
    await moved(async () => {
      await page.mouse.move(x, y);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -400);
      await page.keyboard.up('Control');
    });
    await moved(() => plot().press('ArrowLeft'));
    await moved(() => plot().press('+'));
    await moved(() => page.getByRole('slider', { name: 'End of the stretch in view' }).press('ArrowLeft'));
    const before = await label();
    await plot().dblclick({ position: { x: box.width / 2, y: 80 } });
    await page.getByRole('radio', { name: 'Week', checked: true }).waitFor();
    await page.getByRole('button', { name: 'Previous zoom' }).click();
    await expect.poll(label, PATIENCE).toBe(before);
  }, 180_000);

  it('reads real samples at the cursor, step by step with keys', async () => {
    await statistics(SUPPLY_AIR).getByText(String(WEEK), { exact: true }).waitFor();
    await plot().focus();
    await plot().press('Shift+ArrowRight');
    await plot().press('Shift+ArrowRight');
    const rows = serviceRows(TEMPERATURE, Date.UTC(2026, 2, 24, 23), Date.UTC(2026, 2, 31, 22));
    const value = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 5 }).format(rows[1]![1]);
    await statistics(SUPPLY_AIR).getByRole('cell').first().filter({ hasText: value }).waitFor();
    await page.getByRole('columnheader', { name: 'Wed 25 Mar 00:15 CET' }).waitFor();
    await rig.shot('charts-cursor');
    await page.getByRole('radio', { name: 'UTC' }).click();
    await page.getByRole('columnheader', { name: 'Tue 24 Mar 23:15 UTC' }).waitFor();
    await plot().press('Escape');
    await page.getByRole('columnheader', { name: 'Newest of all' }).waitFor();
  }, 180_000);

  it('has every sample in the table behind the chart', async () => {
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    const [first] = serviceRows(TEMPERATURE, Date.UTC(2026, 2, 24, 23), Date.UTC(2026, 2, 31, 22));
    await page
      .getByRole('row', { name: /2026-03-24 23:00:00\+00:00/ })
      .getByText(String(first![1]), { exact: true })
      .first()
      .waitFor();
    expect(await rig.serious()).toEqual([]);
    await page.getByRole('button', { name: 'Show as chart' }).first().click();
    await page.getByRole('radio', { name: 'Site' }).click();
  }, 180_000);

  it('saves a view, and shows it again', async () => {
    const views = page.getByRole('button', { name: 'Views', exact: true });
    await views.press('Enter');
    await hasFocus(page.getByRole('button', { name: 'Save view…' }));
    await page.keyboard.press('Enter');
    await hasFocus(page.getByLabel('Name'));
    await page.keyboard.type('Air of AHU-03');
    await page.keyboard.press('Enter');
    await page.getByText('View saved: Air of AHU-03').waitFor();
    await point(OUTDOOR_AIR).click();
    await statistics(OUTDOOR_AIR).waitFor({ state: 'detached' });
    await views.press('Enter');
    await hasFocus(page.getByRole('button', { name: 'Air of AHU-03', exact: true }));
    await page.keyboard.press('Enter');
    await statistics(OUTDOOR_AIR).waitFor();
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('button', { name: 'Delete “Air of AHU-03”' }).click();
    await page.getByText('View deleted: Air of AHU-03').waitFor();
    await page.getByText('No views saved yet').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('button', { name: 'Air of AHU-03', exact: true }).click();
  }, 180_000);

  it('saves a picture', async () => {
    const bytes = await readFile(await (await save('Picture (PNG)')).path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(500);
  }, 180_000);

  it('says where the newest data is when none is in view, and goes there', async () => {
    await show('2026-11-10', '2026-11-12');
    await statistics(SUPPLY_AIR).getByText('0', { exact: true }).waitFor();
    // The chart had shown March alone; what lies before this stretch was looked at for what the series held.
    const newest = page.getByText(/^No data in this stretch. Newest known: Sun 1 Nov 00:45 CET/).first();
    await newest.getByRole('button', { name: 'Show the newest data' }).click();
    await statistics(SUPPLY_AIR)
      .getByText(/^[12]\d\d$/)
      .waitFor();
  }, 180_000);

  it('shows what is here without the service, says since when, and hatches the rest', async () => {
    await rig.service.close();
    await show('2026-03-20', '2026-04-01');
    await page.getByText(/Data as of/).waitFor();
    // Before the week alone: what is here is not said to be lacking.
    await page
      .getByText(/Not fetched: 20 – 2\d Mar/)
      .first()
      .waitFor();
    // The week, and what the pans before fetched beside it.
    await statistics(SUPPLY_AIR)
      .getByText(/^[67]\d\d$/)
      .waitFor();
    expect(await faultsOf(rig, 'charts-offline')).toEqual([]);
  }, 180_000);

  it('says of a table what is not in it', async () => {
    const saved = await save('Every sample (CSV)');
    expect(saved.suggestedFilename()).toMatch(/ 2026-03-20 to 2026-04-01\.csv$/);
    await page.getByText(/^Saved: .*\.csv\. Not in it, since it was never fetched: 20 – 2\d Mar/).waitFor();
  }, 180_000);
});
