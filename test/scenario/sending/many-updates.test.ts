import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import { openEngine, type EngineHome } from '../../support/engine-home.ts';
import { holdPuts, type HeldPuts } from '../../support/faults/held-puts.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

/** As many as there are slots. */
const FILES = 8;

let world: World;
let puts: HeldPuts;
let home: string;
let laptop: EngineHome;
let folder: string;

beforeEach(async () => {
  world = await startWorld();
  puts = await holdPuts(world.service.url);
  home = await mkdtemp(join(tmpdir(), 'sitesync-updates-'));
  laptop = await openEngine({ ...world, service: { ...world.service, url: puts.url } }, home);
  folder = await laptop.follow(SITE);
  await laptop.atRest();
  await laptop.engine.stop();
  await write('first');
  expect(await sync()).toMatchObject({ created: FILES, problems: [] });
});

afterEach(async () => {
  await laptop.close();
  await puts.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

async function write(text: string): Promise<void> {
  for (let n = 0; n < FILES; n++) await writeFile(join(folder, 'Other', `${n}.txt`), `${text} ${n}`);
}

async function sync(context: SyncContext = laptop.context): Promise<SiteReport | undefined> {
  const options = { confirmDeletes: false, eager: true, scope: null, list: true };
  return (await syncOnce(context, laptop.program.mirror.followed(), options)).sites[0];
}

it('commits together the updates whose replies come together', async () => {
  await write('second');
  const { mirror } = laptop.context;
  const commits: number[] = [];
  const counting: typeof mirror.commit = (site, some) => {
    const updates = some.filter((one) => one.dropUpdates !== undefined);
    if (updates.length > 0) commits.push(updates.length);
    mirror.commit(site, some);
  };
  puts.hold(FILES);
  const report = await sync({
    ...laptop.context,
    mirror: Object.assign(Object.create(mirror) as typeof mirror, { commit: counting }),
  });
  expect(report).toMatchObject({ updated: FILES, problems: [] });
  expect(commits.reduce((sum, each) => sum + each, 0)).toBe(FILES);
  expect(commits.length).toBeLessThan(FILES / 2);
  const { store } = world.service;
  const there = store.files(SITE).map(({ id }) => String(store.readContent(id)));
  expect(there.toSorted()).toEqual(Array.from({ length: FILES }, (_, n) => `second ${n}`));
  expect(await sync()).toMatchObject({ updated: 0, created: 0, downloaded: 0, problems: [] });
});
