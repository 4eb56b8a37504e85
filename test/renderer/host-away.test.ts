import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { serveApp, type WebHost } from '../../main/hosts/web/serve.ts';
import { standInApp } from '../support/stand-in-app.ts';
import { builtPage } from './rig/built-page.ts';
import { firstScreen } from './rig/first-screen.ts';
import { PATIENCE } from './rig/rig.ts';
import { CHROMIUM, startChromium, WITHOUT_CHROMIUM } from './rig/chromium.ts';

describe.skipIf(CHROMIUM === null)(`a window whose SiteSync is gone${WITHOUT_CHROMIUM}`, PATIENCE, () => {
  const app = standInApp();
  let folder: string;
  let browser: Browser;
  let page: Page;
  let host: WebHost;

  const serve = async (port: number): Promise<WebHost> => {
    const served = await serveApp({ app, page: folder, port, onBug: () => undefined });
    if (!served.ok) throw new Error(served.failure.message);
    return served.value;
  };

  beforeAll(async () => {
    folder = await builtPage();
    host = await serve(0);
    browser = await startChromium();
    page = await firstScreen(browser, host);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  it('says so over everything, and what to do', async () => {
    const { port } = host;
    await host.close();
    const said = page.getByRole('alertdialog', { name: 'SiteSync is not answering' });
    await said.waitFor();
    expect(await said.innerText()).toContain('Your files are safe.');
    // Started anew it knows this page no more, as is seen below: nothing else is promised.
    expect(await said.innerText()).toContain('If it was stopped, start it again and open the address');
    const folderOfShots = process.env['SCREENSHOTS'];
    if (folderOfShots !== undefined) await page.screenshot({ path: `${folderOfShots}/host-away.png` });
    host = await serve(port);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alertdialog', { name: 'SiteSync was restarted' }).waitFor();
  });

  it('is back as soon as the new address is pasted into it', async () => {
    await page.goto(host.newAddress());
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Sites', exact: true }).waitFor();
    expect(new URL(page.url()).hash).not.toContain('key');
  });
});
