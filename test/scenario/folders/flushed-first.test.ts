import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import { openEngine, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

/*
 * A power cut takes back what was written to the mirror and not flushed. What was done to the disk meanwhile stays, and
 * is not to look like something that a person did.
 */

let world: World;
let home: string;
let laptop: EngineHome;
/** What happened, in its order; a flush when it was over. */
let events: string[];

function watched(context: SyncContext): SyncContext {
  const { disk, mirror, service } = context;
  const noting =
    <A extends unknown[], T>(name: string, work: (...args: A) => T) =>
    (...args: A): T => {
      events.push(name);
      return work(...args);
    };
  const flushed = async (): Promise<void> => {
    await mirror.flushed();
    events.push('flushed');
  };
  const own = {
    flushed,
    dropAgreements: noting('dropped', (...args: Parameters<typeof mirror.dropAgreements>) =>
      mirror.dropAgreements(...args),
    ),
  };
  // It keeps things of its own, which no object made after it has.
  service.updateFile = noting('sent', service.updateFile.bind(service));
  return {
    ...context,
    mirror: Object.assign(Object.create(mirror) as typeof mirror, own),
    disk: {
      ...disk,
      move: async (...args) => {
        const moved = await disk.move(...args);
        events.push('moved');
        return moved;
      },
      free: noting('freed', (...args: Parameters<typeof disk.free>) => disk.free(...args)),
      rewriteMarker: async (folder, marker, instead) => {
        const found = await disk.readMarker(folder);
        // Another edition says nothing about files.
        if (!found.ok || found.value?.generation !== marker.generation) events.push('marked');
        return disk.rewriteMarker(folder, marker, instead);
      },
      createSiteFolder: noting('marked', (...args: Parameters<typeof disk.createSiteFolder>) =>
        disk.createSiteFolder(...args),
      ),
    },
  };
}

beforeEach(async () => {
  world = await startWorld();
  home = await mkdtemp(join(tmpdir(), 'sitesync-flushed-'));
  laptop = await openEngine(world, home);
  events = [];
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

const sync = (context: SyncContext) =>
  syncOnce(context, laptop.program.mirror.followed(), {
    confirmDeletes: false,
    eager: true,
    scope: null,
    list: true,
  });

async function inStep(files: number): Promise<string> {
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  await laptop.engine.stop();
  for (let n = 0; n < files; n++) await writeFile(join(folder, 'Other', `${n}.txt`), `file ${n}`);
  expect((await sync(laptop.context)).sites[0]).toMatchObject({ created: files, problems: [] });
  return folder;
}

it('that nobody wants files here is on the disk before a marker says so, once, and that before they go', async () => {
  await inStep(3);
  const { mirror } = laptop.program;
  const [site] = mirror.followed();
  for (const id of mirror.trees(site!.id).base.keys()) mirror.setPin(site!.id, id, false);
  await sync(watched(laptop.context));
  expect(events.slice(0, 2)).toEqual(['flushed', 'marked']);
  expect(events.filter((event) => event === 'marked')).toHaveLength(1);
  expect(events.filter((event) => event === 'freed')).toHaveLength(3);
});

it('that nothing is agreed on any more is on the disk before the folder counts as no copy', async () => {
  const folder = await inStep(3);
  await cp(folder, `${folder} backup`, { recursive: true, preserveTimestamps: true });
  await rename(folder, `${folder} before`);
  await rename(`${folder} backup`, folder);
  await sync(watched(laptop.context));
  expect(events).toEqual(['dropped', 'flushed', 'marked', ...events.slice(3)]);
});

it('that a file is agreed on no more is on the disk before it goes', async () => {
  await inStep(1);
  const { mirror } = laptop.program;
  const [site] = mirror.followed();
  for (const id of mirror.trees(site!.id).base.keys()) mirror.setPin(site!.id, id, false);
  const context = watched(laptop.context);
  const real = context.disk;
  const agreed: number[] = [];
  const flushed = (): readonly string[] => events.slice(events.lastIndexOf('marked') + 1);
  const disk: typeof real = {
    ...real,
    free: (...args) => {
      expect(flushed()).toEqual(['flushed']);
      agreed.push(mirror.counts(site!.id).base);
      return real.free(...args);
    },
  };
  await sync({ ...context, disk });
  expect(agreed).toEqual([0]);
});

it('that files were moved after their records is on the disk, once, before what was edited of them is sent', async () => {
  const folder = await inStep(2);
  const { store } = world.service;
  for (const { id, name } of store.files(SITE)) store.editFile(id, { name: `new ${name}` });
  for (const n of [0, 1]) await writeFile(join(folder, 'Other', `${n}.txt`), `file ${n}, edited`);
  const { sites } = await sync(watched(laptop.context));
  expect(sites[0]).toMatchObject({ moved: 2, updated: 2, problems: [] });
  expect(events).toEqual(['moved', 'moved', 'flushed', 'sent', 'sent']);
});

it('that files are left out is on the disk before anything counts as missing, once', async () => {
  const folder = await inStep(2);
  await writeFile(join(folder, '.siteignore'), '1.txt');
  await sync(watched(laptop.context));
  expect(events).toEqual(['flushed']);
  await sync(watched(laptop.context));
  expect(events).toEqual(['flushed']);
});
