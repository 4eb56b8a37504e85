import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { serveApp, type WebHost } from '../../main/hosts/web/serve.ts';
import { standInApp } from '../support/stand-in-app.ts';
import { builtPage } from './rig/built-page.ts';
import { PATIENCE } from './rig/rig.ts';
import { CHROMIUM, startChromium, WITHOUT_CHROMIUM } from './rig/chromium.ts';

describe.skipIf(CHROMIUM === null)(`tabs of a browser that was let in${WITHOUT_CHROMIUM}`, PATIENCE, () => {
  const app = standInApp();
  let folder: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let host: WebHost;

  const serve = async (port: number): Promise<WebHost> => {
    const served = await serveApp({ app, page: folder, port, onBug: () => undefined });
    if (!served.ok) throw new Error(served.failure.message);
    return served.value;
  };
  const isIn = (tab: Page): Promise<void> =>
    tab.getByRole('heading', { name: 'Sites', exact: true }).waitFor();

  beforeAll(async () => {
    folder = await builtPage();
    host = await serve(0);
    browser = await startChromium();
    context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE.timeout);
    await context.addInitScript(() => localStorage.setItem('sitesync.first-run.over', 'true'));
    page = await context.newPage();
    await page.goto(host.newAddress());
    await isIn(page);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  it('stay in when they are loaded anew', async () => {
    await page.reload();
    await isIn(page);
  });

  it('are in when a link opens them, and when the address is typed', async () => {
    const opened = context.waitForEvent('page');
    await page
      .getByRole('link', { name: 'Sites' })
      .first()
      .click({ modifiers: ['Control'] });
    const linked = await opened;
    await isIn(linked);
    const typed = await context.newPage();
    await typed.goto(`http://127.0.0.1:${host.port}/`);
    await isIn(typed);
    await expect.poll(app.listening).toBe(3);
    for (const tab of [linked, typed]) await tab.close();
  });

  it('come back when one of them is given the address of a host that was started anew', async () => {
    const { port } = host;
    await host.close();
    host = await serve(port);
    await page.getByRole('alertdialog', { name: 'SiteSync was restarted' }).waitFor();
    const other = await context.newPage();
    await other.goto(host.newAddress());
    await isIn(other);
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await isIn(page);
    await other.close();
  });

  it('are told how to come in where the cookie is all they have', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByText('This address does not let this browser in').waitFor();
    expect((await context.cookies()).map(({ name }) => name)).toContain(`sitesync-${host.port}`);
  });
});
