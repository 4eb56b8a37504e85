import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Create } from '../../main/engine/actions.ts';
import type { SyncContext } from '../../main/sync/context.ts';
import { syncSite } from '../../main/sync/cycle.ts';
import { listSite } from '../../main/sync/listing.ts';
import { ok } from '../../shared/failure.ts';
import { must } from '../support/engine-home.ts';
import { GuardWorld, type GuardLaptop } from '../simulation/guard-world.ts';

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

it('names the rows of a page without end that are no records', async () => {
  const odd = Array.from({ length: VERY_MANY }, () => ({ id: null, name: null, why: 'it has no id' }));
  const page = { items: [], odd, count: VERY_MANY, next: null, recallable: false };
  const context: SyncContext = {
    ...laptop.context,
    service: Object.assign(Object.create(laptop.context.service) as SyncContext['service'], {
      fetchFilesPage: async () => ok({ version: '1', read: () => ok(page) }),
    }),
  };
  expect(must(await listSite(context, world.site)).odd).toHaveLength(VERY_MANY);
});
