import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { serveApp, type WebHost } from '../../../main/hosts/web/serve.ts';
import type { AppState } from '../../../shared/ipc/app.ts';
import type { Outbox, PendingItem } from '../../../shared/ipc/outbox.ts';
import { ok } from '../../../shared/failure.ts';
import { EMPTY_OUTBOX, someState, standInApp } from '../../support/stand-in-app.ts';
import { builtPage } from '../rig/built-page.ts';
import { firstScreen } from '../rig/first-screen.ts';
import { PATIENCE } from '../rig/rig.ts';
import { CHROMIUM, startChromium, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const ITEM: PendingItem = {
  site: 'harbour',
  siteName: 'Harbour House',
  key: '/Other/notes.txt',
  path: 'Other/notes.txt',
  before: null,
  size: 40,
  changedAt: null,
  direction: 'up',
  action: 'update',
  reason: 'Changed here',
  waiting: null,
  waitsUntil: null,
  share: null,
  review: false,
};
const OTHER: AppState['work']['running'][number] = {
  site: 'harbour',
  path: 'Other/scan.e57',
  direction: 'up',
  total: 4_000_000,
  done: 1_000_000,
};

describe.skipIf(CHROMIUM === null)(`a file that nothing keeps back${WITHOUT_CHROMIUM}`, PATIENCE, () => {
  const app = standInApp();
  let browser: Browser;
  let host: WebHost;
  let page: Page;

  beforeAll(async () => {
    const outbox: Outbox = {
      ...EMPTY_OUTBOX,
      pending: [
        ITEM,
        { ...ITEM, key: '/Other/old.txt', path: 'Other/old.txt', direction: 'off', size: null },
      ],
      pendingTotal: 2,
      pendingBytes: 40,
    };
    app.answer('outbox.get', async () => ok(outbox));
    app.answer('activity.list', async () => ok([]));
    const served = await serveApp({ app, page: await builtPage(), port: 0, onBug: () => undefined });
    if (!served.ok) throw new Error(served.failure.message);
    host = served.value;
    browser = await startChromium();
    page = await firstScreen(browser, host);
    await page.evaluate(() => location.assign('#/outbox'));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  const waitsAt = async (file: string, work: Partial<AppState['work']>): Promise<void> => {
    const state = someState();
    app.emit('state', { ...state, work: { ...state.work, ...work } });
    await page.getByRole('row', { name: file }).click();
    await page.getByRole('heading', { name: file }).waitFor();
  };
  const waits = () => expect.poll(() => page.locator('.facts dt:text-is("Waiting") + dd').textContent());

  it('is said to wait for others only while there are any on their way', async () => {
    await waitsAt('notes.txt', {});
    await waits().toBe('With the next sync, once it has been still for 2 seconds');
    await waitsAt('notes.txt', { phase: 'scanning', site: 'harbour' });
    await waits().toBe('Both sides are looked at first');
    await waitsAt('notes.txt', { phase: 'transferring', filesTotal: 2, running: [OTHER] });
    await waits().toBe('In its turn: others go first');
  });

  it('waits for no stillness where no bytes of it are sent', async () => {
    await waitsAt('old.txt', {});
    await waits().toBe('With the next sync');
  });
});
