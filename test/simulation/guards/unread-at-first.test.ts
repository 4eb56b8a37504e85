import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ScanReport, ScanScope } from '../../../main/sync/ports/disk.ts';
import type { Environment, Watcher } from '../../../main/sync/ports/environment.ts';
import { watchSites } from '../../../main/sync/watch/watch-run.ts';
import { ok } from '../../../shared/failure.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Sees nothing: what is found is found by looks. */
const BLIND: Watcher = {
  watch: () => ({ ready: Promise.resolve(ok(undefined)), close: () => Promise.resolve() }),
};
const LOOKS = 30;

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

/** A laptop whose first looks, while it is watched, cannot read this folder; and where it looked. */
async function inStep(folder: string): Promise<{
  readonly laptop: GuardLaptop;
  readonly looked: (ScanScope | null)[];
  readonly cannotRead: (looks: number) => void;
}> {
  const looked: (ScanScope | null)[] = [];
  let unread = 0;
  world.addFile('a.txt', 'a.txt v1');
  const laptop = await world.laptop({
    disk: (disk) => ({
      scan: async (site, options, onBatch) => {
        looked.push(options.scope);
        if (--unread < 0) return disk.scan(site, options, onBatch);
        const seen = await disk.scan(site, { ...options, scope: { below: [], directly: [] } }, onBatch);
        const unreadable = [{ folder, code: 'EACCES' }];
        return seen.ok ? ok({ ...seen.value, unreadable } satisfies ScanReport) : seen;
      },
    }),
  });
  await laptop.sync();
  looked.length = 0;
  return { laptop, looked, cannotRead: (looks) => (unread = looks) };
}

/** Its time passes as fast as it looks. */
async function watched({ context, mirror, env }: GuardLaptop, until: () => boolean): Promise<void> {
  const stopping = new AbortController();
  let ahead = 0;
  const hasty: Environment = {
    device: env.device,
    platform: env.platform,
    now: () => Date.now() + ahead,
    sleep: async (ms) => {
      // Others have their turns.
      await delay(1);
      ahead += ms;
    },
    random: () => env.random(),
    stamp: () => env.stamp(),
    newOpId: () => env.newOpId(),
    newFolderId: () => env.newFolderId(),
    newGeneration: () => env.newGeneration(),
  };
  const told = { onReport: () => undefined, onNotice: () => undefined };
  const own = { ...context, env: hasty, stopping: stopping.signal };
  const run = watchSites(own, BLIND, mirror.followed(), told);
  await vi.waitFor(() => expect(until()).toBe(true), 30_000);
  stopping.abort();
  await run;
}

it.each(['', 'Other'])(
  'what an older database takes for here is not agreed on before it was seen, where “%s” could not be read at first',
  async (folder) => {
    const { laptop, looked, cannotRead } = await inStep(folder);
    const id = world.idOf('a.txt');
    // It was made "online only" since, which the database does not know.
    rmSync(join(laptop.folder, 'Other/a.txt'));
    laptop.mirror.setGeneration(world.site, { now: 'older', before: null });
    cannotRead(3);
    await watched(laptop, () => looked.length >= LOOKS);
    expect(world.service.file(id)).not.toBe(null);
    expect(existsSync(join(laptop.folder, 'Other/a.txt'))).toBe(true);
  },
);

it('a folder that could not be read is looked at with the next cycle, but one without known files, as lost+found, is not', async () => {
  for (const [folder, isLookedAt] of [
    ['Other', true],
    ['lost+found', false],
  ] as const) {
    const { laptop, looked, cannotRead } = await inStep(folder);
    cannotRead(1);
    await watched(laptop, () => looked.length >= 3);
    const [first, ...later] = looked;
    expect([first, later.some((scope) => scope?.below.includes(folder))]).toEqual([null, isLookedAt]);
  }
});
