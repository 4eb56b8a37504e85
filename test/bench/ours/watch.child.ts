import '../../../main/hosts/runtime/steady-malloc.mjs';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createWatcher } from '../../../main/adapters/watch/watch.ts';
import { openProgram } from '../../../main/hosts/compose/compose.ts';
import { runAllDay } from '../../../main/hosts/compose/all-day.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import { watchSites } from '../../../main/sync/watch/watch-run.ts';
import { argumentsOf, say } from '../harness/child.ts';
import { median } from '../harness/samples.ts';
import { must } from '../../support/must.ts';

/**
 * A program that syncs a large site while files are saved one by one and in bursts, and then is idle. The request of
 * each upload is observed, so the wait of a person is measured from the save to the request.
 */
const { data, url, folder, settleMs, idleMs, saves, burst } = argumentsOf() as {
  data: string;
  url: string;
  folder: string;
  /** Time for what still runs after the last work (threads, a round of the collector) and belongs to that work. */
  settleMs: number;
  idleMs: number;
  saves: number;
  burst: number;
};
runAllDay();
const STILL_MS = 300;
const QUIET_MS = 60_000;
const stopping = new AbortController();
const posts: number[] = [];
const program = must(
  await openProgram({
    data,
    baseUrl: url,
    token: 'demo-token',
    signal: new AbortController().signal,
    stopping: stopping.signal,
    // A request is logged when its answer is here, with the time that it took.
    log: (line) => {
      const took = /^POST .* (\d+) ms$/.exec(line)?.[1];
      if (took !== undefined) posts.push(Date.now() - Number(took));
    },
    warn: () => undefined,
    stillMs: STILL_MS,
  }),
);
const context = must(await program.context());
let rounds = 0;
const run = watchSites(context, createWatcher(), program.mirror.followed(), {
  onReport: () => {
    rounds += 1;
  },
  onNotice: (line) => process.stderr.write(`${line}\n`),
});
await rest();

const delays: number[] = [];
for (let n = 0; n < saves; n++) {
  const before = posts.length;
  const saved = Date.now();
  writeFileSync(join(folder, 'Other', `saved ${process.pid} ${n}.txt`), `saved ${n}`);
  await until(() => posts.length > before);
  delays.push((posts[before] ?? saved) - saved - STILL_MS);
  await rest();
}
const missed = {
  burst: await missedOf(writeBurst),
  folders: await missedOf(writeFolders),
  copy: await missedOf(copyTree),
};

await rest();
await delay(settleMs);
const cpuBefore = process.cpuUsage();
const idleFrom = performance.now();
await delay(idleMs);
const { user, system } = process.cpuUsage(cpuBefore);
const idlePercent = (user + system) / 10 / (performance.now() - idleFrom);
const restMiB = process.memoryUsage().rss / 2 ** 20;
const lookMs = await lookAround();
stopping.abort();
await run;
await program.close();
say({
  idlePercent,
  lookMs,
  restMiB,
  reports: rounds,
  missedBurst: missed.burst,
  missedFolders: missed.folders,
  missedCopy: missed.copy,
  delayMedian: median(delays),
  delayP95: delays.toSorted((a, b) => a - b)[Math.ceil(delays.length * 0.95) - 1] ?? 0,
});

/** Writes files at once in one folder. This and the next two return how many files they made. */
function writeBurst(): number {
  for (let n = 0; n < burst; n++)
    writeFileSync(join(folder, 'Other', `burst ${process.pid} ${n}.txt`), `burst ${n}`);
  return burst;
}

/** Makes new folders and fills each at once. */
function writeFolders(): number {
  for (let n = 0; n < 20; n++) {
    const made = join(folder, 'Other', `new ${process.pid} ${n}`);
    mkdirSync(made);
    for (let m = 0; m < 20; m++) writeFileSync(join(made, `file ${m}.txt`), `new ${n} ${m}`);
  }
  return 400;
}

/** Copies a tree in: nested folders, faster than any watcher can follow. */
function copyTree(): number {
  const source = join(data, `tree ${process.pid}`);
  for (let n = 0; n < 5; n++)
    for (let m = 0; m < 5; m++) {
      const deep = join(source, `a ${n}`, `b ${m}`, 'c');
      mkdirSync(deep, { recursive: true });
      for (let k = 0; k < 4; k++) writeFileSync(join(deep, `file ${k}.txt`), `copied ${n} ${m} ${k}`);
    }
  cpSync(source, join(folder, 'Other', `copied ${process.pid}`), {
    recursive: true,
    preserveTimestamps: true,
  });
  return 100;
}

/** CPU time of a listing and a full scan that find nothing new, as they happen now and then, ms. */
async function lookAround(): Promise<number> {
  const options = { confirmDeletes: false, eager: true, scope: null, list: true };
  // The first one finds what was just sent.
  await syncOnce(context, program.mirror.followed(), options);
  const before = process.cpuUsage();
  await syncOnce(context, program.mirror.followed(), options);
  const took = process.cpuUsage(before);
  return (took.user + took.system) / 1000;
}

async function missedOf(write: () => number): Promise<number> {
  const before = posts.length;
  const made = write();
  await until(() => posts.length >= before + made).catch(() => undefined);
  await rest();
  return made - (posts.length - before);
}

/** Waits until no cycle is running, and none is due. */
async function rest(): Promise<void> {
  for (let calm = 0; calm < 5; calm = context.progress.state.phase === 'idle' ? calm + 1 : 0)
    await delay(STILL_MS / 2);
}

async function until(what: () => boolean): Promise<void> {
  for (const from = Date.now(); !what(); await delay(5))
    if (Date.now() - from > QUIET_MS) throw new Error(`Never came: ${what.toString()}`);
}
