import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Throttle } from '../../../main/sync/pacing/throttle.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const LIMIT = 600_000;
const FILES = 8;
const SIZE = 300_000;
const SECONDS = (FILES * SIZE) / LIMIT;

let world: World;
let home: string;
let laptop: EngineHome;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-bandwidth-'));
  world = await startWorld();
  laptop = await openEngine(world, home);
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

/** Bytes of each second while work goes on, and how long all of it took, in seconds. */
async function measure(moved: () => number, over: () => boolean): Promise<{ rates: number[]; took: number }> {
  await until(() => moved() > 0);
  const start = performance.now();
  const rates: number[] = [];
  for (let before = moved(); !over() && rates.length < 20; before = moved()) {
    const from = performance.now();
    for (let n = 0; n < 100 && !over(); n++) await delay(10);
    const seconds = (performance.now() - from) / 1000;
    if (!over()) rates.push((moved() - before) / seconds);
  }
  return { rates, took: (performance.now() - start) / 1000 };
}

it('keeps uploads at the limit, several at once', async () => {
  laptop.context.up.limit(LIMIT);
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  for (let n = 0; n < FILES; n++) await writeFile(join(folder, 'Other', `${n}.bin`), Buffer.alloc(SIZE, n));
  laptop.engine.syncNow(null);
  let most = 0;
  const { rates, took } = await measure(
    () => {
      const { bytesUp, running } = laptop.context.progress.state;
      most = Math.max(most, running.length);
      return bytesUp;
    },
    () => world.service.store.files(SITE).length === FILES,
  );
  expect(most).toBeGreaterThan(3);
  expect(Math.abs(took / SECONDS - 1)).toBeLessThan(0.2);
  for (const rate of rates) expect(Math.abs(rate / LIMIT - 1)).toBeLessThan(0.2);
});

it('keeps downloads at the limit, several at once', async () => {
  for (let n = 0; n < FILES; n++)
    world.service.store.addFile(SITE, { name: `${n}.bin`, category: 'other', content: `${n}`.repeat(SIZE) });
  laptop.context.down.limit(LIMIT);
  await laptop.follow(SITE);
  const { rates, took } = await measure(
    () => laptop.context.progress.state.bytesDown,
    () => laptop.program.mirror.activity(null, FILES).length === FILES,
  );
  expect(Math.abs(took / SECONDS - 1)).toBeLessThan(0.2);
  for (const rate of rates) expect(Math.abs(rate / LIMIT - 1)).toBeLessThan(0.2);
});

it('takes another limit at once, in the middle of a transfer', async () => {
  world.service.store.addFile(SITE, { name: 'big.bin', category: 'other', content: 'x'.repeat(2_000_000) });
  laptop.context.down.limit(20_000);
  await laptop.follow(SITE);
  await until(() => laptop.context.progress.state.bytesDown > 0);
  await delay(500);
  expect(laptop.context.progress.state.bytesDown).toBeLessThan(60_000);
  laptop.context.down.limit(null);
  await until(() => laptop.program.mirror.activity(null, 1).length === 1, 200);
});

it('lets pieces flow evenly, however slow, and is not fooled by a clock that goes back', async () => {
  let now = 1_000_000;
  const waits: number[] = [];
  const throttle = new Throttle(
    {
      now: () => now,
      sleep: (ms) => {
        waits.push(ms);
        now += ms;
        return Promise.resolve();
      },
    },
    2000,
  );
  const bytes = async (count: number): Promise<number> => {
    let sum = 0;
    for await (const piece of throttle.shape(one(new Uint8Array(count)))) sum += piece.length;
    return sum;
  };
  const before = now;
  expect(await bytes(20_000)).toBe(20_000);
  expect(now - before).toBeGreaterThan(9500);
  expect(now - before).toBeLessThanOrEqual(10_000);
  expect(Math.max(...waits)).toBeLessThan(1000);
  now -= 24 * 60 * 60 * 1000;
  const back = now;
  await bytes(2000);
  expect(now - back).toBeLessThanOrEqual(1000);
});

async function* one(chunk: Uint8Array): AsyncIterable<Uint8Array> {
  yield chunk;
}
