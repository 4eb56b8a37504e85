import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { CDPSession, Page } from 'playwright-core';
import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { realEnvironment } from '../../../main/hosts/system/environment.ts';
import { openApp } from '../../../main/hosts/compose/open-app.ts';
import { webHostServices } from '../../../main/hosts/web/host-services.ts';
import { serveApp } from '../../../main/hosts/web/serve.ts';
import type { SeriesContext } from '../../../main/series/context.ts';
import { readSeries } from '../../../main/series/read.ts';
import type { SiteDataService } from '../../../main/sync/ports/service.ts';
import { ok } from '../../../shared/failure.ts';
import { parseSiteId } from '../../../shared/model/ids.ts';
import { builtPage } from '../../renderer/rig/built-page.ts';
import { startChromium } from '../../renderer/rig/chromium.ts';
import { DEFAULT_TOKEN, startService } from '../../service/service.ts';

/**
 * Ten series of a million minutes each, in a real browser on the real engine. Measures how long until they are drawn,
 * what a frame of a pan costs, and how long the loop of the engine stands still meanwhile. `npm run bench:charts`;
 * needs Chromium.
 */
const SITE = parseSiteId('tower');
const MINUTE = 60_000;
const SAMPLES = 1_000_000;
const IDS = Array.from({ length: 10 }, (_, at) => `sensor.${at}`);
const FRAMES = 180;

const given = process.argv.slice(2);
if (given.length > 0) {
  const isHelp = given.every((option) => option === '--help' || option === '-h');
  const usage = 'npm run bench:charts   without options; it needs Chromium and takes a minute';
  console[isHelp ? 'log' : 'error'](usage);
  process.exit(isHelp ? 0 : 2);
}

const home = await mkdtemp(join(tmpdir(), 'charts-bench-'));
try {
  await measure();
} finally {
  await rm(home, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: 'tower', name: 'Tower', timezone: 'Europe/Amsterdam' });
  const data = join(home, 'data');
  // Older than a day, so that nothing is fetched again while we measure.
  const now = Math.floor(Date.now() / MINUTE) * MINUTE - 3 * 24 * 60 * MINUTE;
  await fill(data, service.url, { from: now - SAMPLES * MINUTE, to: now });
  const opened = await openApp({
    data,
    root: join(home, 'root'),
    host: webHostServices(),
    account: { baseUrl: service.url, token: DEFAULT_TOKEN },
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const served = await serveApp({
    app: opened.value,
    page: await builtPage(),
    port: 0,
    onBug: (command, error) => console.error(command, error),
  });
  if (!served.ok) throw new Error(served.failure.message);
  const browser = await startChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    // Skips the first run.
    await context.addInitScript(() => localStorage.setItem('sitesync.first-run.over', 'true'));
    const page = await context.newPage();
    await page.goto(served.value.newAddress());
    await openCharts(page);
    await showAll(page, now);
    await firstPaints(page);
    await pan(page, `${IDS.length} lines, all of it in view`);
    await show(page, now - 600 * MINUTE, now);
    await pan(page, `${IDS.length} lines of 600 samples`);
  } finally {
    await browser.close();
    await served.value.close();
    await opened.value.close();
    await service.close();
  }
}

/** Writes ten million samples into a mirror, as a fetch does. */
async function fill(data: string, origin: string, range: { from: number; to: number }): Promise<void> {
  const opened = openMirror(data);
  if (!opened.ok || SITE === null) throw new Error('No mirror');
  const context: SeriesContext = {
    store: opened.value.series,
    service: {
      querySeries: async (_: unknown, ids: readonly string[], part: typeof range) =>
        ok(ids.map((id) => made(id, part))),
    } as unknown as SiteDataService,
    env: realEnvironment(),
    origin,
    limitBytes: Number.MAX_SAFE_INTEGER,
    keptSites: () => new Set(),
  };
  const options = { maxPoints: 4000, fetch: true, signal: new AbortController().signal };
  const started = performance.now();
  await readSeries(context, { site: SITE, ids: IDS, ...range }, options);
  const bytes = opened.value.series.sizes().reduce((sum, each) => sum + each.bytes, 0);
  say('stored', `${IDS.length} × ${SAMPLES} samples in ${seconds(started)}, ${(bytes / 1e6).toFixed(0)} MB`);
  opened.value.close();
}

