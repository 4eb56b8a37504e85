import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../main/app/app.ts';
import { openApp } from '../../main/hosts/open-app.ts';
import { webHostServices } from '../../main/hosts/web/host-services.ts';
import { pageFolder } from '../../main/hosts/web/page.ts';
import { serveApp, type WebHost } from '../../main/hosts/web/serve.ts';
import { startWorld, TOKEN, type World } from '../support/laptop.ts';

const CHROMIUM = [process.env['CHROMIUM_PATH'] ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== '' && existsSync(path),
);
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The real screens on the real engine and service. */
describe.skipIf(CHROMIUM === undefined)('the app in a browser (needs Chromium)', () => {
  let home: string;
  let world: World;
  let app: App;
  let host: WebHost;
  let browser: Browser;
  let page: Page;
  const bugs: unknown[] = [];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'sitesync-app-'));
    world = await startWorld();
    const opened = await openApp({
      data: join(home, 'data'),
      root: join(home, 'root'),
      host: webHostServices(),
      stillMs: 50,
    });
    if (!opened.ok) throw new Error(opened.failure.message);
    app = opened.value;
    const folder = pageFolder(() => undefined);
    if (!folder.ok) throw new Error(folder.failure.detail ?? folder.failure.message);
    const served = await serveApp({
      app,
      page: folder.value,
      port: 0,
      onBug: (_, error) => bugs.push(error),
    });
    if (!served.ok) throw new Error(served.failure.message);
    host = served.value;
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: FLAGS });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) bugs.push(message.text());
    });
    await page.goto(host.newAddress());
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await app?.close();
    await world?.close();
    await rm(home, { recursive: true, force: true });
  });

  const shot = async (name: string): Promise<void> => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };
  /** Without react-aria's announcer: it names a button for seven seconds, also one that has gone meanwhile. */
  const serious = async (): Promise<readonly string[]> => {
    const { violations } = await new AxeBuilder({ page }).exclude('[data-live-announcer]').analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };

  it('says plainly which of address and token is wrong, then signs in', async () => {
    await page.getByLabel('Service address').fill(world.service.url);
    await page.getByRole('textbox', { name: 'Access token' }).fill('wrong');
    await shot('first-run');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText(/Sign in with a valid token\./).waitFor();
    await page.getByRole('textbox', { name: 'Access token' }).fill(TOKEN);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'Sites', exact: true }).waitFor();
    await shot('sites');
    expect(await serious()).toEqual([]);
  });

  it('keeps a site here, and sends what is put into its folder', async () => {
    await page.getByRole('button', { name: 'Keep on this computer' }).click();
    const folder = join(home, 'root', 'Harbour House');
    await expect.poll(() => existsSync(join(folder, 'Spec Sheet'))).toBe(true);
    await writeFile(join(folder, 'Spec Sheet', 'pump.txt'), 'pump, 12 kW');
    await page
      .getByRole('link', { name: /Harbour House/ })
      .first()
      .click();
    await page.getByText('Everything is on this computer').waitFor();
    await shot('overview');
    await page.getByRole('tab', { name: /Files/ }).click();
    const row = page.getByRole('row', { name: /pump\.txt/ });
    await row.getByText('Up to date').waitFor();
    expect(await readFile(join(folder, 'Spec Sheet', 'pump.txt'), 'utf8')).toBe('pump, 12 kW');
    await row.click();
    await page.getByRole('heading', { name: 'pump.txt' }).waitFor();
    await shot('files');
    expect(await serious()).toEqual([]);
  }, 40_000);

  it('shows what waits while the service is away, and sends it when it is back', async () => {
    await world.service.close();
    await writeFile(
      join(home, 'root', 'Harbour House', 'Spec Sheet', 'offline.txt'),
      'written in the basement',
    );
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText('Offline', { exact: true }).waitFor();
    await page.getByRole('link', { name: /Outbox/ }).click();
    await page.getByText('Spec Sheet/offline.txt').waitFor();
    await page
      .getByText(/New here · offline/)
      .first()
      .waitFor();
    await shot('outbox');
    expect(await serious()).toEqual([]);
  }, 40_000);

  it.each(['Activity', 'Trash', 'Settings'])(
    'has no serious fault for assistive technology in %s, in any theme',
    async (name) => {
      await page
        .getByRole('link', { name: new RegExp(name) })
        .first()
        .click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      for (const theme of ['light', 'dark', 'contrast']) {
        await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
        await shot(`${name.toLowerCase()}-${theme}`);
        expect(await serious()).toEqual([]);
      }
    },
    40_000,
  );

  it('lets nobody in without the cookie, a second time by one key, or from another page', async () => {
    const url = `http://127.0.0.1:${host.port}`;
    const key = host.newAddress().split('key=')[1]!;
    expect((await fetch(`${url}/content/file/site-1/x`)).status).toBe(401);
    expect((await fetch(`${url}/session`, { method: 'POST', body: 'guessed' })).status).toBe(403);
    expect(
      (await fetch(`${url}/session`, { method: 'POST', headers: { origin: url }, body: key })).status,
    ).toBe(204);
    expect(
      (await fetch(`${url}/session`, { method: 'POST', headers: { origin: url }, body: key })).status,
    ).toBe(403);
    expect((await fetch(url, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await fetch(`${url}/..%2f..%2fpackage.json`)).status).toBe(404);
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(url);
    await stranger.getByText('This address was used already').waitFor();
    await stranger.close();
    expect(bugs).toEqual([]);
  });
});
