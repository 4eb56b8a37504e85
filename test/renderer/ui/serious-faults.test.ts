import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFaults } from '../rig/serious-faults.ts';
import { CHROMIUM, startChromium, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

describe.skipIf(CHROMIUM === null)(`what axe is asked about a page${WITHOUT_CHROMIUM}`, () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    page = await browser.newPage();
  });
  afterAll(() => browser?.close());

  it('finds what is wrong with the markup once, and with the colours in each theme', async () => {
    await page.setContent(`<html lang="en"><title>x</title><main><h1>Site</h1><p>Pump</p></main></html>`);
    expect(await seriousFaults(page)).toEqual([]);
    await page.evaluate(() => {
      document.querySelector('p')?.style.setProperty('color', '#ccc');
      document.querySelector('main')?.append(document.createElement('button'));
    });
    expect(await seriousFaults(page)).toEqual(['button-name: button', 'color-contrast: p']);
    expect(await seriousFaults(page, 'looks')).toEqual(['color-contrast: p']);
  });

  it('leaves out what react-aria says to screen readers, and takes no page with frames', async () => {
    await page.setContent(
      `<html lang="en"><title>x</title><main><h1>Site</h1></main><div data-live-announcer><button></button></div></html>`,
    );
    expect(await seriousFaults(page)).toEqual([]);
    await page.evaluate(() => document.body.append(document.createElement('iframe')));
    await expect(seriousFaults(page)).rejects.toThrow('frame');
  });
});
