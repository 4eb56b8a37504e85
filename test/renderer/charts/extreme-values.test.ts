import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valueRange } from '../../../renderer/features/charts/plot/value-range.ts';
import type { ChartLine } from '../../../renderer/features/charts/plot/line.ts';
import { seedDayOfPoints } from '../rig/day-of-points.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { noteWriting, writtenOn } from '../rig/writing.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const VIEW = { from: 0, to: 1000 };
/** The number after 21.3, as a mean of 21.3 may come out. */
const AFTER = 21.3 + 2 ** -48;

function rangeOf(...values: readonly number[]): readonly [number, number] {
  const line = {
    unit: null,
    states: false,
    step: false,
    data: { times: Float64Array.from(values, (_, at) => at), values: Float64Array.from(values) },
  } as unknown as ChartLine;
  return valueRange([line], null, VIEW);
}

describe('the reach of an axis', () => {
  it.each([
    [21.3, AFTER],
    [1e16, 1e16 + 2],
    [-1e20, -1e20 - 16_384],
  ])('is that of one value where %f and %f differ by the last figure alone', (low, high) => {
    const [from, to] = rangeOf(low, high);
    expect(to - from).toBeGreaterThan(Math.abs(low) * 0.05);
    expect(from).toBeLessThan(Math.min(low, high));
    expect(to).toBeGreaterThan(Math.max(low, high));
  });

  it('is close where a large meter counts in small steps', () => {
    const [from, to] = rangeOf(123_456_789.001, 123_456_789.002);
    expect(to - from).toBeLessThan(0.002);
  });

  it.each([
    [-Number.MAX_VALUE, Number.MAX_VALUE],
    [Number.MAX_VALUE, Number.MAX_VALUE],
  ])('is a number from %f to %f', (low, high) => {
    const [from, to] = rangeOf(low, high);
    expect(to - from).toBeGreaterThan(0);
    expect(to - from).toBeLessThan(Infinity);
  });
});

describe.skipIf(CHROMIUM === null)(`a chart of odd values${WITHOUT_CHROMIUM}`, { timeout: 120_000 }, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) =>
        seedDayOfPoints(store, 'harbour', ['Room mean,AHU-1,°C,mean', 'Broken,AHU-1,kW,broken'], {
          mean: (at) => (at % 3 === 0 ? AFTER : 21.3),
          broken: (at) => (at % 2 === 0 ? -Number.MAX_VALUE : Number.MAX_VALUE),
        }),
    });
    await rig.follow('harbour');
    await rig.openWindow({ before: noteWriting });
    await rig.goTo('site/harbour/data?series=mean');
  }, 120_000);

  afterAll(() => rig?.close());

  const written = (): Promise<readonly string[]> => writtenOn(rig.page, '.chart-panel .uplot canvas');

  it('marks its axis where the values differ by the last figure alone', async () => {
    await expect.poll(written, PATIENCE).toEqual(expect.arrayContaining(['21', '22', 'Room mean']));
    expect(rig.bugs).toEqual([]);
  });

  it('draws the line of values as large as numbers can be', async () => {
    await rig.goTo('site/harbour/data?series=broken');
    await rig.page.getByRole('heading', { name: 'Power' }).waitFor();
    const names = (): Promise<readonly string[]> =>
      writtenOn(rig.page, '.chart-panel:nth-of-type(2) .uplot canvas');
    await expect.poll(names, PATIENCE).toContain('Broken');
    expect(rig.bugs).toEqual([]);
  });
});
