import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE, Rig } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'harbour';

/** Boxes of the screen that hold more than is seen of them from side to side; a list of tabs scrolls on purpose. */
function widerThanSeen(): readonly string[] {
  return [...document.querySelectorAll('main *')].flatMap((box) => {
    const { overflowX, clipPath } = getComputedStyle(box);
    if (overflowX === 'visible' || clipPath !== 'none' || box.matches('.truncate, .cut, .tab-list'))
      return [];
    const over = box.scrollWidth - box.clientWidth;
    return over > 1 && box.clientWidth > 0 ? [`${box.className}: ${over} px`] : [];
  });
}

describe.skipIf(CHROMIUM === null)(`the smallest windows${WITHOUT_CHROMIUM}`, { timeout: 12_000 }, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      viewport: { width: 360, height: 740 },
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (let number = 1; number <= 14; number += 1)
          store.addFile(SITE, {
            name: `Sheet ${number}.txt`,
            category: 'spec-sheet',
            content: `${number}\n`,
          });
        for (let number = 1; number <= 6; number += 1)
          store.addFile(SITE, { name: `Note ${number}.txt`, category: 'other', content: `${number}\n` });
        store.addFile(SITE, {
          name: 'points.csv',
          category: 'kg-csv',
          content: 'label,equipment,unit,timeseries_id\n"Supply air temperature, north",VAV,°C,warm\n',
        });
        const now = Date.now();
        store.addPoints(
          SITE,
          'warm',
          Array.from({ length: 300 }, (_, k): [number, number] => [now - (300 - k) * 900_000, 20 + (k % 4)]),
        );
      },
    });
    const folder = await rig.follow(SITE);
    await rename(join(folder, 'Spec Sheet'), join(rig.home, 'away'));
    await vi.waitFor(
      async () => expect((await rig.call('app.state', null)).outbox.held).toBeGreaterThan(0),
      PATIENCE,
    );
  }, 120_000);
  afterAll(() => rig?.close());

  const themes = ['light', 'contrast'] as const;
  const widths = [360, 280].flatMap((width) => themes.map((theme) => [width, theme] as const));
  const show = async (place: string, width: number, theme: 'light' | 'contrast'): Promise<void> => {
    await rig.page.setViewportSize({ width, height: 740 });
    await rig.theme(theme);
    await rig.goTo(place);
  };

  it.each(themes)('show held deletes whole, with their folder and size: 360 px, %s', async (theme) => {
    await show('outbox/issues', 360, theme);
    const row = rig.page.locator('.outbox-held').getByRole('row', { name: /Sheet 1\.txt.*2 B.*Spec Sheet/ });
    await row.waitFor();
    await expect.poll(() => rig.page.evaluate(widerThanSeen), PATIENCE).toEqual([]);
  });

  it.each(widths)('keep the buttons of a head within its card: %d px, %s', async (width, theme) => {
    await show('settings', width, theme);
    const button = rig.page.getByRole('button', { name: 'Change the token…' });
    await button.waitFor();
    const over = (): Promise<number> =>
      button.evaluate(
        (each) => each.getBoundingClientRect().right - each.closest('.card')!.getBoundingClientRect().right,
      );
    await expect.poll(over, PATIENCE).toBeLessThanOrEqual(0);
  });

  it.each(themes)('ask about held deletes within the banner: 280 px, %s', async (theme) => {
    await show('outbox', 280, theme);
    const button = rig.page.getByRole('button', { name: /^Yes, review and delete/ });
    await button.waitFor();
    const over = (): Promise<number> =>
      button.evaluate(
        (each) => each.getBoundingClientRect().right - each.closest('.banner')!.getBoundingClientRect().right,
      );
    await expect.poll(over, PATIENCE).toBeLessThan(0);
    await rig.shot(`smallest-held-${theme}`);
  });

  it.each(themes)(
    'leave what is told of the account more than a few letters a line: 280 px, %s',
    async (theme) => {
      await show('settings', 280, theme);
      const fact = rig.page.locator('.facts dd').first();
      await fact.waitFor();
      await expect.poll(async () => (await fact.boundingBox())!.width, PATIENCE).toBeGreaterThan(90);
      await rig.shot(`smallest-account-${theme}`);
    },
  );

  it.each(themes)('show the numbers of a chart whole: 360 px, %s', async (theme) => {
    await show(`site/${SITE}/data?series=warm`, 360, theme);
    const table = rig.page.locator('.chart-stats');
    await table.getByRole('rowheader', { name: 'Supply air temperature, north' }).waitFor();
    // It is a table all the same for who listens.
    await table.getByRole('columnheader', { name: 'Max' }).waitFor();
    await expect.poll(() => rig.page.evaluate(widerThanSeen), PATIENCE).toEqual([]);
    await rig.page.locator('.chart-stats').scrollIntoViewIfNeeded();
    await rig.shot(`smallest-chart-${theme}`);
  });
});
