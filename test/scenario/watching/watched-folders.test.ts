import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createChokidarWatcher, createWatcher } from '../../../main/adapters/watch/watch.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';
import type { ScanScope } from '../../../main/sync/ports/disk.ts';
import type { Watcher } from '../../../main/sync/ports/environment.ts';
import { watchSites } from '../../../main/sync/watch/watch-run.ts';
import { Random } from '../../simulation/random.ts';
import { SITE, startWorld, type Laptop, type World } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';

/** What a busy machine may take to see what was done, ms. */
const PATIENCE = 45_000;

/*
 * The real watcher over the real disk, while the person paused: nothing is sent or fetched, so that what the mirror
 * knows of the folder comes from the hints alone. The scan of everything, once at the start, is not repeated here.
 */
let world: World;
let anna: Laptop;
let program: Program;
let stopping: AbortController;
let run: Promise<void>;
let scopes: (ScanScope | null)[];

beforeEach(async () => {
  world = await startWorld();
  anna = world.laptop('anna');
  await anna.sync();
});

afterEach(async () => {
  stopping.abort();
  await run;
  await program.close();
  await world.close();
});

async function watch(watcher: Watcher): Promise<void> {
  stopping = new AbortController();
  scopes = [];
  const opened = await openSignedIn({
    data: anna.data,
    baseUrl: world.service.url,
    stopping: stopping.signal,
    stillMs: 10,
  });
  program = opened.program;
  const { disk } = opened.context;
  for (const site of program.mirror.followed()) program.mirror.follow({ ...site, paused: true });
  let looked = 0;
  const scan: typeof disk.scan = async (folder, options, onBatch) => {
    scopes.push(options.scope);
    const report = await disk.scan(folder, options, onBatch);
    looked += 1;
    return report;
  };
  const context = { ...opened.context, disk: { ...disk, scan }, stopping: stopping.signal };
  run = watchSites(context, watcher, program.mirror.followed(), {
    onReport: () => undefined,
    onNotice: () => undefined,
  });
  // What is moved while everything is scanned has it scanned once more.
  await expect.poll(() => looked).toBe(1);
  await settled();
  expect(scopes).toEqual([null]);
}

/** Every file on the disk with its size, as the mirror should know it. */
function onDisk(): readonly string[] {
  const found = (folder: string): readonly string[] =>
    readdirSync(join(anna.folder, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (path === '.sitesync') return [];
      return entry.isDirectory() ? found(path) : [`${path} ${statSync(at(path)).size}`];
    });
  return [...found('')].sort();
}

function known(): readonly string[] {
  return [...program.mirror.trees(SITE).local.values()].map((file) => `${file.path} ${file.size}`).sort();
}

/** Until the mirror knows what the disk holds. By the clock, not by tries: a failure is to show what is missing. */
async function settled(): Promise<void> {
  const patience = { timeout: PATIENCE, interval: 20 };
  await expect.poll(() => scopes.length, patience).toBeGreaterThan(0);
  await expect.poll(known, patience).toEqual(onDisk());
}

const at = (path: string): string => join(anna.folder, path);

function write(path: string, content = path): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
}

/** Folders in folders, faster than any watcher follows. */
function copyTree(to: string): void {
  const source = join(anna.data, 'tree');
  for (let n = 0; n < 12; n++) {
    mkdirSync(join(source, `a ${n % 3}`, `b ${n}`, 'c'), { recursive: true });
    writeFileSync(join(source, `a ${n % 3}`, `b ${n}`, 'c', 'file.txt'), 'copied');
  }
  cpSync(source, at(to), { recursive: true, preserveTimestamps: true });
}

