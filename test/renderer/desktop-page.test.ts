import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runDesktop } from '../../main/hosts/electron/desktop.ts';
import { openApp } from '../../main/hosts/compose/open-app.ts';
import { HANDED_OVER, TO_ENGINE, TO_RENDERER } from '../../shared/ipc/preload.ts';
import { startService, type RunningService } from '../service/service.ts';
import { standInElectron, type StandInElectron } from '../support/electron/stand-in-electron.ts';
import { builtPage } from './rig/built-page.ts';
import { drag } from './rig/drag.ts';
import { PATIENCE, TOKEN } from './rig/rig.ts';
import { CHROMIUM, startChromium, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'harbour';
/** Stands for sitesync://app/, which only Electron knows; what is asked there is answered by the host's own protocol. */
const ORIGIN = 'http://sitesync.localhost';

/** All of the desktop app but Electron: the built page over the preload's three functions, on the real host and engine. */
describe.skipIf(CHROMIUM === null)(`the page of the desktop app${WITHOUT_CHROMIUM}`, PATIENCE, () => {
  let home: string;
  let service: RunningService;
  let electron: StandInElectron;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'sitesync-page-'));
    service = await startService({ dataDir: join(home, 'service') });
    service.store.addSite({ id: SITE, name: 'Harbour House' });
    service.store.addFile(SITE, {
      name: 'known.pdf',
      category: 'spec-sheet',
      content: 'the very same bytes',
    });
    electron = standInElectron();
    await runDesktop({
      electron: electron.parts,
      openApp: (options) =>
        openApp({
          ...options,
          root: join(home, 'root'),
          stillMs: 50,
          account: { baseUrl: service.url, token: TOKEN },
          secrets: { keychain: false },
        }),
      loadUpdater: () => Promise.reject(new Error('Nobody wanted updates')),
      data: join(home, 'data'),
      page: await builtPage(),
      preload: '',
      icon: '',
      trayIcon: (icon) => icon,
      argv: [],
      platform: process.platform,
      env: { XDG_CONFIG_HOME: join(home, 'config') },
      execPath: '',
      resources: '',
      onSignal: () => undefined,
      onFault: () => undefined,
      log: () => undefined,
    });
    browser = await startChromium();
    page = await (await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })).newPage();
    page.setDefaultTimeout(PATIENCE.timeout);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await connect(page, electron);
    await page.goto(`${ORIGIN}/`);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    electron?.app.quit();
    await vi.waitFor(() => expect(electron.app.exitCode).toBe(0), PATIENCE);
    await service?.close();
    await rm(home, { recursive: true, force: true });
  });

  it('knows where it is, and shows the state of the engine', async () => {
    await page.getByRole('button', { name: 'Keep 1 site' }).click();
    // Pressed before the page hears keys, which it does once it shows a screen.
    electron.menu().click('&Go', 'Search…');
    await page.getByRole('button', { name: 'Start working' }).click();
    await page.getByRole('heading', { name: 'Sites', exact: true }).waitFor();
    await expect
      .poll(() => electron.windows.at(-1)?.webContents.pressed, PATIENCE)
      .toContainEqual({ type: 'keyDown', keyCode: 'k', modifiers: ['control'] });
    const folder = join(home, 'root', 'Harbour House');
    await expect
      .poll(() => readFile(join(folder, 'Spec Sheet', 'known.pdf'), 'utf8').catch(() => null), PATIENCE)
      .toBe('the very same bytes');
    await expect.poll(() => electron.trays[0]?.tip, PATIENCE).toBe('SiteSync: Up to date');
  });

  it('takes a dropped folder by its path, which main walks', async () => {
    const outside = join(home, 'handover');
    await mkdir(join(outside, 'level 2'), { recursive: true });
    await writeFile(join(outside, 'level 2', 'pump.txt'), 'pump, 12 kW');
    await page.evaluate((path) => Object.assign(globalThis, { pathOfDropped: path }), outside);
    await page.evaluate((hash) => Object.assign(location, { hash }), `#/site/${SITE}/files`);
    await page.getByRole('row', { name: /known\.pdf/ }).waitFor();
    await drag(page, [outside], 'main');
    await page.getByRole('heading', { name: 'Add to Harbour House' }).waitFor();
    await page.getByRole('button', { name: 'Add 1 file' }).click();
    await expect
      .poll(() => service.store.files(SITE).map(({ name }) => name), PATIENCE)
      .toContain('pump.txt');
  });

  it('asks before it goes with decisions about dropped files, which main passes on to the person', async () => {
    const goes = (): Promise<boolean> =>
      page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
    const file = join(home, 'plan.bin');
    await writeFile(file, 'a plan');
    await page.evaluate((path) => Object.assign(globalThis, { pathOfDropped: path }), file);
    await drag(page, [file], 'main');
    await page.getByRole('checkbox', { name: 'Add plan.bin' }).waitFor();
    expect(await goes()).toBe(true);
    await page.getByRole('checkbox', { name: 'Add plan.bin' }).click();
    await expect.poll(goes, PATIENCE).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(goes, PATIENCE).toBe(true);
  });

  it('shows where updates come from, and has no way to change it', async () => {
    await page.evaluate((hash) => Object.assign(location, { hash }), '#/settings');
    await page.getByText(/SiteSync does not look for updates\. To change that, .*update-feed\.txt/).waitFor();
    await page.getByRole('textbox', { name: 'Proxy' }).waitFor();
    expect(await page.getByRole('textbox', { name: /updates/ }).count()).toBe(0);
  });

  // Its own list is a file there; what Electron tells of the others, its tests play.
  it.runIf(process.platform === 'linux')('shows that the system has its start switched off', async () => {
    await page.evaluate((hash) => Object.assign(location, { hash }), '#/settings/computer');
    const start = page.getByRole('switch', { name: /^Start with the computer/ });
    const file = join(home, 'config', 'autostart', 'sitesync.desktop');
    await start.press('Space');
    await expect.poll(() => start.isChecked()).toBe(true);
    await expect.poll(() => readFile(file, 'utf8').catch(() => null), PATIENCE).toContain('--hidden');
    await page.getByText('In the background: files are in step before you open a window.').waitFor();
    await writeFile(file, `${await readFile(file, 'utf8')}Hidden=true\n`);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page
      .getByText(/^Switched off in the system’s settings for what starts with it\. Switch it on/)
      .waitFor();
    expect(await start.isChecked()).toBe(false);
    const shots = process.env['SCREENSHOTS'];
    for (const theme of ['light', 'dark'])
      if (shots !== undefined) {
        await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
        await page.screenshot({ path: join(shots, `settings-start-off-${theme}.png`) });
      }
    await rm(file);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.getByText(/^Taken out of the system’s list/).waitFor();
    await start.press('Space');
    await expect.poll(() => start.isChecked()).toBe(true);
    expect(await readFile(file, 'utf8')).not.toContain('Hidden');
  });

  it('breaks no rule of its own policy', () => {
    expect(complaints).toEqual([]);
  });
});

