import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, ok, type Failure } from '../../../shared/failure.ts';
import type { SiteDataService } from '../../../main/sync/ports/service.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import { openEngine, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';
import type { Variation } from '../../service/switches/variation.ts';

const FILES = 60;
/** Rounds of a cycle that look for what was sent, and what else reads all of a site. */
const READS = 8;

let world: World;
let home: string;
let laptop: EngineHome;
/** How often all of a site was read in the program's main thread. */
let reads: number;
/** How the look for what was sent goes: bytes that are free, and whether downloads break. */
let look: { freeBytes: number; breaks: boolean };
/** Records whose bytes were asked for. */
let fetched: string[];

async function start(variation: Partial<Variation>): Promise<void> {
  world = await startWorld({ variation });
  laptop = await openEngine(world, home, {
    mirror: (mirror) =>
      Object.assign(Object.create(mirror) as typeof mirror, {
        trees: (...site: Parameters<typeof mirror.trees>) => {
          reads += 1;
          return mirror.trees(...site);
        },
      }),
    context: (context) => {
      const { disk, service } = context;
      const space: typeof disk.space = async () => {
        const { freeBytes } = look;
        return ok({ freeBytes, totalBytes: 100_000_000_000, disk: 'one' });
      };
      const downloadFile: typeof service.downloadFile = async (id, ...how) => {
        fetched.push(id);
        return look.breaks ? fail(BROKEN) : service.downloadFile(id, ...how);
      };
      return { ...context, disk: { ...disk, space }, service: withDownloads(service, downloadFile) };
    },
  });
}

/** Its members are bound to the service itself, which keeps things of its own. */
function withDownloads(
  service: SiteDataService,
  downloadFile: SiteDataService['downloadFile'],
): SiteDataService {
  return new Proxy(service, {
    get: (target, name) => {
      if (name === 'downloadFile') return downloadFile;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

const AMPLE = 50_000_000_000;
const BROKEN: Failure = { code: 'service-error', message: 'It broke.', hint: 'Wait.', retry: 'later' };

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-lost-creates-'));
  reads = 0;
  fetched = [];
  look = { freeBytes: AMPLE, breaks: false };
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

it.each<[string, Partial<Variation>]>([
  ['with our marks', {}],
  ['rewritten and without our marks', { dropsMetadata: true, rewritesContent: true }],
])('creates that are answered with nothing are looked up together, %s', async (_, variation) => {
  await start({ createReply: 'nothing', createStatus: 202, ...variation });
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  await laptop.engine.stop();
  await mkdir(join(folder, 'Other'), { recursive: true });
  for (let n = 0; n < FILES; n++) await writeFile(join(folder, 'Other', `${n}.txt`), `file ${n}`);
  reads = 0;
  const options = { confirmDeletes: false, eager: true, scope: null, list: true };
  const report = await syncOnce(laptop.context, laptop.program.mirror.followed(), options);
  expect(report.sites[0]).toMatchObject({ created: FILES, files: FILES, problems: [] });
  expect(world.service.store.files(SITE)).toHaveLength(FILES);
  expect(reads).toBeLessThan(READS);
});

it.each([
  ['where there is no room for them', { freeBytes: 0, breaks: false }, 0],
  ['each once where they do not come', { freeBytes: AMPLE, breaks: true }, 2],
])('bytes of records that may be ours are looked at, %s', async (_, hindered, most) => {
  await start({ createReply: 'nothing', createStatus: 202, dropsMetadata: true });
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  await laptop.engine.stop();
  for (const below of ['Other', 'Spec Sheet']) {
    await mkdir(join(folder, below, 'one'), { recursive: true });
    await writeFile(join(folder, below, 'one', 'same name.txt'), below.padEnd(20));
  }
  look = hindered;
  const options = { confirmDeletes: false, eager: false, scope: null, list: true };
  const sync = () => syncOnce(laptop.context, laptop.program.mirror.followed(), options);
  await sync();
  expect(fetched.length).toBeLessThanOrEqual(most);
  look = { freeBytes: AMPLE, breaks: false };
  for (let times = 0; times < 3; times++) await sync();
  expect((await sync()).sites[0]).toMatchObject({ files: 2, problems: [] });
  expect(world.service.store.files(SITE)).toHaveLength(2);
});
