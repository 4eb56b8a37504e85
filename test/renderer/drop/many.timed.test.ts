import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filesIn } from '../../support/laptop.ts';
import { drag } from '../rig/drag.ts';
import { AXE_PATIENCE } from '../rig/faults.ts';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const FOLDERS = 50;
const FILES = 100;
/** 2 GB in a few large ones. */
const LARGE = 4;
const LARGE_BYTES = 512 * 1024 * 1024;

describe.skipIf(CHROMIUM === null)(`adding 5,000 files in a browser${WITHOUT_CHROMIUM}`, AXE_PATIENCE, () => {
  let rig: Rig;
  let page: Page;
  let folder: string;

  const open = async (): Promise<void> => {
    rig = await Rig.open({ seed: ({ store }) => store.addSite({ id: SITE, name: 'Harbour House' }) });
    page = rig.page;
    folder = await rig.follow(SITE);
    await rig.goTo(`site/${SITE}`);
    await page.getByRole('heading', { name: 'Harbour House' }).waitFor();
    for (let at = 0; at < FOLDERS; at++) {
      const inside = join(rig.home, 'Handover', `Level ${at}`);
      mkdirSync(inside, { recursive: true });
      for (let file = 0; file < FILES; file++)
        writeFileSync(join(inside, `sheet ${file}.pdf`), `${at} ${file}`);
    }
  };
  beforeAll(open, 120_000);
  // A try that failed may leave anything: the next one has a folder and a window of its own.
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return;
    await rig.close();
    await open();
  }, 120_000);
  afterAll(() => rig?.close());

  /** The longest time between two frames of the window from now on, ms. */
  const watchFrames = () =>
    page.evaluate(() => {
      const watch = { longest: 0 };
      let last = performance.now();
      const frame = (now: number): void => {
        watch.longest = Math.max(watch.longest, now - last);
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      Object.assign(globalThis, { watch });
    });
  const longestFrame = () =>
    page.evaluate(() => Math.round((globalThis as unknown as { watch: { longest: number } }).watch.longest));

  const grid = () => page.getByRole('grid', { name: 'Files to add' });
  /** Has them shown for review, unless they are. */
  const review = async (): Promise<void> => {
    if (await grid().isVisible()) return;
    await drag(page, [join(rig.home, 'Handover')], 'main');
    await page.getByText('5,000 files in “Handover”').waitFor();
  };

  it('shows them all for review, drawing only what is in view', async () => {
    await watchFrames();
    const start = performance.now();
    await review();
    const took = Math.round(performance.now() - start);
    expect(await grid().getAttribute('aria-rowcount')).toBe(String(FOLDERS * (FILES + 1) + 1));
    expect(await grid().getByRole('row').count()).toBeLessThan(80);
    await grid().focus();
    await page.keyboard.press('End');
    await grid()
      .getByRole('row', { name: /sheet 99\.pdf/ })
      .waitFor();
    console.info(`5,000 files: review after ${took} ms, longest frame ${await longestFrame()} ms`);
  });

  it('changes the category of all of them at once', async () => {
    await review();
    await grid().press('End');
    await grid().press('Control+a');
    await page.getByText('5,000 selected').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Category' }).click();
    await page.getByRole('menuitem', { name: 'Maintenance Document' }).click();
    await page.getByRole('button', { name: /Category of sheet 99\.pdf: Maintenance Document/ }).waitFor();
  });

  it('leaves nothing of them when it is stopped in the middle', async () => {
    await review();
    await page.getByRole('button', { name: 'Add 5,000 files' }).click();
    await page.getByText(/^[1-9][\d,]* of 5,000 files/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    // The category of 5,000 files goes with it: that is asked.
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => readdir(join(folder, '.sitesync', 'tmp')).catch(() => []), { timeout: 45_000 })
      .toEqual([]);
    expect(await filesIn(folder)).toEqual({});
    expect(rig.bugs).toEqual([]);
  });

  it('takes 2 GB, and the window goes on drawing', async () => {
    const scans = join(rig.home, 'Scans');
    mkdirSync(scans);
    for (let at = 0; at < LARGE; at++) {
      writeFileSync(join(scans, `scan ${at}.e57`), `scan ${at}`);
      truncateSync(join(scans, `scan ${at}.e57`), LARGE_BYTES);
    }
    // What is added is sent at once otherwise, and the disk of a test holds it once more.
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await drag(page, [scans], 'main');
    await page.getByText('4 files in “Scans”').waitFor();
    await watchFrames();
    const start = performance.now();
    await page.getByRole('button', { name: 'Add 4 files' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 240_000 });
    console.info(
      `2 GB: added in ${((performance.now() - start) / 1000).toFixed(1)} s, longest frame ${await longestFrame()} ms`,
    );
    const added = await readdir(folder, { recursive: true });
    const sizes = added
      .filter((name) => name.endsWith('.e57'))
      .map((name) => statSync(join(folder, name)).size);
    expect(sizes).toEqual(Array.from({ length: LARGE }, () => LARGE_BYTES));
    expect(rig.bugs).toEqual([]);
  }, 300_000);
});
