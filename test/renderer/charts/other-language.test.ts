import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDayOfPoints } from '../rig/day-of-points.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { noteWriting, writtenOn } from '../rig/writing.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const POINTS = ['Energy,P-1,kWh,energy', 'Flow,P-1,m³/s,flow'];

describe.skipIf(CHROMIUM === null)(
  `a chart in a browser of another language${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) =>
          seedDayOfPoints(store, SITE, POINTS, {
            energy: (at) => 1000 + at * 10,
            flow: (at) => 0.0001 + (at % 5) * 0.0001,
          }),
      });
      await rig.follow(SITE);
      await rig.openWindow({ locale: 'de-DE', before: noteWriting });
      await rig.goTo(`site/${SITE}/data`);
    }, 120_000);

    afterAll(() => rig?.close());

    const chart = async (name: string): Promise<void> => {
      await rig.page.getByRole('treeitem', { name: new RegExp(`^${name}`) }).click();
    };
    const written = (nth: number): Promise<readonly string[]> =>
      writtenOn(rig.page, `.chart-panel:nth-of-type(${nth}) .uplot canvas`);
    /** Both sides of the axis: what stands left of the plot comes first, from its foot up. */
    const marks = async (nth: number): Promise<readonly string[]> =>
      (await written(nth)).filter((text) => /^[\d.,]+$/.test(text));

    it('tells numbers at the axis as everywhere else in the window', async () => {
      await chart('Energy');
      await expect.poll(() => marks(1), PATIENCE).toContain('1,500');
      expect(await marks(1)).not.toContain('1.500');
    });

    it('tells apart the marks of very small values', async () => {
      await chart('Flow');
      await expect.poll(() => marks(2), PATIENCE).toContain('0.0002');
      const found = await marks(2);
      expect(new Set(found).size).toBe(found.length);
    });

    it('tells days and months in the words of the window', async () => {
      const { page } = rig;
      await page.locator('.toolbar button', { hasText: /\d/ }).first().click();
      const form = page.getByRole('dialog', { name: 'Range' });
      await form.getByLabel('From').fill('2026-05-04 00:00');
      await form.getByLabel('To').fill('2026-05-08 00:00');
      await form.getByRole('button', { name: 'Show' }).click();
      await page.getByRole('button', { name: /^4\s?–\s?8 May/ }).waitFor();
      await expect.poll(() => written(1), PATIENCE).toContain('Tue 5');
      expect(rig.bugs).toEqual([]);
    });
  },
);
