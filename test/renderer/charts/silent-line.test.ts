import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartLine } from '../../../renderer/features/charts/plot/line.ts';
import { isInView } from '../../../renderer/features/charts/plot/paint-line.ts';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const QUARTER = 15 * 60_000;
const NONE = Number.NaN;

const lineOf = (times: readonly number[], values: readonly number[], step = false): ChartLine =>
  ({
    step,
    data: { times: Float64Array.from(times), values: Float64Array.from(values) },
  }) as unknown as ChartLine;

describe('a line is in view', () => {
  const view = { from: 100, to: 200 };

  it.each([
    ['with a sample in it', [150], [1], true],
    ['that crosses it between two samples', [50, 250], [1, 2], true],
    ['that crosses it between two samples, but is broken there', [50, 150, 250], [1, NONE, 2], false],
    ['that ends before it', [50, 99], [1, 2], false],
    ['that ends before it by a gap', [50, 250], [NONE, 2], false],
    ['that begins at its end', [200, 300], [1, 2], false],
    ['without a sample', [], [], false],
  ] as const)('%s: %#', (_, times, values, expected) => {
    expect(isInView(lineOf(times, values), view)).toBe(expected);
  });

  it.each([
    ['a sample without a value in it', [50, 150], [1, NONE], true],
    ['a sample without a value after it', [50, 250], [1, NONE], true],
    ['nothing after it', [50], [1], false],
    ['a gap before it', [50, 51, 250], [1, NONE, 2], false],
  ] as const)('where a value holds into it up to %s: %#', (_, times, values, expected) => {
    expect(isInView(lineOf(times, values, true), view)).toBe(expected);
  });

  it('not before its samples came', () => {
    expect(isInView({ data: null, step: true }, view)).toBe(false);
  });
});

describe.skipIf(CHROMIUM === null)(`a chart with a line without samples${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House', timezone: 'Europe/Berlin' });
        store.addFile(SITE, {
          name: 'points.csv',
          category: 'kg-csv',
          content: 'label,equipment,unit,timeseries_id\nSilent,VAV,°C,silent\nWarm,VAV,°C,warm\n',
        });
        const now = Math.floor(Date.now() / QUARTER) * QUARTER;
        store.addPoints(
          SITE,
          'warm',
          Array.from({ length: 300 }, (_, k): [number, number] => [now - (300 - k) * QUARTER, k % 40]),
        );
      },
    });
    await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/data?series=warm`);
    await row('Warm').waitFor();
    await rig.goTo(`site/${SITE}/data?series=silent`);
    await row('Silent').waitFor();
  }, 120_000);
  afterAll(() => rig?.close());

  const row = (name: string): Locator => rig.page.locator('.chart-stats tr', { hasText: name });
  /** Is anything drawn over the lines? */
  const isVeiled = (): Promise<boolean> =>
    rig.page.locator('.chart-overlay').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value > 0);
    });
  /** The chart follows what is pointed at in the next frame. */
  const drawn = (): Promise<unknown> =>
    rig.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

  it('leaves the others as they are while that one is pointed at, or has the focus', async () => {
    const { page } = rig;
    await row('Warm').hover();
    await expect.poll(isVeiled).toBe(true);
    await row('Silent').hover();
    await drawn();
    expect(await isVeiled()).toBe(false);
    await page.mouse.move(5, 5);
    await row('Warm').getByRole('button').focus();
    await expect.poll(isVeiled).toBe(true);
    await row('Silent').getByRole('button').focus();
    await drawn();
    expect(await isVeiled()).toBe(false);
    expect(rig.bugs).toEqual([]);
  });
});