const STEPS: readonly (readonly [what: string, act: () => void])[] = [
  ['a file in a folder of folders', () => write('Other/saved.txt')],
  ['a folder that is renamed', () => renameSync(at('Other/a'), at('Other/renamed'))],
  ['a file in a folder that was renamed', () => write('Other/renamed/deep/later.txt')],
  ['a change of case alone', () => renameSync(at('Other/b'), at('Other/B'))],
  [
    'a folder that takes the name of another',
    () => {
      rmSync(at('Other/c'), { recursive: true });
      renameSync(at('Spec Sheet/spare'), at('Other/c'));
    },
  ],
  ['a file in the folder that took the name', () => write('Other/c/s/later.txt')],
  [
    'a folder that becomes a file',
    () => {
      rmSync(at('Other/d'), { recursive: true });
      write('Other/d');
    },
  ],
  [
    'a file that becomes a folder',
    () => {
      rmSync(at('Other/d'));
      write('Other/d/deep/er/file.txt');
    },
  ],
  ['a tree that is copied in', () => copyTree('Other/copied')],
  ['a tree that is moved to another folder', () => renameSync(at('Other/copied'), at('Spec Sheet/moved'))],
  ['a tree that is removed', () => rmSync(at('Spec Sheet/moved'), { recursive: true })],
  [
    'a folder that goes away and comes back with less in it',
    () => {
      renameSync(at('Other/e'), join(anna.data, 'away'));
      rmSync(join(anna.data, 'away', 'deep'), { recursive: true });
      renameSync(join(anna.data, 'away'), at('Other/e'));
    },
  ],
  ['what lies outside every folder', () => write('top.txt')],
  ['a folder that is removed', () => rmSync(at('Other/e'), { recursive: true })],
];

it.each([
  ['of this system', createWatcher],
  ['chokidar', createChokidarWatcher],
])('learns by its hints alone what became of folders: the watcher %s', async (_, create) => {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    for (const path of ['1.txt', 'deep/2.txt', 'deep/er/3.txt']) write(`Other/${name}/${path}`);
  for (const path of ['1.txt', 's/2.txt']) write(`Spec Sheet/spare/${path}`);
  await watch(create());
  for (const [, act] of STEPS) {
    act();
    await settled();
  }
  expect(scopes.filter((scope) => scope === null)).toHaveLength(1);
});

it('looks only at the entries of the folder in which a file was saved', async () => {
  for (let n = 0; n < 20; n++) write(`Other/day ${n}/photo.jpg`);
  await watch(createWatcher());
  const before = scopes.length;
  write('Other/saved.txt');
  await settled();
  write('Other/day 3/photo.jpg', 'again');
  await settled();
  expect(scopes.slice(before).flatMap((scope) => scope?.below ?? ['everything'])).toEqual([]);
  expect(existsSync(at('Other/saved.txt'))).toBe(true);
});

/** Where a name stands for a file or a folder, and each is made, moved, filled, replaced and removed by chance. */
function disturb(random: Random): void {
  const name = (): string => random.pick(['a', 'b', 'c', 'd']);
  const place = (): string => ['Other', ...Array.from({ length: 1 + random.below(3) }, name)].join('/');
  const path = place();
  try {
    switch (random.below(8)) {
      case 0:
      case 1:
      case 2:
        write(`${path}/${random.pick(['a', '1.txt', '2.txt'])}`, 'x'.repeat(random.below(9)));
        return;
      case 3:
        mkdirSync(at(path), { recursive: true });
        return;
      case 4:
        return rmSync(at(path), { recursive: true, force: true });
      case 5:
        rmSync(at('Other/copy'), { recursive: true, force: true });
        return cpSync(at(path), at('Other/copy'), { recursive: true });
      case 6:
        return utimesSync(at(path), random.below(1e9), random.below(1e9));
      default: {
        const to = place();
        if (!to.startsWith(`${path}/`)) rmSync(at(to), { recursive: true, force: true });
        renameSync(at(path), at(to));
      }
    }
  } catch {
    // Not there, or a file on the way: nothing happened.
  }
}

it.each([1, 2, 3, 4])('misses nothing of a storm in its folders (seed %i)', async (seed) => {
  const random = new Random(seed);
  await watch(createWatcher());
  for (let round = 0; round < 12; round++) {
    for (let deed = 1 + random.below(40); deed > 0; deed--) disturb(random);
    if (random.chance(0.5)) await delay(random.below(30));
    for (let deed = random.below(10); deed > 0; deed--) disturb(random);
    await settled();
  }
  expect(scopes.filter((scope) => scope === null)).toHaveLength(1);
});
