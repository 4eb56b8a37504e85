import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openApp } from '../../../main/hosts/compose/open-app.ts';
import { webHostServices } from '../../../main/hosts/web/host-services.ts';
import { pageFolder } from '../../../main/hosts/web/page.ts';
import { serveApp } from '../../../main/hosts/web/serve.ts';
import type { CommandName, Input, Output } from '../../../shared/ipc/contract.ts';
import type { Result } from '../../../shared/failure.ts';
import { CHROMIUM, startChromium } from '../../renderer/rig/chromium.ts';
import { argumentsOf, say } from '../harness/child.ts';
import { fill, type Shape } from '../harness/place.ts';
import { SITE } from '../service/stored-files.ts';
import { must } from '../../support/must.ts';
import { scrollFrames } from './scroll-frames.ts';

/** The real screens on the real engine: scrolls a long list and sends commands while files are uploaded. */
const { folder, url, rows, uploads } = argumentsOf() as {
  folder: string;
  url: string;
  rows: number;
  uploads: Shape;
};
const SCROLL_MS = 3000;
const ASK_EVERY = 50;
const app = must(
  await openApp({
    data: join(folder, 'data'),
    root: join(folder, 'root'),
    host: webHostServices(),
    account: { baseUrl: url, token: 'demo-token' },
    stillMs: 0,
  }),
);
await until(async () => (await call('sites.list', null)).length > 0);
await call('sites.follow', { site: SITE, folder: null, keep: 'none' });
await until(async () => typeof (await call('sites.list', null))[0]?.syncedAt === 'number');
const [site] = await call('sites.list', null);
const here = site?.followed?.folder ?? '';
mkdirSync(join(here, 'Other'), { recursive: true });

const frames = CHROMIUM === null ? null : await openScreen();
fill(here, uploads);
await call('app.sync', { site: SITE });
const asked: number[] = [];
const scrolled = frames?.();
for (const end = Date.now() + SCROLL_MS; Date.now() < end; await delay(ASK_EVERY)) {
  const from = performance.now();
  await call('sites.list', null);
  asked.push(performance.now() - from);
}
const taken = await scrolled;
const sorted = asked.toSorted((a, b) => a - b);
await app.close();
say({
  rows,
  asked: asked.length,
  answerMedian: sorted[Math.floor(sorted.length / 2)] ?? 0,
  answerP95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0,
  ...taken,
});
process.exit(0);

async function openScreen(): Promise<() => Promise<{ frames: number; workMs: number }>> {
  const host = must(
    await serveApp({ app, page: must(pageFolder(() => undefined)), port: 0, onBug: () => undefined }),
  );
  const browser = await startChromium();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => localStorage.setItem('sitesync.first-run.over', 'true'));
  await page.goto(host.newAddress());
  await page.getByRole('heading', { name: 'Sites', exact: true }).waitFor();
  await page.evaluate((route) => {
    location.hash = route;
  }, `#/site/${SITE}/files`);
  const grid = page.getByRole('grid', { name: 'Files' });
  await grid.waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const named = metrics.filter(({ name }) => /^(Script|RecalcStyle|Layout)Duration$/.test(name));
    return named.reduce((sum, { value }) => sum + value * 1000, 0);
  };
  return async () => {
    const before = await work();
    const count = await grid.evaluate(scrollFrames, SCROLL_MS);
    const workMs = ((await work()) - before) / count;
    await browser.close();
    await host.close();
    return { frames: (count * 1000) / SCROLL_MS, workMs };
  };
}

async function call<N extends CommandName>(command: N, input: Input<N>): Promise<Output<N>> {
  const handler = app.handlers[command] as unknown as (
    input: Input<N>,
    signal: AbortSignal,
  ) => Promise<Result<Output<N>>>;
  return must(await handler(input, new AbortController().signal));
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (const from = Date.now(); !(await what()); await delay(50))
    if (Date.now() - from > 120_000) throw new Error(`Never came: ${what.toString()}`);
}
