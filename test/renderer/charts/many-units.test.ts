import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDayOfPoints } from '../rig/day-of-points.ts';
import { faultsOf } from '../rig/faults.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { noteWriting, writtenOn } from '../rig/writing.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const UNITS = '°C °F kW kWh Pa m³/h ppm lx V A Hz rpm m³ % %RH bar kg/s W/m² µg/m³ BTU/h'.split(' ');

describe.skipIf(CHROMIUM === null)(
  `a chart of ${UNITS.length} units${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        viewport: { width: 1440, height: 900 },
        seed: ({ store }) =>
          seedDayOfPoints(
            store,
            SITE,
            UNITS.map((unit, at) => `Sensor ${at},Many,${unit},s${at}`),
            Object.fromEntries(
              UNITS.map((_, nth) => [`s${nth}`, (at: number): number => nth * 10 + (at % 9)]),
            ),
          ),
      });
      await rig.follow(SITE);
      const panels = [{ series: UNITS.map((_, at) => `s${at}`) }];
      const view = { id: 'all', name: 'All of it', panels, range: 'day' as const, template: null };
      await rig.call('views.save', { site: SITE, view });
      await rig.openWindow({ before: noteWriting });
      await rig.goTo(`site/${SITE}/data`);
      await rig.page.getByRole('button', { name: 'Views' }).click();
      await rig.page.getByText('All of it').click();
      await rig.page.getByRole('heading', { name: `${UNITS.length} series` }).waitFor();
    }, 120_000);

    afterAll(() => rig?.close());

    const widthOf = async (selector: string): Promise<number> =>
      (await rig.page.locator(selector).first().boundingBox())?.width ?? 0;

    it.each([1440, 900, 480])('leaves the lines room beside its axes, %i px wide', async (width) => {
      await rig.page.setViewportSize({ width, height: 900 });
      const share = async (): Promise<number> =>
        (await widthOf('.chart-panel .u-over')) / (await widthOf('.chart-panel'));
      await expect.poll(share, PATIENCE).toBeGreaterThan(0.35);
      const written = await writtenOn(rig.page, '.chart-panel .uplot canvas');
      // The first ones have their axes, whose units stand above them.
      expect(written).toContain('°C');
      const drawn = UNITS.filter((unit) => written.includes(unit)).length;
      await rig.page.getByText(`No room for the axes of ${UNITS.length - drawn} units`).waitFor();
      const heading = rig.page.getByRole('heading', { name: `${UNITS.length} series` });
      expect(await heading.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
      expect(rig.bugs).toEqual([]);
    });

    it('can be read by everybody', async () => {
      await rig.page.setViewportSize({ width: 1440, height: 900 });
      expect(await faultsOf(rig, 'charts-many-units')).toEqual([]);
    });
  },
);
