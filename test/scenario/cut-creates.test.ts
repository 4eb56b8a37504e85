import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../main/sync/context.ts';
import { openEngine, until, type EngineHome } from '../support/engine-home.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { SITE, startWorld, type World } from '../support/laptop.ts';

const MANY = 120;

let world: World;
let home: string;
let folder: string;
let open: EngineHome | null = null;
/** The clock goes ahead by so much, ms. */
let ahead: number;
/** Called with the number of each create before it is sent. */
let onCreate: (number: number) => void;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-cut-'));
  folder = join(home, 'root', 'Harbour House', 'Other');
  world = await startWorld();
  ahead = 0;
  onCreate = () => undefined;
});

afterEach(async () => {
  await open?.close();
  open = null;
  await world.close();
  await rm(home, { recursive: true, force: true });
});

function watched(context: SyncContext): SyncContext {
  let creates = 0;
  const { service, env } = context;
  const createFile: typeof service.createFile = (...args) => {
    creates += 1;
    onCreate(creates);
    return service.createFile(...args);
  };
  const counting = new Proxy(service, {
    get: (target, name): unknown => {
      if (name === 'createFile') return createFile;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { ...context, service: counting, env: { ...env, now: () => env.now() + ahead } };
}

const names = (): readonly string[] => world.service.store.files(SITE).map((file) => file.name);

it('small files that were made ready and not sent are sent by the next cycle, without a listing', async () => {
  const laptop = await openEngine(world, home, { context: watched });
  open = laptop;
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < MANY; n++) await writeFile(join(folder, `${n}.txt`), String(n));
  onCreate = (number) => {
    if (number > 1) return;
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    ahead = 61_000;
  };
  await laptop.follow(SITE);
  await laptop.atRest();
  expect(laptop.reports.length).toBeGreaterThan(1);
  expect(names()).toHaveLength(MANY);
  expect(laptop.program.mirror.intents(SITE as SiteId)).toEqual([]);
  expect(laptop.reports.flatMap((report) => report.problems)).toEqual([]);
});
