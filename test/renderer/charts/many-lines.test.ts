import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inks } from '../../../renderer/features/charts/plot/inks.ts';
import { MOST_SERIES } from '../../../renderer/features/charts/panels.ts';
import { dashOf, hueOf, type ChartLine } from '../../../renderer/features/charts/plot/line.ts';
import { drawEndLabels } from '../../../renderer/features/charts/plot/end-labels.ts';
import { drawOverlay } from '../../../renderer/features/charts/plot/overlay.ts';
import type { PlotArea } from '../../../renderer/features/charts/plot/plot-area.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { noteWriting, writtenOn } from '../rig/writing.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const QUAY = 'quay';
const QUARTER = 15 * 60_000;
const LINES = 24;
const BOX = { left: 0, top: 10, width: 400, height: 140 };
const VIEW = { from: 0, to: 1000 };
const INKS: Inks = { of: () => '', line: () => '', font: '11px Inter', size: 11, weight: '500', scale: 1 };

/** A line whose one sample is this many pixels below the top. */
const lineAt = (y: number, at: number): ChartLine => ({
  id: String(at),
  label: `Line ${at}`,
  unit: null,
  colour: at,
  states: false,
  step: false,
  lastAt: null,
  data: {
    id: String(at),
    times: Float64Array.of(500),
    values: Float64Array.of(y),
    interval: null,
    without: 0,
    words: [],
    cadence: null,
    stats: { min: y, mean: y, max: y, last: y },
  } as unknown as ChartLine['data'],
});

/** A canvas that notes what is written on it, and how far below its top. */
function noted(): { readonly canvas: CanvasRenderingContext2D; readonly written: [string, number][] } {
  const written: [string, number][] = [];
  const nothing = (): void => undefined;
  const canvas = {
    ...Object.fromEntries(
      ['fillRect', 'beginPath', 'arc', 'fill', 'stroke', 'roundRect'].map((name) => [name, nothing]),
    ),
    measureText: (text: string) => ({ width: text.length * 5 }),
    fillText: (text: string, _x: number, y: number) => written.push([text, y]),
  };
  return { canvas: canvas as unknown as CanvasRenderingContext2D, written };
}

const yOf = (_line: ChartLine, value: number): number => value;
const ROOM = { left: 400, width: 100 };

const areaOn = (canvas: CanvasRenderingContext2D): PlotArea => ({ canvas, box: BOX, view: VIEW, inks: INKS });

describe('what is written beside many lines', () => {
  it('begins with a stroke that no other line has, however many fit', () => {
    const looks = Array.from({ length: MOST_SERIES }, (_, at) => `${hueOf(at)} ${dashOf(at).join(' ')}`);
    expect(new Set(looks).size).toBe(MOST_SERIES);
  });

  it('names lines at their ends, and of more than there is room for those that can stand at theirs', () => {
    for (const count of [3, LINES, 50]) {
      const { canvas, written } = noted();
      const lines = Array.from({ length: count }, (_, at) => lineAt(12 + (at * 137) / count, at));
      drawEndLabels(areaOn(canvas), lines, ROOM, yOf);
      const ys = written.map(([, y]) => y);
      expect(ys.length).toBeGreaterThan(2);
      for (const y of ys) {
        expect(y).toBeGreaterThanOrEqual(BOX.top);
        expect(y).toBeLessThanOrEqual(BOX.top + BOX.height);
      }
      for (const [at, y] of ys.slice(1).entries()) expect(y - ys[at]!).toBeGreaterThanOrEqual(INKS.size + 3);
      // Each stands at its own line.
      if (count > 3)
        for (const [text, y] of written) expect(y).toBeCloseTo(12 + (Number(text.slice(5)) * 137) / count);
    }
  });

  it('names lines by the word that tells them apart, where their names have no room', () => {
    const { canvas, written } = noted();
    const named = (at: number): ChartLine => ({
      ...lineAt(20 + at * 30, at),
      label: `Zone temperature, office ${at} (north-east corner)`,
    });
    drawEndLabels(areaOn(canvas), [named(1), named(2), named(3)], ROOM, yOf);
    expect(written.map(([text]) => text)).toEqual([
      'Zone temper…1…ner)',
      'Zone temper…2…ner)',
      'Zone temper…3…ner)',
    ]);
  });

  it('tells values at the cursor beside each other, or none where they have no room', () => {
    const told = (lines: readonly ChartLine[], traced: string | null = null): readonly number[] => {
      const { canvas, written } = noted();
      const state = { cursor: 500, selection: null, traced };
      drawOverlay(areaOn(canvas), state, { lines, yOf, momentOf: () => 'moment' });
      return written.filter(([text]) => text !== 'moment').map(([, y]) => y);
    };
    // Two at the very bottom: neither covers the other.
    const [low = 0, lower = 0] = told([lineAt(148, 0), lineAt(149, 1)]);
    expect(lower - low).toBeGreaterThanOrEqual(18);
    expect(lower).toBeLessThanOrEqual(BOX.top + BOX.height);
    const many = Array.from({ length: LINES }, (_, at) => lineAt(12 + at * 5, at));
    expect(told(many)).toEqual([]);
    expect(told(many, '7')).toHaveLength(1);
  });
});

