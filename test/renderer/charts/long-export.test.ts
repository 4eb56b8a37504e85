import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedDayOfPoints } from '../rig/day-of-points.ts';
import { holdAnswers } from '../rig/hold-answers.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const SECOND = 1000;
/** Some pieces long. */
const SAMPLES = 130_000;

describe.skipIf(CHROMIUM === null)(`an export of many samples${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let late: readonly (() => void)[];
  let through = 0;
  const saved: Download[] = [];

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        seedDayOfPoints(store, SITE, ['Meter,EL-01,kW,meter'], {});
        const end = Math.floor(Date.now() / SECOND) * SECOND - 3600 * SECOND;
        store.addPoints(
          SITE,
          'meter',
          Array.from({ length: SAMPLES }, (_, at): [number, number] => [
            end - (SAMPLES - at) * 4 * SECOND,
            at % 97,
          ]),
        );
      },
    });
    await rig.follow(SITE);
    const { page } = rig;
    await rig.goTo(`site/${SITE}/data`);
    await page.getByRole('treeitem', { name: /^Meter/ }).click();
    await page.getByRole('radio', { name: 'Week' }).click();
    await page.getByRole('row', { name: /Meter.*130,000/ }).waitFor();
    page.on('download', (download) => saved.push(download));
  }, 120_000);
  afterAll(() => rig?.close());

  beforeEach(async () => {
    late = await holdAnswers(rig.page, 'series.export');
    through = 0;
    await rig.goTo(`site/${SITE}/data`);
    await rig.page.reload();
    await rig.page.getByRole('row', { name: /Meter/ }).first().waitFor();
    saved.length = 0;
  });

  /** Lets the next piece through. */
  const next = async (): Promise<void> => {
    await expect.poll(() => late.length, PATIENCE).toBeGreaterThan(through);
    late[through++]?.();
  };
  const bar = () => rig.page.getByRole('progressbar', { name: /^Exporting Harbour House/ });
  const begin = async (): Promise<void> => {
    await rig.page.getByRole('button', { name: 'Export', exact: true }).click();
    await rig.page.getByRole('menuitem', { name: 'Every sample (CSV)' }).click();
    await next();
    await bar().waitFor();
  };

  it('tells how far it is, and leaves nothing where it is stopped', async () => {
    const { page } = rig;
    await begin();
    const share = Number(await bar().getAttribute('aria-valuenow'));
    expect(share).toBeGreaterThan(10);
    expect(share).toBeLessThan(60);
    for (const theme of ['light', 'dark', 'contrast'] as const) {
      await rig.theme(theme);
      await rig.shot(`export-${theme}`);
      expect(await rig.serious()).toEqual([]);
    }
    await page.setViewportSize({ width: 720, height: 450 });
    const stop = page.getByRole('button', { name: 'Stop export' });
    const told = page.getByRole('contentinfo');
    const words = [told.getByText(/^\d+ %$/), told.getByText('exported', { exact: true })];
    for (const look of ['light', 'dark', 'contrast', 'forced'] as const) {
      await page.emulateMedia({ forcedColors: look === 'forced' ? 'active' : 'none' });
      if (look !== 'forced') await rig.theme(look);
      await rig.shot(`export-narrow-${look}`);
      // What it tells is seen beside all else, and the way to stop it is reached by keys.
      for (const part of [...words, stop]) {
        const { x, y, width, height } = (await part.boundingBox())!;
        const isWhole = x >= 0 && x + width <= 720 && y + height <= 450 && width > 0;
        expect(isWhole, look).toBe(true);
        // Nor is it cut inside: "26 …" would say nothing.
        const lacks = await part.evaluate((words) => words.scrollWidth - words.clientWidth);
        expect(lacks, look).toBeLessThanOrEqual(0);
      }
      await stop.focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      expect(await stop.evaluate((button) => button.matches(':focus-visible')), look).toBe(true);
      expect(await rig.serious(look === 'forced' ? 'looks' : 'all'), look).toEqual([]);
    }
    await page.emulateMedia({ forcedColors: 'none' });
    await rig.theme('light');
    await page.keyboard.press('Enter');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText('Stopped. Nothing was saved.').waitFor();
    expect(await bar().count()).toBe(0);
    const asked = late.length;
    // The pieces that were asked for come too late.
    late[through]?.();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Every sample (CSV)' }).waitFor();
    await page.keyboard.press('Escape');
    expect([late.length, saved.length]).toEqual([asked, 0]);
    expect(rig.bugs).toEqual([]);
  });

  it('goes on where the charts are left, and tells of its end there', async () => {
    const { page } = rig;
    await begin();
    await rig.goTo('settings');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    const before = Number(await bar().getAttribute('aria-valuenow'));
    await next();
    await expect
      .poll(async () => Number(await bar().getAttribute('aria-valuenow')), PATIENCE)
      .toBeGreaterThan(before);
    // The way back shows it too, and begins no second one beside it.
    await rig.goTo(`site/${SITE}/data`);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const again = page.getByRole('menuitem', { name: 'Every sample (CSV)' });
    expect(await again.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await rig.goTo('settings');
    while (saved.length === 0) await Promise.race([next(), page.waitForEvent('download')]);
    await page.getByText(/^Saved: Harbour House/).waitFor();
    const rows = (await readFile(await saved[0]!.path(), 'utf8')).trimEnd().split('\r\n');
    expect(rows.length).toBe(SAMPLES + 1);
    await expect.poll(() => bar().count(), PATIENCE).toBe(0);
    expect(rig.bugs).toEqual([]);
  });

  it('asks before a window is closed that it ends with, and leaves nothing then', async () => {
    const { page } = rig;
    await begin();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await page.getByRole('row', { name: /Meter/ }).first().waitFor();
    expect([asked, saved.length, await bar().count()]).toEqual([['beforeunload'], 0, 0]);
    expect(rig.bugs).toEqual([]);
  });
});
