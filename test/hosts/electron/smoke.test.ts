import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electronBinary } from '../../../main/hosts/start/electron-binary.ts';
import { DESKTOP } from '../../../main/hosts/start/run-electron.ts';
import { ensureBuilt } from '../../../main/hosts/checkout.ts';
import { startWorld, TOKEN, type World } from '../../support/laptop.ts';
import { builtPage } from '../../renderer/rig/built-page.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const BINARY = electronBinary(ROOT);

/** The real thing, wherever Electron's binary is: `npx install-electron` fetches it. */
describe.skipIf(BINARY === null)('the desktop app in Electron', () => {
  let home: string;
  let world: World;
  let app: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'sitesync-smoke-'));
    world = await startWorld();
    await builtPage();
    const built = ensureBuilt(DESKTOP, () => undefined);
    if (!built.ok) throw new Error(built.failure.detail ?? built.failure.message);
    app = await _electron.launch({
      executablePath: BINARY!,
      // Chromium's sandbox does not run as root, as tests in a container do.
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ROOT, '--data', join(home, 'data')],
      env: { PATH: process.env['PATH'] ?? '', HOME: home, DISPLAY: process.env['DISPLAY'] ?? '' },
    });
    page = await app.firstWindow();
    page.setDefaultTimeout(20_000);
  }, 120_000);
  afterAll(async () => {
    // It has ended by then, unless a test failed.
    await app?.close().catch(() => undefined);
    await world?.close();
    await rm(home, { recursive: true, force: true });
  });

  it('shows the first run on its own address, in a page without Node', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toBe('sitesync://app/');
    expect(
      await page.evaluate(() => [
        typeof process,
        typeof require,
        Object.keys((globalThis as { sitesync?: object }).sitesync ?? {}),
      ]),
    ).toEqual(['undefined', 'undefined', ['send', 'listen', 'pathOf']]);
  });

  it('signs in to the real engine, and shows the sites', async () => {
    await page.getByLabel('Service address').fill(world.service.url);
    await page.getByRole('textbox', { name: 'Access token' }).fill(TOKEN);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Harbour House').first().waitFor();
  });

  it('stays on its page, opens no window, and is granted nothing', async () => {
    const before = app.windows().length;
    const got = await page.evaluate(async () => {
      window.open('http://sites.example/');
      location.href = 'http://127.0.0.1:9/';
      const { state } = await navigator.permissions.query({ name: 'geolocation' });
      return state;
    });
    expect(got).toBe('denied');
    expect([page.url().startsWith('sitesync://app/'), app.windows().length]).toEqual([true, before]);
  });

  it('hides when its window is closed, and ends when it is told to', async () => {
    const visible = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.close();
      return window?.isVisible();
    });
    expect(visible).toBe(false);
    const ended = app.waitForEvent('close');
    await app.evaluate(({ app: electron }) => electron.quit());
    await ended;
  });
});

if (BINARY === null)
  console.log(
    'The desktop app in Electron was not tested: there is no Electron binary here (npx install-electron fetches it).',
  );