describe.skipIf(CHROMIUM === null)(`a chart of ${LINES} lines${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    const ids = Array.from({ length: LINES }, (_, at) => `z${at}`);
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House', timezone: 'Europe/Berlin' });
        const rows = ids.map(
          (id, at) => `"Zone temperature, office ${at} (north-east corner beside the atrium)",VAV,°C,${id}`,
        );
        store.addFile(SITE, {
          name: 'points.csv',
          category: 'kg-csv',
          content: ['label,equipment,unit,timeseries_id', ...rows, ''].join('\n'),
        });
        const now = Math.floor(Date.now() / QUARTER) * QUARTER;
        store.addSite({ id: QUAY, name: 'Quay House', timezone: 'Europe/Berlin' });
        store.addFile(QUAY, {
          name: 'points.csv',
          category: 'kg-csv',
          content: 'label,equipment,unit,timeseries_id\nIdle,VAV,kW,idle\nWarm,VAV,°C,warm\n',
        });
        store.addPoints(
          QUAY,
          'warm',
          Array.from({ length: 300 }, (_, k): [number, number] => [now - (300 - k) * QUARTER, k % 40]),
        );
        for (const [at, id] of ids.entries())
          store.addPoints(
            SITE,
            id,
            Array.from({ length: 300 }, (_, k): [number, number] => [
              now - (300 - k) * QUARTER,
              20 + at / 4 + Math.sin((k + at) / 15),
            ]),
          );
      },
    });
    await rig.follow(SITE);
    await rig.follow(QUAY);
    await rig.openWindow({ before: noteWriting });
    await rig.goTo(`site/${SITE}/data`);
    const tree = rig.page.getByRole('tree');
    await tree.getByRole('treeitem').nth(1).waitFor();
    await tree.focus();
    await rig.page.keyboard.press('Home');
    for (let at = 0; at < LINES - 1; at += 1) {
      await rig.page.keyboard.press('ArrowDown');
      await rig.page.keyboard.press('Space');
    }
    await row(LINES - 2).waitFor();
    // The last as somebody comes who found it by its name.
    await rig.goTo(`site/${SITE}/data?series=${ids.at(-1)}`);
    await row(LINES - 1).waitFor();
    await rig.page.locator('.chart-overlay').waitFor();
  }, 120_000);
  afterAll(() => rig?.close());

  const row = (at: number): Locator =>
    rig.page.getByRole('row', { name: new RegExp(`^Zone temperature, office ${at} `) });
  /** How many pixels of the canvas above the lines are drawn on. */
  const drawn = (): Promise<number> =>
    rig.page.locator('.chart-overlay').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((_, at) => at % 4 === 3 && data[at]! > 0).length;
    });

  it('puts points that are picked at once, and one that an address names, into the chart of their unit', async () => {
    expect(await rig.page.locator('.chart-panel').count()).toBe(1);
  });

  it('shows one of them alone while its row is pointed at, or has the focus', async () => {
    const { page } = rig;
    expect(await drawn()).toBe(0);
    await row(3).hover();
    await expect.poll(drawn).toBeGreaterThan(10_000);
    await rig.shot('charts-many-traced');
    await page.mouse.move(5, 5);
    await expect.poll(drawn).toBe(0);
    await row(1).getByRole('button').focus();
    await expect.poll(drawn).toBeGreaterThan(10_000);
    await row(1).getByRole('button').blur();
    await expect.poll(drawn).toBe(0);
  });

  it.each([
    ['its table', '.chart-stats'],
    ['the list of points', '.tree'],
  ])('cuts no name to the same as another one: %s', async (_, place) => {
    const names = (): Promise<readonly string[]> =>
      rig.page
        .locator(`${place} .truncate`)
        .evaluateAll((all) => all.map((name) => name.getAttribute('data-cut') ?? ''));
    await expect.poll(async () => (await names())[0]).toMatch(/^Zone.*…\d+…/);
    const shown = await names();
    expect(new Set(shown).size).toBe(shown.length);
    for (const [at, name] of shown.entries()) if (place === '.chart-stats') expect(name).toContain(`${at}…`);
  });

  it('cuts names where they have room for what is left of them, also beside figures of one width', async () => {
    const over = await rig.page.locator('.chart-stats .truncate[data-cut]').evaluateAll((all) =>
      all.map((name) => {
        const drawn = document.createElement('span');
        drawn.textContent = name.getAttribute('data-cut');
        drawn.style.cssText = 'position: absolute; white-space: pre';
        name.append(drawn);
        const { width } = drawn.getBoundingClientRect();
        drawn.remove();
        return width - name.getBoundingClientRect().width;
      }),
    );
    expect(over).toHaveLength(LINES);
    expect(Math.max(...over)).toBeLessThanOrEqual(0);
  });

  it('has one ring of focus in the list of points: that of the current row', async () => {
    const { page } = rig;
    const ring = (of: Locator): Promise<string> =>
      of.evaluate((element) => getComputedStyle(element).outlineStyle);
    await page.getByRole('searchbox', { name: 'Find a point' }).focus();
    await page.keyboard.press('Tab');
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    const current = page.locator('.tree-current');
    await expect.poll(() => ring(current)).toBe('solid');
    expect(await ring(page.getByRole('tree'))).toBe('none');
  });

  it('tells the whole name of the point that was looked at last', async () => {
    const name = rig.page.getByRole('region', { name: 'About this point' }).locator('strong');
    expect(await name.textContent()).toMatch(/beside the atrium\)$/);
    const [wide, high] = await name.evaluate((element) => [
      element.scrollWidth - element.clientWidth,
      element.scrollHeight - element.clientHeight,
    ]);
    expect([wide, high]).toEqual([0, 0]);
  });

  it('shows names and ids of points apart from each other in model health, in a narrow window too', async () => {
    const { page } = rig;
    await page.setViewportSize({ width: 900, height: 640 });
    await page.getByRole('button', { name: 'Look at all' }).click();
    const area = page.getByRole('dialog', { name: 'Model health' });
    await area.getByText('z3', { exact: true }).waitFor();
    const names = (): Promise<readonly string[]> =>
      area
        .locator('.cell-two-name > .truncate')
        .evaluateAll((all) => all.map((name) => name.getAttribute('data-cut') ?? ''));
    await expect.poll(async () => (await names())[0]).toMatch(/^Zone.*office \d+.*….+$/);
    const shown = await names();
    expect(new Set(shown).size).toBe(shown.length);
    await rig.shot('charts-many-health-900');
    await page.keyboard.press('Escape');
    await area.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('leaves the list its room in a low window', async () => {
    const { page } = rig;
    await page.setViewportSize({ width: 900, height: 640 });
    await page
      .getByRole('region', { name: 'Are these columns right?' })
      .getByRole('button', { name: 'Yes' })
      .click();
    await page.getByText('Are these columns right?').waitFor({ state: 'detached' });
    const heightOf = async (of: Locator): Promise<number> => (await of.boundingBox())?.height ?? 0;
    const foot = page.getByRole('region', { name: 'Model health' });
    await rig.shot('charts-many-low');
    const row = await heightOf(page.getByRole('treeitem').last());
    expect((await heightOf(page.getByRole('tree'))) / row).toBeGreaterThan(6);
    expect(await heightOf(foot)).toBeLessThan(50);
    await foot.getByRole('button', { name: 'More about model health' }).click();
    await page.getByRole('menuitem', { name: 'Datamodels' }).click();
    await page.getByRole('dialog', { name: 'Datamodels and columns' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps them within the panel in which a timeseries is added by its id, however low the window is', async () => {
    const { page } = rig;
    for (const [width, height] of [
      [1280, 800],
      [900, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByRole('button', { name: 'Id of a timeseries' }).click();
      const panel = page.getByRole('dialog', { name: 'Id of a timeseries' });
      const names = (): Promise<readonly string[]> =>
        panel
          .locator('li .truncate')
          .evaluateAll((all) => all.map((name) => name.getAttribute('data-cut') ?? ''));
      await expect.poll(async () => (await names())[0]).toMatch(/^Zone.*office \d+.*….+$/);
      const shown = await names();
      expect(new Set(shown).size).toBe(LINES);
      await rig.shot(`charts-many-entry-${width}`);
      expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      const { x, y, width: wide, height: high } = (await panel.boundingBox())!;
      expect(wide).toBeLessThanOrEqual(420);
      expect(y + high).toBeLessThanOrEqual(height);
      const last = panel.getByRole('button', { name: /^Take off the chart/ }).last();
      await last.scrollIntoViewIfNeeded();
      const cross = (await last.boundingBox())!;
      expect(cross.x + cross.width).toBeLessThanOrEqual(x + wide);
      expect(cross.y + cross.height).toBeLessThanOrEqual(y + high);
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('takes no id that is too long to be asked for: the other lines stay', async () => {
    const { page } = rig;
    await page.getByRole('button', { name: 'Id of a timeseries' }).click();
    const panel = page.getByRole('dialog', { name: 'Id of a timeseries' });
    const field = panel.getByRole('textbox', { name: 'Id of a timeseries' });
    // A column of ids, pasted.
    await field.fill('z1 '.repeat(200));
    await panel.getByText('The id of a timeseries has 512 letters at most').waitFor();
    await field.press('Enter');
    expect(await field.inputValue()).toBe('z1 '.repeat(200));
    expect(await panel.getByRole('button', { name: /^Take off the chart/ }).count()).toBe(LINES);
    await field.fill('');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await rig.goTo(`site/${SITE}/data?series=${'z'.repeat(600)}`);
    await page.getByText('The id of a timeseries has 512 letters at most').waitFor();
    expect(await page.getByText('This is a fault in SiteSync').count()).toBe(0);
    expect(await page.locator('.chart-stats tbody tr').count()).toBe(LINES);
    // One that was noted before it was refused goes alone.
    await page.evaluate((key) => {
      const kept = JSON.parse(sessionStorage.getItem(key)!) as { series: string[] }[];
      kept[0]!.series.push('z'.repeat(600));
      sessionStorage.setItem(key, JSON.stringify(kept));
    }, `sitesync.charts.panels.${SITE}`);
    await page.reload();
    await expect.poll(() => page.locator('.chart-stats tbody tr').count(), PATIENCE).toBe(LINES);
  });

  it('writes no heap of values at the cursor, and moves nothing when it comes', async () => {
    const { page } = rig;
    const head = page.getByRole('table').first().getByRole('columnheader').nth(1);
    const before = await head.boundingBox();
    await page.locator('.chart-plot').first().hover();
    await expect.poll(() => writtenOn(page, '.chart-overlay')).toHaveLength(1);
    await rig.shot('charts-many-cursor');
    expect(await head.boundingBox()).toEqual(before);
  });

  it('draws each line in its table as it is drawn in the chart', async () => {
    const dashes = await rig.page
      .locator('.chart-stats .chart-swatch path')
      .evaluateAll((all) => all.map((path) => getComputedStyle(path).strokeDasharray));
    expect([0, 5, 10, 15].map((at) => dashes[at])).toEqual([
      'none',
      '6px, 3px',
      '2px, 3px',
      '8px, 3px, 2px, 3px',
    ]);
  });

  it('has an overview of the first that has data in view', async () => {
    const { page } = rig;
    await rig.goTo(`site/${QUAY}/data?series=idle`);
    await page.getByRole('row', { name: /^Idle / }).waitFor();
    await rig.goTo(`site/${QUAY}/data?series=warm`);
    await page.getByRole('row', { name: /^Warm / }).waitFor();
    expect(await page.locator('.chart-stats tbody th').allTextContents()).toEqual(['Idle', 'Warm']);
    /** How many pixels a line has in the later third of what is in view. */
    const inked = (): Promise<number> =>
      page.locator('.chart-brush-area').evaluate((area) => {
        const [from = 0, to = 0] = Array.from(area.querySelectorAll('.chart-grip'), (grip) => {
          const { left, right } = grip.getBoundingClientRect();
          return (left + right) / 2 - area.getBoundingClientRect().left;
        });
        const canvas = area.querySelector('canvas')!.getContext('2d')!;
        const { data } = canvas.getImageData(to - (to - from) / 3, 4, (to - from) / 3 - 3, 24);
        // What is hatched, since nobody fetched it, is lighter than a line.
        return data.filter((value, at) => at % 4 === 3 && value > 150 && data[at - 1]! < 150).length;
      });
    await expect.poll(inked).toBeGreaterThan(20);
  });
});
