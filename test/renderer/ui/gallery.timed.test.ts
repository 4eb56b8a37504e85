import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FRAME, scrollFrames, slowness, workMs } from '../rig/scrolling.ts';
import { CHROMIUM, WITHOUT_CHROMIUM, startChromium } from '../rig/chromium.ts';
import { type Gallery, openGallery } from './gallery.ts';

describe.skipIf(CHROMIUM === null)(`the table of files in a browser${WITHOUT_CHROMIUM}`, () => {
  let gallery: Gallery;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [gallery, browser] = await Promise.all([openGallery(), startChromium()]);
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${gallery.url}?page=files&theme=light`);
    await page.waitForSelector('h1');
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await gallery?.close();
  });

  it('scrolls 100,000 rows with less work than a frame has room for', async () => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const grid = page.getByRole('grid', { name: 'Files' });
    // Code that has just been loaded is still being compiled.
    await grid.evaluate(scrollFrames, 1000);
    const before = await workMs(devtools);
    const frames = await grid.evaluate(scrollFrames, 3000);
    const work = ((await workMs(devtools)) - before) / frames.length;
    const sorted = frames.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    console.log(
      `100,000 rows, 9 a frame: ${frames.length} frames in 3 s, median ${at(0.5).toFixed(1)} ms, 95 % below ` +
        `${at(0.95).toFixed(1)} ms; script, style and layout take ${work.toFixed(1)} ms a frame`,
    );
    // Time of the processor, since a machine that is busy otherwise drops frames whatever a page does.
    expect(work).toBeLessThan(FRAME * (await slowness(page)));
  });
});
