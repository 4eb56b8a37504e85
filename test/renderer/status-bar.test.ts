import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { serveApp, type WebHost } from '../../main/hosts/web/serve.ts';
import type { AppState } from '../../shared/ipc/app.ts';
import type { SiteSummary } from '../../shared/ipc/sites.ts';
import { ok } from '../../shared/failure.ts';
import { someState, standInApp } from '../support/stand-in-app.ts';
import { builtPage } from './rig/built-page.ts';
import { firstScreen } from './rig/first-screen.ts';
import { PATIENCE } from './rig/rig.ts';
import { CHROMIUM, startChromium, WITHOUT_CHROMIUM } from './rig/chromium.ts';

describe.skipIf(CHROMIUM === null)(`the status bar${WITHOUT_CHROMIUM}`, PATIENCE, () => {
  const app = standInApp();
  let browser: Browser;
  let host: WebHost;
  let page: Page;

  beforeAll(async () => {
    app.answer('sites.list', async () =>
      ok([siteNamed('harbour', 'Harbour House'), siteNamed('mill', 'Mill'), ...KEPT]),
    );
    const served = await serveApp({ app, page: await builtPage(), port: 0, onBug: () => undefined });
    if (!served.ok) throw new Error(served.failure.message);
    host = served.value;
    browser = await startChromium();
    page = await firstScreen(browser, host);
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

  it('keeps the keys in it when a pause was chosen from its menu: the next Enter resumes', async () => {
    app.answer('app.pause', async ({ paused }: { readonly paused: boolean }) => {
      app.emit('state', someState({ paused, pausedUntil: null }));
      return ok(null);
    });
    const asked = (): unknown => app.calls.findLast(({ command }) => command === 'app.pause')?.input;
    await page.getByRole('button', { name: 'Choose how long to pause' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'For an hour' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect(asked()).toMatchObject({ paused: true, until: expect.any(Number) });
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Resume');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    expect(asked()).toEqual({ paused: false });
  });

  it('says on the screen what to do where the network of a hotel keeps it from the service', async () => {
    const hint = 'On a hotel or guest Wi-Fi, open a browser and sign in to the network.';
    const trouble = { code: 'offline', message: 'A web page came.', hint, retry: 'on-connect' } as const;
    const bar = page.getByRole('contentinfo');
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      app.emit('state', someState({ connection: 'offline', trouble }));
      await bar.getByText(hint, { exact: true }).waitFor();
      // Nothing to do: then what they need not fear.
      app.emit('state', someState({ connection: 'offline', trouble: { ...trouble, hint: '' } }));
      await bar.getByText('Everything on this computer stays open.').first().waitFor();
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    app.emit('state', someState());
  });

  it('says how far the sites are apart where one was not synced with the others', async () => {
    const now = new Date().setHours(12, 0, 0, 0);
    const synced = [now, now - 60 * 60_000, now - 30_000];
    const sites = KEPT.map((site, n) => ({ ...site, syncedAt: synced[n] ?? null }));
    const list = (all: readonly SiteSummary[]): void => {
      app.answer('sites.list', async () => ok([...all]));
      app.emit('changed', { site: null });
      app.emit('state', someState({ lastSync: now }));
    };
    const bar = page.getByRole('contentinfo');
    list(sites);
    await bar.getByText('Last syncs 11:00 to 12:00', { exact: true }).waitFor();
    // That one is paused: the others were synced together.
    list(
      sites.map((site, n) => (n === 1 ? { ...site, followed: { ...site.followed, paused: true } } : site)),
    );
    await bar.getByText('Last sync 12:00', { exact: true }).waitFor();
    list([siteNamed('harbour', 'Harbour House'), siteNamed('mill', 'Mill'), ...KEPT]);
    app.emit('state', someState());
    await bar.getByText('Last sync', { exact: false }).waitFor({ state: 'detached' });
  });

  it('moves no site at the side when a mark comes or goes beside its name', async () => {
    const heightAt = async (paused: boolean): Promise<number> => {
      app.emit('state', someState({ paused }));
      await page.getByRole('button', { name: paused ? 'Resume' : 'Pause', exact: true }).waitFor();
      await page.locator('.rail-site').nth(7).waitFor();
      return (await page.locator('.rail-site').nth(7).boundingBox())!.y;
    };
    expect(await heightAt(true)).toBe(await heightAt(false));
    app.emit('state', someState());
  });

  it('names a large file that is read through, and not one that is read while others are sent', async () => {
    const path = 'Other/Survey/scan.e57';
    // Another site began to be looked at since.
    const reading = { site: 'mill', path };
    const site = 'harbour';
    await says({ phase: 'hashing', site }).toBe('Reading files of Harbour House');
    await says({ phase: 'hashing', site, reading }).toBe('Reading scan.e57 of Mill');
    expect(await page.locator('.status-bar-running [title]').getAttribute('title')).toBe(path);
    const waiting = { phase: 'transferring', filesTotal: 2, bytesTotal: 4_000_000, reading } as const;
    await says(waiting).toBe('Reading scan.e57 of Mill');
    const running = [
      { site: 'harbour', path: 'a.pdf', direction: 'up', total: 4_000_000, done: 1_000_000 },
    ] as unknown as AppState['work']['running'];
    await says({ ...waiting, running, bytesDone: 1_000_000 }).toContain('1.0 of 4.0 MB');
  });

  it('leaves out the time left as a whole where it has no room, and never shows half of a number', async () => {
    const words = page.locator('.status-bar-whole');
    const work = { by: 'files', filesDone: 448, filesTotal: 3001, secondsLeft: 120 } as const;
    const shown = (): Promise<readonly string[]> =>
      words.evaluate((line) => {
        const { right, bottom } = line.getBoundingClientRect();
        const parts = [...line.children].map((part) => ({ part, box: part.getBoundingClientRect() }));
        const seen = parts.filter(({ box }) => box.top < bottom - 1);
        if (seen.some(({ box }) => box.right > right + 1)) throw new Error('A part is cut');
        return seen.map(({ part }) => part.textContent);
      });
    await says({ phase: 'transferring', ...work }).toContain('448 of 3,001 files · 2 min left');
    expect(await shown()).toEqual(['448 of 3,001 files', ' · 2 min left']);
    await page.setViewportSize({ width: 600, height: 800 });
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'contrast'));
    await expect.poll(shown).toEqual(['448 of 3,001 files']);
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
    await page.setViewportSize({ width: 1280, height: 800 });
    app.emit('state', someState());
  });
});

/** Each name is a little longer than the one before: one of them just has room. */
const KEPT = Array.from({ length: 8 }, (_, n) => `Plant HouseHouse ${'i'.repeat(2 * n)}`).map((name) => ({
  ...siteNamed(name, name),
  followed: { folder: '/sites', keep: 'all', paused: false } as const,
}));

function siteNamed(id: string, name: string): SiteSummary {
  const unknown = { organization: null, city: null, country: null, address: null, graphUri: null };
  const nowhere = { latitude: null, longitude: null, timezone: null, hasPhoto: false };
  const nothing = { pending: 0, issues: 0, conflicts: 0, held: 0, folderAway: false, trouble: null };
  const never = { followed: null, keptBefore: null, categories: null, listedAt: null, syncedAt: null };
  return { id, name, ...unknown, ...nowhere, ...nothing, ...never };
}
