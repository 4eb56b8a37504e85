import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CHROMIUM, WITHOUT_CHROMIUM, sharedChromium } from '../renderer/rig/chromium.ts';
import { served } from './served.ts';

let scratch: string;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'sitesync-demo-test-'));
});

afterEach(() => rmSync(scratch, { recursive: true, force: true }));

it.skipIf(CHROMIUM === null)(
  `the demo opens signed in, with photos, a conflict to decide, and charts up to now${WITHOUT_CHROMIUM}`,
  async () => {
    const { address, stop } = await served(scratch);
    const context = await (await sharedChromium()).newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(address);
    await page.getByText('Online', { exact: true }).waitFor();
    const photos = page.getByRole('article').locator('img');
    await expect.poll(() => photos.count(), { timeout: 30_000 }).toBe(5);
    await page.getByRole('link', { name: /^Outbox/ }).click();
    const versions = page.getByRole('main').getByText(/^Changed today .* (by you on|uploaded by User) /);
    await expect.poll(() => versions.count(), { timeout: 30_000 }).toBe(2);
    // The charts begin with the week that ends now: there is something in it, up to this hour.
    await page
      .getByRole('link', { name: /^Rijnhaven Tower/ })
      .first()
      .click();
    await page.getByRole('tab', { name: /^Timeseries/ }).click();
    await page.getByRole('treeitem', { name: /^AHU-03/ }).press('ArrowRight');
    await page.getByRole('treeitem', { name: /^Supply air temperature/ }).click();
    await page.getByRole('cell', { name: /^\d+ min$/ }).waitFor();
    await context.close();
    expect(await stop()).toBe(0);
  },
  150_000,
);
