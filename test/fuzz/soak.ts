import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createWatcher } from '../../main/adapters/watch/watch.ts';
import { runAllDay } from '../../main/hosts/compose/all-day.ts';
import { watchSites } from '../../main/sync/watch/watch-run.ts';
import { Random } from '../simulation/random.ts';
import { filesIn, SITE, startWorld, type Laptop, type World } from '../support/laptop.ts';
import { openSignedIn } from '../support/signed-in.ts';
import type { Found } from './found.ts';

const SAMPLE_EVERY = 5_000;
/** How much more of each the last third of a soak may hold than the second. */
const GROWTH = { memoryMiB: 1.15, handles: 1.1, databaseKiB: 1.5 };
/** The log beside the database is taken over at 16 MiB, and cut to 32 MiB at most. */
const LARGEST_LOG_KIB = 40 * 1024;

interface Sample {
  readonly memoryMiB: number;
  readonly handles: number;
  readonly databaseKiB: number;
  readonly logKiB: number;
}

/** A watching program on a real disk, database and network while both sides change all the time, in real time. */
export async function soak(
  seconds: number,
  seed: number,
  say: (line: string) => void,
): Promise<Found | null> {
  const world = await startWorld();
  try {
    const laptop = world.laptop('anna');
    await laptop.sync();
    const samples = await watchAndChange(world, laptop, seconds, new Random(seed), say);
    const wrong = [...grown(samples), ...(await unequal(world, laptop))];
    return wrong.length === 0 ? null : { seed, why: wrong.join('\n') };
  } finally {
    await world.close();
  }
}

async function watchAndChange(
  world: World,
  laptop: Laptop,
  seconds: number,
  random: Random,
  say: (line: string) => void,
): Promise<readonly Sample[]> {
  runAllDay();
  const stopping = new AbortController();
  const { program, context } = await openSignedIn({
    data: laptop.data,
    baseUrl: world.service.url,
    stopping: stopping.signal,
    stillMs: 200,
  });
  const run = watchSites(context, createWatcher(), program.mirror.followed(), {
    onReport: () => undefined,
    onNotice: say,
  });
  const samples: Sample[] = [];
  const start = Date.now();
  let deeds = 0;
  for (let next = start + SAMPLE_EVERY; Date.now() < start + seconds * 1000;) {
    if (random.chance(0.5)) changeHere(laptop.folder, random);
    else changeThere(world, random);
    deeds += 1;
    await delay(random.below(200));
    if (Date.now() < next) continue;
    next += SAMPLE_EVERY;
    // What is logged by the test's own service is none of the program's memory.
    world.service.requests.clear();
    samples.push(sample(laptop.data));
    const last = samples.at(-1);
    say(
      `${Math.round((Date.now() - start) / 1000)} s, ${deeds} changes: ${last?.memoryMiB} MiB, ${last?.handles} handles, ${last?.databaseKiB} KiB database, ${last?.logKiB} KiB log`,
    );
  }
  stopping.abort();
  await run;
  await program.close();
  return samples;
}

/** At most so many files, so that what grows is not the work. */
const FILES = 200;

function changeHere(folder: string, random: Random): void {
  const place = join(folder, 'Other', `day ${random.below(5)}`);
  mkdirSync(place, { recursive: true });
  const path = join(place, `${random.below(FILES / 10)}.txt`);
  try {
    switch (random.below(4)) {
      case 0:
        writeFileSync(path, `written ${random.next()}`);
        return;
      case 1:
        appendFileSync(path, ' and more');
        return;
      case 2:
        renameSync(path, join(place, `${random.below(FILES / 10)}.txt`));
        return;
      default:
        rmSync(path);
    }
  } catch (error) {
    // The file went away meanwhile, or never was.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function changeThere({ service: { store } }: World, random: Random): void {
  const files = store.files(SITE);
  const file = files[random.below(Math.max(1, files.length))];
  const deed = random.below(4);
  if (file === undefined || (deed === 0 && files.length < FILES)) {
    store.addFile(SITE, {
      name: `web ${random.below(FILES)}.txt`,
      category: 'other',
      content: `${random.next()}`,
    });
  } else if (deed < 3) {
    store.editFile(file.id, { content: `web ${random.next()}` });
  } else {
    store.deleteFile(file.id);
  }
}

function sample(data: string): Sample {
  globalThis.gc?.();
  const kibOf = (name: string): number => {
    const stats = statSync(join(data, name), { throwIfNoEntry: false });
    return Math.round((stats?.size ?? 0) / 1024);
  };
  return {
    memoryMiB: Math.round(process.memoryUsage().rss / 2 ** 20),
    handles: openHandles(),
    databaseKiB: kibOf('mirror.sqlite'),
    logKiB: kibOf('mirror.sqlite-wal'),
  };
}

function openHandles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return process.getActiveResourcesInfo().length;
  }
}

/** The second third is compared with the last one; the first is for warming up. */
function grown(samples: readonly Sample[]): readonly string[] {
  const log = Math.max(0, ...samples.map((each) => each.logKiB));
  if (log > LARGEST_LOG_KIB) return [`the log of the database grew to ${log} KiB`];
  const third = Math.floor(samples.length / 3);
  if (third < 2) return [];
  const middle = samples.slice(third, 2 * third);
  const last = samples.slice(-third);
  return (['memoryMiB', 'handles', 'databaseKiB'] as const).flatMap((what) => {
    const [before, after] = [median(middle, what), median(last, what)];
    return after > before * GROWTH[what] ? [`${what} grew from ${before} to ${after}`] : [];
  });
}

function median(samples: readonly Sample[], what: keyof Sample): number {
  const sorted = samples.map((each) => each[what]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function unequal(world: World, laptop: Laptop): Promise<readonly string[]> {
  for (let n = 0; n < 4; n++) await laptop.sync({ confirmDeletes: true });
  const { state } = await laptop.sync({ confirmDeletes: true });
  const here = Object.values(await filesIn(laptop.folder)).toSorted();
  const { store } = world.service;
  const there = store
    .files(SITE)
    .map((file) => store.readContent(file.id).toString('latin1'))
    .toSorted();
  if (state !== 'in-sync') return [`the end is ${state}`];
  return JSON.stringify(here) === JSON.stringify(there) ? [] : ['the two sides differ in the end'];
}
