import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdAnswers } from '../rig/hold-answers.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

describe.skipIf(CHROMIUM === null)(
  `the settings while they come${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open();
    }, 120_000);
    afterAll(() => rig?.close());

    it('stand where they are drawn first, however late one of them is known', async () => {
      const { page } = rig;
      const late = await holdAnswers(page, 'series.cache', 1);
      await rig.goTo('settings');
      await page.reload();
      await expect.poll(() => late.length, PATIENCE).toBe(1);
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      await page.evaluate(() => {
        const places = new Set<number>();
        Object.assign(globalThis, { places });
        const look = (): void => {
          const field = document.querySelector('#settings-sync');
          if (field !== null) places.add(Math.round(field.getBoundingClientRect().top));
          requestAnimationFrame(look);
        };
        look();
      });
      await page.waitForTimeout(300);
      late[0]!();
      await page.getByRole('textbox', { name: 'Most room for timeseries' }).waitFor();
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => (globalThis as unknown as { places: Set<number> }).places.size)).toBe(
        1,
      );
      expect(rig.bugs).toEqual([]);
    });
  },
);
