import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { serveApp, type WebHost } from '../../main/hosts/web/serve.ts';
import type { AppState } from '../../shared/ipc/app.ts';
import { someState, standInApp } from '../support/stand-in-app.ts';
import { builtPage } from './rig/built-page.ts';
import { PATIENCE } from './rig/rig.ts';
import { CHROMIUM, startChromium, WITHOUT_CHROMIUM } from './ui/chromium.ts';

describe.skipIf(CHROMIUM === null)(`the status bar${WITHOUT_CHROMIUM}`, PATIENCE, () => {
  const app = standInApp();
  let browser: Browser;
  let host: WebHost;
  let page: Page;

  beforeAll(async () => {
    const served = await serveApp({ app, page: await builtPage(), port: 0, onBug: () => undefined });
    if (!served.ok) throw new Error(served.failure.message);
    host = served.value;
    browser = await startChromium();
    page = await (await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })).newPage();
    page.setDefaultTimeout(PATIENCE.timeout);
    await page.addInitScript(() => localStorage.setItem('sitesync.first-run.over', 'true'));
    await page.goto(host.newAddress());
    await page.getByRole('heading', { name: 'Sites', exact: true }).waitFor();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  const says = (work: Partial<AppState['work']>) => {
    const state = someState();
    app.emit('state', { ...state, work: { ...state.work, ...work } });
    return expect.poll(() => page.locator('.status-bar-running').textContent());
  };

  it('names a large file that is read through, and not one that is read while others are sent', async () => {
    const reading = 'Other/Survey/scan.e57';
    await says({ phase: 'hashing' }).toBe('Reading files of the sites');
    await says({ phase: 'hashing', reading }).toBe('Reading scan.e57 of the sites');
    expect(await page.locator('.status-bar-running [title]').getAttribute('title')).toBe(reading);
    const waiting = { phase: 'transferring', filesTotal: 2, bytesTotal: 4_000_000, reading } as const;
    await says(waiting).toBe('Reading scan.e57 of the sites');
    const running = [
      { site: 'harbour', path: 'a.pdf', direction: 'up', total: 4_000_000, done: 1_000_000 },
    ] as unknown as AppState['work']['running'];
    await says({ ...waiting, running, bytesDone: 1_000_000 }).toContain('1.0 of 4.0 MB');
  });
});
