import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Create } from '../../../main/engine/plan/actions.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import { syncSite } from '../../../main/sync/cycle/cycle.ts';
import { listSite } from '../../../main/sync/observe/listing.ts';
import { ok } from '../../../shared/failure.ts';
import { must } from '../../support/must.ts';
import { GuardWorld, type GuardLaptop } from '../../simulation/guards/guard-world.ts';

/** More than one call takes as arguments. */
const VERY_MANY = 150_000;

let world: GuardWorld;
let laptop: GuardLaptop;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.inStep('there.txt');
});
afterEach(() => world.close());

it('says when the first of very many files that were saved just now may be still', async () => {
  const now = Date.now();
  vi.spyOn(laptop.env, 'now').mockReturnValue(now);
  const creates = Array.from({ length: VERY_MANY }, (_, n): Create => {
    const path = `Other/${n}.txt` as Create['path'];
    const local = { path, size: 1, mtimeNs: BigInt(now - (n % 7)) * 1_000_000n, ino: BigInt(n), hash: null };
    return {
      kind: 'create',
      path,
      local,
      name: `${n}.txt`,
      category: 'other',
      gone: null,
      reason: 'new-here',
    };
  });
  const context: SyncContext = {
    ...laptop.context,
    settings: { ...laptop.context.settings, stillMs: 2000 },
    plan: async (question) => ({ ...(await laptop.context.plan(question)), actions: creates }),
  };
  const [site] = laptop.mirror.followed();
  const options = { confirmDeletes: false, eager: false, scope: null, list: true };
  expect(await syncSite(context, site!, options)).toMatchObject({ wakeIn: 2000 - 6 });
});

it('is told of the plan after many steps while the last of them go on, and not after few', async () => {
  const sent = (): number => world.service.files(world.site).length - 1;
  const toldAt: number[] = [];
  const context: SyncContext = { ...laptop.context, planSoon: () => toldAt.push(sent()) };
  const [site] = laptop.mirror.followed();
  const options = { confirmDeletes: false, eager: true, scope: null, list: true };
  for (let n = 0; n < 20; n++) laptop.put(`Other/few ${n}.txt`, `few ${n}`);
  await syncSite(context, site!, options);
  expect([toldAt, sent()]).toEqual([[], 20]);
  for (let n = 0; n < 2001; n++) laptop.put(`Other/${n}.txt`, `file ${n}`);
  await syncSite(context, site!, options);
  expect(toldAt).toHaveLength(1);
  expect(toldAt[0]).toBeGreaterThan(1000);
  expect(toldAt[0]).toBeLessThan(2021);
  expect(sent()).toBe(2021);
});

it('sends the first of many files when few are ready, and makes more ready at a time as it goes on', async () => {
  const batches: number[] = [];
  const sender = await world.laptop({
    disk: (disk) => ({
      openUploads: (folder, files) => {
        batches.push(files.length);
        return disk.openUploads(folder, files);
      },
    }),
  });
  for (let n = 0; n < 600; n++) sender.put(`Other/${n}.txt`, `file ${n}`);
  expect(await sender.sync()).toMatchObject({ created: 600, problems: [] });
  expect(batches).toEqual([32, 64, 128, 256, 120]);
});

it('names the rows of a page without end that are no records', async () => {
  const odd = Array.from({ length: VERY_MANY }, () => ({ id: null, name: null, why: 'it has no id' }));
  const none = { items: [], same: [], ids: [], rowHashes: [] };
  const page = { ...none, odd, count: VERY_MANY, next: null, recallable: false };
  const context: SyncContext = {
    ...laptop.context,
    service: Object.assign(Object.create(laptop.context.service) as SyncContext['service'], {
      fetchFilesPage: async () => ok({ version: '1', read: () => ok(page) }),
    }),
  };
  expect(must(await listSite(context, world.site)).odd).toHaveLength(VERY_MANY);
});
