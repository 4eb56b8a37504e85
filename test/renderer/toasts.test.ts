import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { serveApp, type WebHost } from '../../main/hosts/web/serve.ts';
import { fail } from '../../shared/failure.ts';
import { NOT_THERE, standInApp } from '../support/stand-in-app.ts';
import { builtPage } from './rig/built-page.ts';
import { firstScreen } from './rig/first-screen.ts';
import { PATIENCE } from './rig/rig.ts';
import { CHROMIUM, startChromium, WITHOUT_CHROMIUM } from './rig/chromium.ts';

describe.skipIf(CHROMIUM === null)(`what was told in passing${WITHOUT_CHROMIUM}`, PATIENCE, () => {
  const app = standInApp();
  let browser: Browser;
  let host: WebHost;
  let page: Page;

  beforeAll(async () => {
    app.answer('app.sync', async () => fail(NOT_THERE));
    const served = await serveApp({ app, page: await builtPage(), port: 0, onBug: () => undefined });
    if (!served.ok) throw new Error(served.failure.message);
    host = served.value;
    browser = await startChromium();
    page = await firstScreen(browser, host);
    await page.clock.install();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  const told = () => page.getByRole('alertdialog').filter({ hasText: NOT_THERE.message });
  const failAt = async (screen: string): Promise<void> => {
    await page.evaluate((hash) => location.assign(hash), `#/${screen}`);
    await page.getByRole('button', { name: 'Sync now' }).click();
    await told().waitFor();
  };

  it('takes a failure away where one has gone elsewhere, once it could be read', async () => {
    await failAt('sites');
    await page.clock.runFor(3000);
    await page.evaluate(() => location.assign('#/activity'));
    await page.getByRole('heading', { name: 'Activity', exact: true }).waitFor();
    await page.clock.runFor(2000);
    expect(await told().count()).toBe(1);
    await page.clock.runFor(2000);
    // Long before the time of a failure that nobody left, which goes on by itself.
    await told().waitFor({ state: 'detached', timeout: 8000 });
  });

  it('keeps a failure for its time where one stays, and where somebody is at it', async () => {
    await failAt('outbox');
    await page.evaluate(() => location.assign('#/outbox/issues'));
    await page.clock.runFor(15_000);
    expect(await told().count()).toBe(1);
    await told().hover();
    await page.evaluate(() => location.assign('#/activity'));
    await page.clock.runFor(10_000);
    expect(await told().count()).toBe(1);
  });
});