function made(id: string, { from, to }: { from: number; to: number }) {
  const phase = Number(id.split('.')[1]);
  const first = Math.ceil(from / MINUTE) * MINUTE;
  const times = new Float64Array(Math.max(0, Math.ceil((to - first) / MINUTE))).map(
    (_, at) => first + at * MINUTE,
  );
  const values = times.map(
    (at) => Math.round(200 + 50 * Math.sin(at / 1e7 + phase) + (((at / MINUTE) * 7919) % 40)) / 10,
  );
  return { id, times, values };
}

async function openCharts(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Sites', exact: true }).waitFor();
  for (const id of IDS) {
    await page.evaluate((series) => (location.hash = `#/site/tower/data?series=${series}`), id);
    await page.getByRole('row', { name: new RegExp(`^${id}`) }).waitFor();
  }
}

/** Types both ends of the range, as a person would. */
async function showAll(page: Page, now: number): Promise<void> {
  await page.getByRole('radio', { name: 'UTC' }).click();
  await show(page, now - SAMPLES * MINUTE, now);
  await page.getByText(SAMPLES.toLocaleString('en-US')).first().waitFor();
}

async function show(page: Page, from: number, to: number): Promise<void> {
  const text = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  await page.locator('.toolbar button', { hasText: /\d/ }).first().click();
  await page.getByLabel('From').fill(text(from));
  await page.getByLabel('To', { exact: true }).fill(text(to));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.waitForTimeout(1500);
}

/** Times from the question to the drawing, again and again: to another stretch, and back to all of it. */
async function firstPaints(page: Page): Promise<void> {
  const times: number[] = [];
  const cpu: number[] = [];
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  for (let turn = 0; turn < 7; turn += 1) {
    await page.getByRole('button', { name: 'Previous zoom' }).click();
    await page.waitForTimeout(1500);
    await page.evaluate(() => performance.clearMarks());
    const before = process.cpuUsage();
    await page.getByRole('button', { name: 'Next zoom' }).click();
    await page.waitForTimeout(2500);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
    times.push(
      await page.evaluate(() => {
        const [asked] = performance.getEntriesByName('charts.asked');
        const drawn = performance
          .getEntriesByName('charts.drawn')
          .filter((mark) => mark.startTime > (asked?.startTime ?? 0) + 20);
        return (drawn[0]?.startTime ?? Number.NaN) - (asked?.startTime ?? 0);
      }),
    );
  }
  loop.disable();
  // Includes the overview, and what the driver of the browser does.
  say('CPU of the engine for the answer', `${spread(cpu)} ms`);
  say('first paint of 10 million samples', `${spread(times)} ms`);
  say(
    'longest stall of the engine meanwhile',
    `${(loop.max / 1e6).toFixed(0)} ms (99 %: ${(loop.percentile(99) / 1e6).toFixed(0)} ms)`,
  );
}

/** A drag with Shift held, one step a frame. */
async function pan(page: Page, what: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskSeconds(session);
  const intervals = await page.evaluate(async (frames) => {
    const host = document.querySelector<HTMLElement>('.chart-plot');
    if (host === null) throw new Error('No chart');
    const box = host.getBoundingClientRect();
    const send = (type: string, x: number): void => {
      const at = {
        clientX: x,
        clientY: box.top + 60,
        button: 0,
        shiftKey: true,
        pointerId: 1,
        bubbles: true,
      };
      host.dispatchEvent(new PointerEvent(type, at));
    };
    host.setPointerCapture = () => undefined;
    const middle = box.left + box.width / 2;
    send('pointerdown', middle);
    const stamps: number[] = [];
    await new Promise<void>((resolve) => {
      const step = (stamp: number): void => {
        stamps.push(stamp);
        send('pointermove', middle + 200 * Math.sin(stamps.length / 20));
        if (stamps.length > frames) resolve();
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
    send('pointerup', middle);
    return stamps.slice(1).map((stamp, at) => stamp - (stamps[at] ?? 0));
  }, FRAMES);
  const work = ((await taskSeconds(session)) - before) * 1000;
  say(
    `frame of a pan, ${what}`,
    `every ${spread(intervals)} ms; ${(work / FRAMES).toFixed(1)} ms of CPU on the page's thread`,
  );
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `${at(0.5)} (best ${at(0)}, 95 %: ${at(0.95)})`;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

function say(what: string, figure: string): void {
  process.stdout.write(`${what}: ${figure}\n`);
}
