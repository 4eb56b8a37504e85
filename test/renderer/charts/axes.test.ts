import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../rig/faults.ts';
import { seedDayOfPoints } from '../rig/day-of-points.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { cutOn, noteWriting, writtenOn } from '../rig/writing.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const POINTS = [
  'Supply air,AHU-1,°C,sat',
  'Fan power,AHU-1,kW,kw',
  'Humidity,AHU-1,%RH,rh',
  'Fan runs,AHU-1,,run',
  'Meter,AHU-1,Wh,meter',
  'Leak,AHU-1,kg/s,leak',
];

describe.skipIf(CHROMIUM === null)(
  `a chart of several units${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) =>
          seedDayOfPoints(store, SITE, POINTS, {
            sat: (at) => 18 + (at % 8) / 2,
            kw: (at) => 120 + (at % 5) * 10,
            rh: (at) => 40 + (at % 3),
            run: (at) => Math.floor(at / 10) % 2,
            meter: (at) => 12_345_000.25 + at * 250,
            leak: (at) => 1e-9 * (1 + at / 50),
          }),
      });
      await rig.follow(SITE);
      await rig.openWindow({ before: noteWriting });
      await rig.goTo(`site/${SITE}/data`);
      for (const name of ['Supply air', 'Fan power', 'Humidity', 'Fan runs'])
        await rig.page.getByRole('treeitem', { name: new RegExp(`^${name}`) }).click();
      await panels().nth(3).waitFor();
    }, 120_000);

    afterAll(() => rig?.close());

    const panels = (): Locator => rig.page.locator('.chart-panel');
    const written = (nth: number): Promise<readonly string[]> =>
      writtenOn(rig.page, `.chart-panel:nth-of-type(${nth}) .uplot canvas`);
    const move = async (name: string): Promise<void> => {
      await rig.page.getByRole('button', { name: `More for ${name}` }).click();
      await rig.page
        .getByRole('menuitem', { name: /^Move to “(Temperature|Supply air|\d series)/ })
        .first()
        .click();
    };

    it('begins with one chart a unit; that of a state marks whole numbers alone', async () => {
      expect(await panels().getByRole('heading').allTextContents()).toEqual([
        'Temperature',
        'Power',
        'Humidity',
        'Fan runs',
      ]);
      const marks = async (): Promise<readonly string[]> =>
        (await written(4)).filter((text) => /^[\d.]+$/.test(text));
      await expect.poll(marks, PATIENCE).toEqual(['0', '1']);
      // A fan that ran for a minute of the day and said so twice has a mean of a half.
      const mean = panels().nth(3).getByRole('columnheader', { name: 'Mean' });
      expect(await mean.getAttribute('title')).toMatch(/each counted alike, however long/);
    });

    it('has room for the whole of each mark, of a meter that counted millions too', async () => {
      for (const name of ['Meter', 'Leak'])
        await rig.page.getByRole('treeitem', { name: new RegExp(`^${name}`) }).click();
      await rig.page.getByRole('radio', { name: 'Day' }).click();
      await expect.poll(() => written(5), PATIENCE).toContain('12,350,000');
      await expect.poll(() => written(6), PATIENCE).toContain('1.5e-9');
      const cut = [1, 5, 6].map((nth) => cutOn(rig.page, `.chart-panel:nth-of-type(${nth}) .uplot canvas`));
      expect(await Promise.all(cut)).toEqual([[], [], []]);
      expect(await faultsOf(rig, 'charts-marks')).toEqual([]);
      for (const name of ['Meter', 'Leak'])
        await rig.page.getByRole('treeitem', { name: new RegExp(`^${name}`) }).click();
    });

    it('has an axis for each unit, with the unit at its head, left and right in turns', async () => {
      for (const name of ['Fan power', 'Humidity', 'Fan runs']) await move(name);
      await expect.poll(() => panels().count(), PATIENCE).toBe(1);
      await rig.page.getByText('°C, kW, %RH, no unit').waitFor();
      const heads = async (): Promise<readonly string[]> =>
        (await written(1)).filter((text) => ['°C', 'kW', '%RH', 'no unit'].includes(text));
      await expect.poll(heads, PATIENCE).toEqual(['%RH', '°C', 'kW', 'no unit']);
      expect(await faultsOf(rig, 'charts-axes')).toEqual([]);
    });

    it('says so where the service gives no access to the timeseries of the site', async () => {
      rig.service.switches.failNext({ match: { method: 'POST' }, times: 100, action: { status: 403 } });
      await rig.page.getByRole('radio', { name: 'Month' }).click();
      await rig.page.getByText(/no access to the timeseries of this site/).waitFor();
      await rig.page.getByText(/^Not fetched: /).waitFor();
      // What is here stays on the screen.
      await rig.page
        .getByRole('row', { name: /^Supply air/ })
        .getByText('96', { exact: true })
        .waitFor();
      rig.service.switches.reset();
    });

    const savedPicture = async (): Promise<Buffer> => {
      const download = rig.page.waitForEvent('download');
      await rig.page.getByRole('button', { name: 'Export' }).click();
      await rig.page.getByRole('menuitem', { name: 'Picture (PNG)' }).click();
      return readFile(await (await download).path());
    };

    it('becomes a picture with title, zone and a legend of what each line reaches', async () => {
      const bytes = await savedPicture();
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      const texts = await writtenOn(rig.page, null);
      expect(texts).toContain('Harbour House');
      expect(texts).toContainEqual(
        expect.stringMatching(/ · Europe\/Berlin \((CES?T|CET\/CEST|CEST\/CET)\)$/),
      );
      for (const legend of [
        'Supply air (sat) · Min 18.0 °C · Mean 19.8 °C · Max 21.5 °C',
        'Fan power (kw) · Min 120 kW · Mean 140 kW · Max 160 kW',
      ])
        expect(texts).toContain(legend);
    });

    it('cuts no word of that picture in a narrow window', async () => {
      await rig.page.setViewportSize({ width: 340, height: 720 });
      await savedPicture();
      expect(await writtenOn(rig.page, null)).toContain(
        'Supply air (sat) · Min 18.0 °C · Mean 19.8 °C · Max 21.5 °C',
      );
      expect(await cutOn(rig.page, null)).toEqual([]);
      await rig.page.setViewportSize({ width: 1280, height: 800 });
      expect(rig.bugs).toEqual([]);
    });
  },
);