/** Puts the page and the host together as Electron does: its protocol, its preload, its one channel each way. */
async function connect(page: Page, electron: StandInElectron): Promise<void> {
  const window = electron.windows[0]!;
  const answer = electron.protocols.get('sitesync')!;
  await page.route(`${ORIGIN}/**`, async (route: Route) => {
    const request = route.request();
    const url = request.url().replace(ORIGIN, 'sitesync://app');
    const headers = new Headers(await request.allHeaders().catch(() => ({})));
    const given = { url, method: request.method(), headers } as Parameters<typeof answer>[0];
    const { status, headers: told, body } = await answer(given);
    const bytes = body === null ? Buffer.alloc(0) : Buffer.from(await new Response(body).arrayBuffer());
    await route.fulfill({ status, headers: Object.fromEntries(told), body: bytes });
  });
  const { webContents } = window;
  await page.exposeFunction('sendToMain', (channel: string, text: string) => {
    electron.ipcMain.emit(channel, { sender: webContents, senderFrame: webContents.mainFrame }, text);
  });
  webContents.send = (channel, message) => {
    const hear = (given: unknown): void =>
      (globalThis as unknown as { hear?: (given: unknown) => void }).hear?.(given);
    // The page may be gone by then, as a window may be.
    if (channel === TO_RENDERER) void page.evaluate(hear, message).catch(() => undefined);
  };
  await page.addInitScript(
    ([toEngine, handedOver]) => {
      const world = globalThis as unknown as Record<string, unknown>;
      const send = (channel: string, text: string): void =>
        void (world['sendToMain'] as (channel: string, text: string) => unknown)(channel, text);
      world['sitesync'] = {
        send: (text: string) => send(toEngine, text),
        listen: (onMessage: unknown) => {
          world['hear'] = onMessage;
        },
        pathOf: () => {
          const path = (world['pathOfDropped'] as string | undefined) ?? '';
          send(handedOver, path);
          return path;
        },
      };
    },
    [TO_ENGINE, HANDED_OVER] as const,
  );
}
