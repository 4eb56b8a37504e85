import { execFile, spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../../shared/failure.ts';
import type { WatchHint } from '../../../main/sync/ports/environment.ts';
import { createFolderWatcher } from '../../../main/adapters/watch/folder-watch.ts';
import { createChokidarWatcher, createWatcher } from '../../../main/adapters/watch/watch.ts';
import { MemoryDisk } from '../../support/memory/disk/disk.ts';
import { MemoryWatcher } from '../../support/memory/watcher.ts';
import { memoryHome } from '../disk/suite/memory-home.ts';
import { realHome } from '../disk/suite/real-home.ts';
import { watchSuite } from './watch-suite.ts';

watchSuite('the watcher of this system', async () => ({ home: await realHome(), watcher: createWatcher() }));
watchSuite('chokidar', async () => ({ home: await realHome(), watcher: createChokidarWatcher() }));
watchSuite('the watcher of a disk in memory', async () => {
  const disk = new MemoryDisk();
  return { home: await memoryHome({}, disk), watcher: new MemoryWatcher(disk) };
});

it('on Linux looks into a folder whose permissions changed, as it may be read from now on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitesync-watch-'));
  const hints: WatchHint[] = [];
  await mkdir(join(folder, 'Other', 'deep'), { recursive: true });
  const watch = createFolderWatcher().watch(
    folder,
    () => false,
    (hint) => hints.push(hint),
  );
  try {
    expect(await watch.ready).toEqual({ ok: true });
    await chmod(join(folder, 'Other'), 0o700);
    const hint: WatchHint = { kind: 'changed', folder: 'Other', deep: true };
    await expect.poll(() => hints).toContainEqual(hint);
  } finally {
    await watch.close();
    await rm(folder, { recursive: true });
  }
});

it('on Linux says that hints are lost where another folder took the place of the one that it watches', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sitesync-watch-'));
  const folder = join(home, 'Harbour House');
  for (const each of [folder, join(home, 'other')]) await mkdir(join(each, 'Other'), { recursive: true });
  const hints: WatchHint[] = [];
  const watch = createFolderWatcher().watch(
    folder,
    () => false,
    (hint) => hints.push(hint),
  );
  try {
    expect(await watch.ready).toEqual({ ok: true });
    // In one turn: when it is told of the first, the other is there.
    renameSync(folder, join(home, 'away'));
    renameSync(join(home, 'other'), folder);
    await expect.poll(() => hints.some(({ kind }) => kind === 'lost')).toBe(true);
  } finally {
    await watch.close();
    await rm(home, { recursive: true });
  }
});

const run = promisify(execFile);
const CHILD = join(import.meta.dirname, 'few-watches.child.ts');
const inNamespace = (script: string): readonly string[] => ['--user', '--map-root-user', 'sh', '-c', script];
// Limits of a user namespace bind nobody else on this computer.
const probe = spawnSync('unshare', inNamespace('echo 9 > /proc/sys/user/max_inotify_watches'));
const unless = probe.status === 0 ? '' : ' (skipped: no user namespace may be made here)';

interface Told {
  readonly ready: Result<void>;
  readonly lost: readonly WatchHint[];
  readonly hinted: boolean;
}

async function withFewWatches(limit: string, folders: number): Promise<Told> {
  const folder = await mkdtemp(join(tmpdir(), 'sitesync-watches-'));
  try {
    for (let n = 0; n < folders; n++) await mkdir(join(folder, `old ${n}`));
    const script = `echo ${limit} && exec "$0" "$1" "$2"`;
    const { stdout } = await run('unshare', [...inNamespace(script), process.execPath, CHILD, folder]);
    return JSON.parse(stdout) as Told;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe.skipIf(probe.status !== 0)(`the watcher where few watches are allowed${unless}`, () => {
  it('says at the start that not all is watched, once, and what can be done', async () => {
    const { ready, lost, hinted } = await withFewWatches('5 > /proc/sys/user/max_inotify_watches', 20);
    expect(ready.ok ? null : ready.failure.message).toMatch(/watches as many folders as it may/);
    expect(ready.ok ? null : ready.failure.hint).toMatch(/half minute.*fs\.inotify\.max_user_watches/);
    expect(lost).toEqual([]);
    // What is watched goes on giving hints.
    expect(hinted).toBe(true);
  });

  it('says so where there is no watcher left at all', async () => {
    const { ready, lost } = await withFewWatches('0 > /proc/sys/user/max_inotify_instances', 3);
    expect(ready.ok ? null : ready.failure.hint).toMatch(/half minute.*fs\.inotify\.max_user_instances/);
    expect(lost).toEqual([]);
  });

  it('says once that hints are lost where the limit is met later', async () => {
    const { ready, lost } = await withFewWatches('8 > /proc/sys/user/max_inotify_watches', 2);
    expect(ready).toEqual({ ok: true });
    expect(lost).toEqual([{ kind: 'lost', why: expect.stringContaining('max_user_watches') as string }]);
  });
});
