import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import { openEngine, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

/** More than are read with one message. */
const FILES = 200;

let world: World;
let home: string;
let laptop: EngineHome;
let hashed: number;
const stop: { controller: AbortController } = { controller: new AbortController() };

/** The person stops the sync as soon as the first files are read. */
function stoppedWhileHashing(context: SyncContext): SyncContext {
  const { disk } = context;
  const hash: typeof disk.hash = async (folder, files, onBytes, signal) => {
    stop.controller.abort();
    const results = await disk.hash(folder, files, onBytes, signal);
    hashed += results.filter(({ ok }) => ok).length;
    return results;
  };
  return { ...context, stopping: stop.controller.signal, disk: { ...disk, hash } };
}

beforeEach(async () => {
  world = await startWorld();
  home = await mkdtemp(join(tmpdir(), 'sitesync-hash-'));
  hashed = 0;
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

it('files that were not read because the sync was stopped have no problem of their own', async () => {
  laptop = await openEngine(world, home);
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  await laptop.engine.stop();
  const paths = Array.from({ length: FILES }, (_, n) => join(folder, 'Other', `${n}.txt`));
  for (const path of paths) await writeFile(path, path);
  const { program } = laptop;
  const options = { confirmDeletes: false, eager: true, scope: null, list: true };
  const sync = (context: SyncContext) => syncOnce(context, program.mirror.followed(), options);
  expect((await sync(laptop.context)).sites[0]).toMatchObject({ created: FILES });
  const later = new Date(Date.now() - 60_000);
  for (const path of paths) await utimes(path, later, later);
  const { sites } = await sync(stoppedWhileHashing(laptop.context));
  expect(hashed).toBeLessThan(FILES);
  expect(sites[0]?.problems).toMatchObject([{ path: '', code: 'cancelled' }]);
  expect(program.mirror.problems(sites[0]!.id)).toEqual([]);
  expect((await sync(laptop.context)).sites[0]).toMatchObject({ files: FILES, problems: [] });
});
