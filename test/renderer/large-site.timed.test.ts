import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CATEGORIES } from '../../shared/model/category.ts';
import type { AppState } from '../../shared/ipc/app.ts';
import { startService, type RunningService } from '../service/service.ts';
import { builtPage } from './rig/built-page.ts';
import { FRAMES_WORK, scrollFrames, workMs } from './rig/scrolling.ts';
import { CHROMIUM, startChromium, WITHOUT_CHROMIUM } from './ui/chromium.ts';

const SITE = 'harbour';
const FILES = 100_000;
/** Of these the sync has enough to fetch for all that is measured. */
const TO_FETCH = 20_000;
const SCROLL_MS = 3000;
const ASK_MS = 6000;
/** What a person takes for at once, ms. */
const AT_ONCE = 50;
/** The best of so many counts: what else a machine does makes times longer, never shorter. */
const TRIES = 3;
/** A busy machine lists for a minute what a quiet one lists in a second. */
const LONG = { timeout: 400_000, interval: 500 } as const;

/** What a screen asks while a person works in it. */
const QUESTIONS = [
  ['settings.get', null],
  ['app.state', null],
  ['sites.list', null],
  ['files.page', null],
  ['files.details', null],
  ['outbox.get', { site: SITE }],
  ['app.search', { text: 'sheet 99' }],
] as const;

/** The program is a process of its own here, as on a laptop: the service beside it takes none of its time. */
describe.skipIf(CHROMIUM === null)(
  `a site of 100,000 files while it is being fetched${WITHOUT_CHROMIUM}`,
  () => {
    let home: string;
    let service: RunningService;
    let program: ChildProcess;
    let browser: Browser;
    let page: Page;
    let devtools: CDPSession;

    const open = async (): Promise<void> => {
      home = await mkdtemp(join(tmpdir(), 'sitesync-large-'));
      service = await startService({ dataDir: join(home, 'service') });
      seed(service);
      await builtPage();
      program = startProgram(home, service.url);
      const address = await addressOf(program);
      browser = await startChromium();
      page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
      page.setDefaultTimeout(LONG.timeout);
      await page.goto(address);
      await page.getByRole('main').waitFor();
      await page.evaluate(openBridge);
      await until(async () => (await ask<{ id: string }[]>('sites.list', null)).length > 0);
      await ask('sites.follow', { site: SITE, folder: join(home, 'site'), keep: 'none' });
      await until(
        async () => (await ask<{ listedAt: number | null }[]>('sites.list', null))[0]?.listedAt !== null,
      );
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/site/${SITE}/files`);
      await page
        .getByRole('row', { name: /Sheet \d+/ })
        .first()
        .waitFor();
      // Slow enough for the listing, four pages at a time, to last as long as it is measured.
      service.set({ latencyMs: 1500 });
      await ask('sites.setKeep', { site: SITE, keep: ['other'] });
      await until(async () => (await pending()) > 0);
      devtools = await page.context().newCDPSession(page);
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    };
    const close = async (): Promise<void> => {
      await browser?.close();
      program?.kill('SIGKILL');
      await service?.close();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    };

    beforeAll(open, 600_000);
    // Neither listing nor files last for another try: it has a site of its own.
    beforeEach(async ({ task }) => {
      if ((task.result?.retryCount ?? 0) === 0) return;
      await close();
      await open();
    }, 600_000);
    afterAll(close);

    const ask = async <T>(command: string, input: unknown): Promise<T> =>
      (await page.evaluate(askOnce, { command, input })).output as T;
    const pending = async (): Promise<number> => (await ask<AppState>('app.state', null)).outbox.pending;
    const fetched = async (): Promise<number> =>
      (await readdir(join(home, 'site', 'Other')).catch(() => [])).length;
    /**
     * As far away as a service is over a phone's network; the rest of the listing is soon over then. Nearer, it would take
     * one of two processors for itself, which no service does on a laptop.
     */
    const filesCome = async (): Promise<void> => {
      service.set({ latencyMs: 60 });
      await until(async () => (await fetched()) > 100);
    };
    const until = (holds: () => Promise<boolean>): Promise<void> =>
      vi.waitFor(async () => expect(await holds()).toBe(true), LONG);

    async function scrolls(): Promise<void> {
      const grid = page.getByRole('grid', { name: 'Files' });
      expect(await grid.getAttribute('aria-rowcount')).toBe(String(FILES + 1));
      await grid.evaluate(scrollFrames, 1000);
      // Time of the processor, since a machine that is busy otherwise drops frames whatever a page does.
      const best = await bestOf(async () => {
        const before = await workMs(devtools);
        const frames = await grid.evaluate(scrollFrames, SCROLL_MS);
        const work = ((await workMs(devtools)) - before) / frames.length;
        console.log(
          `100,000 files during a sync: ${frames.length} frames in ${SCROLL_MS / 1000} s, ` +
            `median ${at(frames, 0.5)} ms, 95 % below ${at(frames, 0.95)} ms; ` +
            `script, style and layout take ${work.toFixed(1)} ms a frame`,
        );
        return work;
      }, FRAMES_WORK);
      expect(await pending()).toBeGreaterThan(0);
      expect(best).toBeLessThan(FRAMES_WORK);
    }

    async function answers(): Promise<void> {
      const key = service.store.files(SITE)[77_777]!.id;
      const filter = { text: '', category: null, status: [], folder: null };
      const sort = { by: 'changed', descending: true };
      const inputs = QUESTIONS.map(([command, input]) => {
        if (command === 'files.page') return { site: SITE, filter, sort, offset: 50_000, limit: 200 };
        return command === 'files.details' ? { site: SITE, key } : input;
      });
      const questions = QUESTIONS.map(([command], index) => [command, inputs[index]] as const);
      // Not the worst: on a machine that is busy otherwise single answers wait for the processor, whoever gives them.
      const best = await bestOf(async () => {
        const times = Object.entries(await page.evaluate(askAll, { questions, forMs: ASK_MS }));
        for (const [command, each] of times)
          console.log(
            `${command}: ${each.length} times, median ${at(each, 0.5)} ms, 95 % below ${at(each, 0.95)} ms, ` +
              `worst ${at(each, 1)} ms`,
          );
        return Math.max(...times.map(([, each]) => Number(at(each, 0.95))));
      }, AT_ONCE);
      expect(await pending()).toBeGreaterThan(0);
      expect(best).toBeLessThan(AT_ONCE);
    }

    it(
      'scrolls with less work than two frames have room for while it is listed',
      { timeout: 120_000 },
      scrolls,
    );

    it('answers what a screen asks while it is listed', { timeout: 120_000 }, async () => {
      await answers();
      expect(await fetched()).toBe(0);
    });

    it('answers what a screen asks while its files come', { timeout: 500_000 }, async () => {
      await filesCome();
      await answers();
      expect(await fetched()).toBeLessThan(TO_FETCH);
    });

    it(
      'scrolls with less work than two frames have room for while its files come',
      { timeout: 500_000 },
      async () => {
        await filesCome();
        await scrolls();
      },
    );
  },
);

/** Measures until it is below the limit, or often enough; returns the least. */
async function bestOf(measure: () => Promise<number>, limit: number): Promise<number> {
  let best = Infinity;
  for (let left = TRIES; left > 0 && best >= limit; left -= 1) best = Math.min(best, await measure());
  return best;
}

/** Below which this share of the times is, as it is said. */
function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}

interface BridgeWindow extends Window {
  /** Sends one call over a bridge of its own and waits for what comes back. */
  askEngine?: (command: string, input: unknown) => Promise<{ output?: unknown }>;
}

/** In the page: a second bridge beside that of the screens, with the cookie and the secret that let them in. */
async function openBridge(): Promise<void> {
  const { page } = JSON.parse(localStorage.getItem('sitesync.session') ?? '{}') as { page: string };
  const socket = new WebSocket(`ws://${location.host}/bridge`, ['sitesync', page]);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const waiting = new Map<number, (message: { output?: unknown }) => void>();
  let last = 0;
  socket.addEventListener('message', (event: MessageEvent<string>) => {
    const message = JSON.parse(event.data) as { id?: number; output?: unknown };
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  (window as BridgeWindow).askEngine = (command, input) =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ kind: 'call', id, command, input }));
    });
}

