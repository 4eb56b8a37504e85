import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDayOfPoints } from '../rig/day-of-points.ts';
import { hasFocus } from '../rig/has-focus.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const DAY = 86_400_000;
/** Where the sensor that was taken away ended, days ago. */
const AGO = 200;

describe.skipIf(CHROMIUM === null)(
  `where the data of charts is${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;
    const now = Math.floor(Date.now() / 60_000) * 60_000;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) => {
          const rows = [
            'Old,AHU-01,°C,old',
            'Odd,AHU-01,°C,odd',
            'Here,AHU-01,°C,here',
            'Never,AHU-01,°C,never',
          ];
          seedDayOfPoints(store, SITE, rows, { here: (at) => at % 7, never: (at) => at % 5 });
          for (const id of ['old', 'odd'])
            store.addPoints(
              SITE,
              id,
              Array.from({ length: 50 }, (_, at): [number, number] => [
                now - AGO * DAY - (49 - at) * 3_600_000,
                at,
              ]),
            );
        },
      });
      await rig.follow(SITE);
      await rig.goTo(`site/${SITE}/data?series=odd`);
    }, 120_000);

    afterAll(() => rig?.close());

    const row = (name: string): Locator => rig.page.getByRole('row', { name: new RegExp(`^${name}`) });
    const point = (name: string): Locator => rig.page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
    const cell = (name: string, at: number): Promise<string | null> =>
      row(name).getByRole('cell').nth(at).textContent();
    const newest = (): Locator => rig.page.getByRole('button', { name: 'Show the newest data' });
    const show = async (from: string, to: string): Promise<void> => {
      await rig.page.getByRole('button', { name: / – / }).first().click();
      const form = rig.page.getByRole('dialog', { name: 'Range' });
      await form.getByLabel('From').fill(from);
      await form.getByLabel('To').fill(to);
      await form.getByRole('button', { name: 'Show', exact: true }).click();
      await form.waitFor({ state: 'detached' });
    };
    const day = (ago: number): string => new Date(now - ago * DAY).toISOString().slice(0, 10);

    it('leads from an empty stretch to a year, where nobody knows when there was data', async () => {
      const { page } = rig;
      await row('Odd').getByText('0', { exact: true }).first().waitFor();
      const year = page.getByRole('button', { name: 'Show a year' });
      await year.press('Enter');
      await expect.poll(() => cell('Odd', 6), PATIENCE).toBe('50');
      await hasFocus(page.getByRole('application').first());
      expect(await year.count()).toBe(0);
      await page.getByRole('radio', { name: 'Week' }).click();
      // Now it is known.
      await newest().waitFor();
      expect(await year.count()).toBe(0);
      await point('Odd').click();
      await point('Old').click();
    });

    it('leads from an empty stretch to the newest data, once a check of the points knows of it', async () => {
      await row('Old').getByText('0', { exact: true }).first().waitFor();
      expect(await newest().count()).toBe(0);
      await rig.call('health.check', { site: SITE });
      await newest().waitFor();
      // How old it is is known already; what it reads is not here.
      expect([await cell('Old', 0), await cell('Old', 1)]).toEqual(['–', '200 d']);
      await newest().click();
      await expect.poll(() => cell('Old', 0), PATIENCE).toBe('49 °C');
      expect([await cell('Old', 1), await cell('Old', 5)]).toEqual(['200 d', '49']);
      expect(await newest().count()).toBe(0);
    });

    it('leads there from before it too, where nothing is told as the latest', async () => {
      await show(day(AGO + 60), day(AGO + 50));
      await newest().waitFor();
      expect([await cell('Old', 0), await cell('Old', 1)]).toEqual(['–', '–']);
      // By keys too, and on at the chart that it was about: the button has gone.
      await newest().press('Enter');
      await expect.poll(() => cell('Old', 0), PATIENCE).toBe('49 °C');
      await hasFocus(rig.page.getByRole('application').first());
      // A stretch that ends within the samples: its last one is not the latest.
      await show(day(AGO + 3), `${day(AGO + 1)} 12:00`);
      await expect.poll(() => cell('Old', 5), PATIENCE).toMatch(/^[1-3]\d$/);
      expect([await cell('Old', 0), await cell('Old', 1)]).toEqual(['–', '–']);
    });

    it('names the series that was never fetched, and hatches nothing over one that is here', async () => {
      const { page } = rig;
      await point('Old').click();
      await point('Here').click();
      await page.getByRole('radio', { name: 'Week' }).click();
      await expect.poll(() => cell('Here', 6), PATIENCE).toBe('96');
      await rig.cutOff();
      await point('Never').click();
      await page.getByText(/^Never: not fetched /).waitFor();
      expect(await page.locator('.chart-hatch').count()).toBe(0);
      await rig.shot('charts-one-not-fetched');
      await point('Here').click();
      await page.getByText(/^Not fetched: /).waitFor();
      const sample = page.locator('.chart-hatch');
      expect(await sample.count()).toBe(1);
      // Beside the words as on the chart, also in the colours that a person chose.
      await page.emulateMedia({ forcedColors: 'active' });
      // The chart may be drawn anew just then, and its notes with it.
      const pattern = (): Promise<string> => sample.evaluate((of) => getComputedStyle(of).backgroundImage);
      await expect.poll(pattern, PATIENCE).toContain('gradient');
      expect(rig.bugs).toEqual([]);
    });
  },
);
