import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSiteLocks } from '../../../main/adapters/locks/site-locks.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';
import type { Disk, ScanScope } from '../../../main/sync/ports/disk.ts';
import type { WatchHint } from '../../../main/sync/ports/environment.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import type { SiteLocks } from '../../../main/sync/ports/site-locks.ts';
import { SyncEngine } from '../../../main/sync/watch/sync-engine.ts';
import { ok } from '../../../shared/failure.ts';
import { until } from '../../support/engine-home.ts';
import { put, SITE, startWorld, type Laptop, type World } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { must } from '../../support/must.ts';

const site = SITE;
/** Half a minute passes in 0.3 s. */
const FASTER = 100;

let world: World;
let laptop: Laptop;
let program: Program;
let kept: FollowedSite;
let other: SiteLocks;
let stopping: AbortController;
let notices: Set<string>;
let hint: (hint: WatchHint) => void;
let engine: SyncEngine;
let before: number;
/** What each scan that has ended looked at, so that what a test writes next is none of its; null: everything. */
let scopes: (ScanScope | null)[];

/** A laptop whose site is in step, and on which nobody is signed in any more. */
beforeEach(async () => {
  world = await startWorld();
  laptop = world.laptop('one');
  await laptop.sync();
  await put(laptop, 'Other/agreed.txt', 'agreed');
  await laptop.sync();
  stopping = new AbortController();
  ({ program } = await openSignedIn({ data: laptop.data, baseUrl: world.service.url }));
  kept = program.mirror.followed()[0]!;
  other = createSiteLocks({ program: 'the command', log: () => undefined });
  notices = new Set();
  scopes = [];
  before = world.service.requests.all.length;
});

afterEach(async () => {
  await engine.stop();
  stopping.abort();
  other.close();
  await program.close();
  await world.close();
});

/** The engine that looks while nobody is signed in, as the app starts it. */
async function look(): Promise<void> {
  const looker = (await program.looker(stopping.signal))!;
  const { env } = looker;
  const start = env.now();
  const context = {
    ...looker,
    disk: {
      ...looker.disk,
      scan: async (...asked: Parameters<Disk['scan']>) => {
        const found = await looker.disk.scan(...asked);
        scopes.push(asked[1].scope);
        return found;
      },
    },
    env: {
      ...env,
      now: () => start + (env.now() - start) * FASTER,
      sleep: (ms: number, signal?: AbortSignal) => env.sleep(ms / FASTER, signal),
    },
  };
  const watch = (_folder: string, _ignored: unknown, onHint: typeof hint) => {
    hint = onHint;
    return { ready: Promise.resolve(ok(undefined)), close: () => Promise.resolve() };
  };
  engine = new SyncEngine(
    context,
    { watch },
    {
      onReport: (report) => expect.unreachable(JSON.stringify(report)),
      onNotice: (line) => notices.add(line),
      onOver: (line) => notices.delete(line),
    },
  );
  engine.pauseAll();
  await engine.refresh();
}

const seen = (): readonly string[] =>
  [...program.mirror.trees(site).local.values()].map(({ path }) => path).toSorted();

const codes = (): readonly string[] => program.mirror.problems(site).map(({ code }) => code);

it('sees what a person changes, and leaves the folder to others and the service alone', async () => {
  await look();
  await put(laptop, 'Other/new.txt', 'new');
  hint({ kind: 'changed', folder: 'Other', deep: false });
  await until(() => seen().includes('Other/new.txt'));
  expect(seen()).toEqual(['Other/agreed.txt', 'Other/new.txt']);
  await rm(join(kept.folder, 'Other/agreed.txt'));
  hint({ kind: 'changed', folder: 'Other', deep: false });
  await until(() => seen().length === 1);
  expect(await other.take(kept)).toBeNull();
  expect(world.service.requests.all).toHaveLength(before);
});

it('looks at everything once when the computer wakes, and then again at what changes', async () => {
  await look();
  await until(() => scopes.length === 1);
  engine.wake();
  await until(() => scopes.length === 2);
  expect(scopes).toEqual([null, null]);
  for (const name of ['1', '2']) {
    await put(laptop, `Other/${name}.txt`, name);
    hint({ kind: 'changed', folder: 'Other', deep: false });
    await until(() => seen().includes(`Other/${name}.txt`));
  }
  const other = { below: [], directly: ['Other'] };
  expect(scopes.slice(2)).toEqual([other, other]);
});

it('does nothing in a folder that another program keeps, until that one ends', async () => {
  expect(await other.take(kept)).toBeNull();
  await put(laptop, 'Other/new.txt', 'new');
  await look();
  await until(() => notices.size === 1);
  expect([...notices][0]).toMatch(/another SiteSync on this computer keeps its folder .*: the command/);
  expect(seen()).toEqual(['Other/agreed.txt']);
  other.close();
  await until(() => seen().includes('Other/new.txt'));
  await until(() => notices.size === 0);
});

it('keeps as the problem of the site that its folder is away, until it is back', async () => {
  await look();
  await until(() => seen().length === 1);
  await rename(kept.folder, `${kept.folder} away`);
  await until(() => codes().includes('folder-missing'));
  expect(codes()).toEqual(['folder-missing']);
  await put(laptop, '../Harbour House away/Other/new.txt', 'new');
  await rename(`${kept.folder} away`, kept.folder);
  await until(() => seen().length === 2);
  await until(() => codes().length === 0);
});

it('takes nothing in a folder for deleted that another program kept meanwhile, and changes no word of its marker', async () => {
  const marker = must(await program.disk.readMarker(kept.folder))!;
  const next = { ...marker, generation: program.env.newGeneration() };
  must(await program.disk.rewriteMarker(kept.folder, next, marker));
  const changed = must(await program.disk.readMarker(kept.folder));
  await rm(join(kept.folder, 'Other/agreed.txt'));
  await look();
  await until(() => notices.size === 1);
  expect([...notices][0]).toMatch(/kept by another SiteSync.* Sign in: /);
  expect(seen()).toEqual(['Other/agreed.txt']);
  expect(must(await program.disk.readMarker(kept.folder))).toEqual(changed);
  must(await program.disk.rewriteMarker(kept.folder, marker, changed!));
  await until(() => notices.size === 0);
  expect(seen()).toEqual([]);
});