async function askOnce({
  command,
  input,
}: {
  readonly command: string;
  readonly input: unknown;
}): Promise<{ output?: unknown }> {
  return (await (window as BridgeWindow).askEngine?.(command, input)) ?? {};
}

/** Asks each question again and again; returns how long each answer took, in ms. */
async function askAll({
  questions,
  forMs,
}: {
  readonly questions: readonly (readonly [string, unknown])[];
  readonly forMs: number;
}): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  const end = performance.now() + forMs;
  while (performance.now() < end)
    for (const [command, input] of questions) {
      const start = performance.now();
      await (window as BridgeWindow).askEngine?.(command, input);
      (times[command] ??= []).push(performance.now() - start);
    }
  return times;
}

function seed({ store }: RunningService): void {
  store.addSite({ id: SITE, name: 'Harbour House' });
  store.addFiles(
    SITE,
    Array.from({ length: FILES }, (_, index) => ({
      name: `Sheet ${index}.txt`,
      category: index < TO_FETCH ? ('other' as const) : CATEGORIES[index % 5]!.id,
      content: 'one page\n',
    })),
  );
}

function startProgram(home: string, baseUrl: string): ChildProcess {
  const cli = join(import.meta.dirname, '..', '..', 'main', 'hosts', 'cli', 'main.mjs');
  return spawn(process.execPath, [cli, 'serve', '--data', join(home, 'data'), '--base-url', baseUrl], {
    env: { PATH: process.env['PATH'], HOME: home, SITESYNC_TOKEN: 'demo-token' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function addressOf(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    program.stdout?.on('data', (chunk: Buffer) => {
      said += String(chunk);
      const address = /http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]+/.exec(said)?.[0];
      if (address !== undefined) resolve(address);
    });
    program.once('exit', () => reject(new Error(`The program ended: ${said}`)));
  });
}
