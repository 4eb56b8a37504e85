import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

/*
 * Two programs of one computer, each with a data folder of its own, that keep the same folder: the second reaches it
 * through a link.
 */
let world: World;
let homes: readonly [string, string];
let first: EngineHome;
let second: EngineHome;
let folder: string;

beforeEach(async () => {
  world = await startWorld();
  homes = [dirname(world.laptop('one').data), dirname(world.laptop('two').data)];
  mkdirSync(join(homes[0], 'root'), { recursive: true });
  mkdirSync(homes[1]);
  symlinkSync(join(homes[0], 'root'), join(homes[1], 'root'));
  first = await openEngine(world, homes[0]);
  folder = await first.follow(SITE);
  await first.atRest();
  second = await openEngine(world, homes[1], { faster: FASTER, context: inHaste });
});

afterEach(async () => {
  await second.close();
  await first.close();
  await world.close();
});

/** Half a minute takes a second for the one that waits. */
const FASTER = 30;

function inHaste(context: SyncContext): SyncContext {
  const { env } = context;
  const from = env.now();
  return { ...context, env: { ...env, now: () => from + (env.now() - from) * FASTER } };
}

const marker = (): string => readFileSync(join(folder, '.sitesync/site.json'), 'utf8');
const sent = (): readonly string[] => world.service.store.files(SITE).map(({ name }) => name);
const problems = (): unknown => second.reports.at(-1)?.problems;

describe('a folder that another program keeps', () => {
  it('is left alone, with the service, and says which program that is', async () => {
    const before = marker();
    await second.follow(SITE);
    await until(() => second.reports.length > 0);
    const { requests } = second.context.service;
    writeFileSync(join(folder, 'Other/new.txt'), 'new');
    second.engine.syncNow(null);
    await second.atRest();
    expect(problems()).toMatchObject([
      {
        path: '',
        code: 'folder-in-use',
        message: expect.stringMatching(
          /^Harbour House waits: another SiteSync on this computer keeps its folder .+Harbour House: SiteSync \(process \d+\)\.$/,
        ),
      },
    ]);
    expect(second.context.service.requests).toBe(requests);
    expect(second.program.mirror.counts(SITE)).toMatchObject({ local: 0, remote: 0 });
    expect(marker()).toBe(before);
    expect(second.notices.join()).toContain('looks every half minute');
  });

  it('is seen as it is while the second one is paused', async () => {
    second.engine.pauseAll();
    await second.follow(SITE);
    await until(() => second.notices.length > 0);
    expect(second.notices.join()).toContain('another SiteSync');
    expect(second.program.mirror.counts(SITE)).toMatchObject({ local: 0 });
  });

  it('is kept by the second one once the first ends, and each file is sent once', async () => {
    await second.follow(SITE);
    await until(() => second.reports.length > 0);
    writeFileSync(join(folder, 'Other/a.txt'), 'a');
    first.engine.syncNow(null);
    await until(() => sent().length === 1);
    await first.close();
    await until(() => second.reports.at(-1)?.problems.length === 0);
    writeFileSync(join(folder, 'Other/b.txt'), 'b');
    second.engine.syncNow(null);
    await until(() => sent().length === 2);
    expect(sent()).toEqual(['a.txt', 'b.txt']);
    expect(second.over).toEqual(second.notices);
    // Who comes again finds it in other hands.
    first = await openEngine(world, homes[0]);
    await first.engine.refresh();
    await until(() => first.reports.length > 0);
    expect(first.reports.at(-1)?.problems).toMatchObject([{ code: 'folder-in-use' }]);
  });

  it('is listed anew when the first one ends: what that one sent is sent by nobody else', async () => {
    await first.close();
    await second.follow(SITE);
    await second.atRest();
    await second.close();
    first = await openEngine(world, homes[0]);
    await first.engine.refresh();
    await first.atRest();
    // Time stands still but for the leaps, so that no listing is due by itself.
    let leap = 0;
    const leaping = (context: SyncContext): SyncContext => {
      const now = context.env.now();
      return { ...context, env: { ...context.env, now: () => now + leap } };
    };
    second = await openEngine(world, homes[1], { faster: 1000, context: leaping });
    await second.engine.refresh();
    await until(() => second.reports.length > 0);
    expect(problems()).toMatchObject([{ code: 'folder-in-use' }]);
    writeFileSync(join(folder, 'Other/new.txt'), 'new');
    first.engine.syncNow(null);
    await until(() => sent().length === 1);
    await first.close();
    leap = 30_000;
    await until(() => second.reports.at(-1)?.problems.length === 0);
    await second.atRest();
    second.engine.syncNow(null);
    await second.atRest();
    expect(sent()).toEqual(['new.txt']);
  });

  it('is said to be away where it is', async () => {
    await second.follow(SITE);
    await until(() => second.reports.length > 0);
    renameSync(folder, `${folder} away`);
    await until(() => JSON.stringify(problems()).includes('folder-missing'));
    renameSync(`${folder} away`, folder);
    await until(() => JSON.stringify(problems()).includes('folder-in-use'));
  });
});
