import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Rig, SAMPLE } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'rijnhaven-tower';

describe.skipIf(CHROMIUM === null)(`the room of charts${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let page: Page;

  beforeAll(async () => {
    rig = await Rig.open({
      sample: SAMPLE,
      viewport: { width: 1024, height: 640 },
      seed: ({ store }) =>
        store.addPoints(
          SITE,
          'rtm.oat',
          Array.from({ length: 48 }, (_, k): [number, number] => [Date.now() - (48 - k) * 3_600_000, k % 12]),
        ),
    });
    page = rig.page;
    await rig.follow(SITE, ['kg-csv']);
    await rig.goTo(`site/${SITE}/data?series=rtm.ahu03.sat`);
    await point('Outdoor air temperature').click();
    await page.getByRole('row', { name: /^Outdoor air temperature/ }).waitFor();
  }, 120_000);
  afterAll(() => rig?.close());

  const point = (label: string): Locator => page.getByRole('treeitem', { name: new RegExp(`^${label}`) });
  const boxOf = async (of: Locator): Promise<{ readonly top: number; readonly bottom: number }> => {
    const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
    return { top: y, bottom: y + height };
  };
  const heightOf = async (of: Locator): Promise<number> => {
    const { top, bottom } = await boxOf(of);
    return bottom - top;
  };
  const plots = (): Locator => page.locator('.chart-plot');

  it.each([
    [1024, 640, 210],
    [1280, 800, 340],
  ])('is all that is left of a window of %d × %d', async (width, height, least) => {
    await page.setViewportSize({ width, height });
    await expect.poll(() => heightOf(plots().first()), PATIENCE).toBeGreaterThanOrEqual(least);
    const [table, brush] = await Promise.all([
      boxOf(page.locator('.chart-stats')),
      boxOf(page.locator('.chart-brush')),
    ]);
    expect(table.bottom).toBeLessThanOrEqual(brush.top);
    expect(brush.top - table.bottom).toBeLessThan(24);
    // What is drawn fills it.
    await expect
      .poll(async () => heightOf(plots().first().locator('.uplot')), PATIENCE)
      .toBeCloseTo(await heightOf(plots().first()), 0);
  });

  it.each(['light', 'contrast'] as const)(
    'leaves some of the points to be picked in a low window, and what follows them in sight: %s',
    async (theme) => {
      await page.setViewportSize({ width: 1024, height: 640 });
      await rig.theme(theme);
      await page.getByText('Are these columns right?').waitFor();
      await point('Outdoor air temperature').focus();
      const row = await heightOf(page.getByRole('treeitem').last());
      // High contrast has larger letters and thus fewer of them.
      expect((await heightOf(page.getByRole('tree'))) / row).toBeGreaterThan(theme === 'light' ? 4 : 2);
      const foot = await boxOf(page.getByRole('region', { name: 'Model health' }));
      expect(foot.bottom).toBeLessThanOrEqual((await boxOf(page.getByRole('main'))).bottom);
      await rig.shot(`charts-room-${theme}`);
      await rig.theme('light');
    },
  );

  it('is shared by several charts, none lower than can be read', async () => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    const alone = await heightOf(plots().first());
    await point('CO2, meeting room').click();
    await expect.poll(() => plots().count(), PATIENCE).toBe(2);
    await expect.poll(() => heightOf(plots().first()), PATIENCE).toBeLessThan(alone);
    const heights = async (): Promise<readonly number[]> => {
      const all = await plots().all();
      return Promise.all(all.map(heightOf));
    };
    expect(Math.min(...(await heights()))).toBeGreaterThan(198);
    await page.setViewportSize({ width: 1280, height: 640 });
    await expect.poll(async () => Math.min(...(await heights())), PATIENCE).toBe(198);
  });

  it('has no colours of the theme before over a line that is pointed at', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('row', { name: /^Outdoor air temperature/ }).hover();
    /** The lightest of what is drawn over the chart of both temperatures. */
    const lightest = (): Promise<number> =>
      page
        .locator('.chart-overlay')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          let most = -1;
          for (let at = 0; at < data.length; at += 4)
            if (data[at + 3]! > 128) most = Math.max(most, Math.min(data[at]!, data[at + 1]!, data[at + 2]!));
          return most;
        });
    await expect.poll(lightest, PATIENCE).toBeGreaterThan(240);
    await rig.theme('dark');
    // At once: the next sample that comes draws it anew anyway.
    await expect.poll(lightest, { timeout: 5000 }).toBeLessThan(120);
    await rig.theme('light');
    expect(rig.bugs).toEqual([]);
  });
});
