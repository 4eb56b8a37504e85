import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { openEngine, type EngineHome } from '../../support/engine-home.ts';
import { filesIn, SITE, startWorld, type World } from '../../support/laptop.ts';

/*
 * The database alone is put back from an older copy, as from a backup of the app's data. What lies in the folder, and
 * what does not, is of today: what was given up on purpose since is not to look deleted. There are four files: so few
 * that no mass delete is held.
 */

const FILES = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];

let world: World;
let home: string;
let laptop: EngineHome;
let folder: string;

beforeEach(async () => {
  world = await startWorld();
  home = await mkdtemp(join(tmpdir(), 'sitesync-older-'));
  laptop = await openEngine(world, home);
  folder = await laptop.follow(SITE);
  await laptop.atRest();
  await laptop.engine.stop();
  for (const name of FILES) await writeFile(join(folder, 'Other', name), name);
  expect(await sync()).toMatchObject({ created: FILES.length, problems: [] });
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

async function sync(context: SyncContext = laptop.context): Promise<SiteReport> {
  const report = await syncOnce(context, laptop.program.mirror.followed(), {
    confirmDeletes: false,
    eager: true,
    scope: null,
    list: true,
  });
  return report.sites[0]!;
}

function site(): FollowedSite {
  return laptop.program.mirror.followed()[0]!;
}

function idOf(name: string): FileId {
  return world.service.store.files(SITE).find((file) => file.name === name)!.id as FileId;
}

function onlineOnly(...names: readonly string[]): void {
  for (const name of names) laptop.program.mirror.setPin(site().id, idOf(name), false);
}

/** The same with other ways to the disk. */
function over(changes: (disk: Disk) => Partial<Disk>): SyncContext {
  const { disk } = laptop.context;
  return { ...laptop.context, disk: { ...disk, ...changes(disk) } };
}

const copy = (to: string): Promise<void> => cp(join(home, 'data'), join(home, to), { recursive: true });

async function reopened(change: () => Promise<void> = async () => undefined): Promise<void> {
  await laptop.close();
  await change();
  laptop = await openEngine(world, home);
}

const putBack = (from: string): Promise<void> =>
  reopened(async () => {
    await rm(join(home, 'data'), { recursive: true });
    await cp(join(home, from), join(home, 'data'), { recursive: true });
  });

async function expectAllKept(): Promise<void> {
  const report = await sync();
  expect(report).toMatchObject({ deletedRemote: 0, created: 0, conflicts: [], problems: [] });
  const records = world.service.store.files(SITE).map(({ name }) => name);
  expect(records.toSorted()).toEqual(FILES);
}

describe('an older database', () => {
  it('deletes no record of what was made “online only” since, and fetches it', async () => {
    await reopened(() => copy('backup'));
    onlineOnly('a.txt', 'b.txt');
    await sync();
    expect(Object.keys(await filesIn(folder))).toEqual(['Other/c.txt', 'Other/d.txt']);
    await putBack('backup');
    await expectAllKept();
    expect(Object.keys(await filesIn(folder))).toHaveLength(FILES.length);
    // From now on it is the site's database as any other.
    await rm(join(folder, 'Other', 'c.txt'));
    expect(await sync()).toMatchObject({ deletedRemote: 1, downloaded: 0 });
  });

  it('knows of that also where other files had been made “online only” before it was copied', async () => {
    onlineOnly('a.txt');
    await sync();
    await reopened(() => copy('backup'));
    onlineOnly('b.txt');
    await sync();
    await putBack('backup');
    await expectAllKept();
  });

  it('deletes no record of a category that was given up since', async () => {
    await reopened(() => copy('backup'));
    laptop.program.mirror.follow({ ...site(), keep: ['spec-sheet'] });
    await sync();
    expect(await filesIn(folder)).toEqual({});
    await putBack('backup');
    await expectAllKept();
  });

  it('deletes no record of a file that was not wanted, and was removed by hand', async () => {
    await reopened(() => copy('backup'));
    onlineOnly('a.txt');
    await rm(join(folder, 'Other', 'a.txt'));
    expect(await sync()).toMatchObject({ deletedRemote: 0, problems: [] });
    await putBack('backup');
    await expectAllKept();
  });

  it('that was copied while files were removed knows why they are missing', async () => {
    onlineOnly('a.txt', 'b.txt');
    let copying: Promise<void> | null = null;
    const free =
      (disk: Disk): Disk['free'] =>
      async (...args) => {
        await (copying ??= copy('backup'));
        return disk.free(...args);
      };
    await sync(over((disk) => ({ free: free(disk) })));
    await putBack('backup');
    await expectAllKept();
    expect(Object.keys(await filesIn(folder))).toEqual(['Other/c.txt', 'Other/d.txt']);
  });

  it('finds out what was edited and deleted here, where nothing was given up since', async () => {
    await reopened(() => copy('backup'));
    await writeFile(join(folder, 'Other', 'a.txt'), 'edited');
    await sync();
    await putBack('backup');
    await writeFile(join(folder, 'Other', 'b.txt'), 'edited too');
    await rm(join(folder, 'Other', 'c.txt'));
    expect(await sync()).toMatchObject({ updated: 1, deletedRemote: 1, conflicts: [], problems: [] });
  });
});

describe('where the marker cannot be written', () => {
  const REFUSED: Failure = {
    code: 'read-only',
    message: 'site.json could not be changed: its folder or drive does not allow it.',
    hint: 'Check that you may write there.',
    retry: 'later',
  };
  const refusing = (): SyncContext => over(() => ({ rewriteMarker: async () => fail(REFUSED) }));

  it('no file is removed, and it says why', async () => {
    onlineOnly('a.txt');
    const report = await sync(refusing());
    expect(report.problems).toMatchObject([{ path: 'Other/a.txt', code: 'read-only', hint: REFUSED.hint }]);
    expect(report.problems[0]?.message).toBe(
      `Other/a.txt was not removed from this computer: SiteSync first notes in the folder of the site that files are to go, and cannot. ${REFUSED.message}`,
    );
    expect(Object.keys(await filesIn(folder))).toHaveLength(FILES.length);
    // It goes as soon as that can be noted.
    expect(await sync()).toMatchObject({ problems: [] });
    expect(Object.keys(await filesIn(folder))).toHaveLength(FILES.length - 1);
  });

  it('what was not wanted and is gone by hand stays agreed on until then', async () => {
    onlineOnly('a.txt');
    await rm(join(folder, 'Other', 'a.txt'));
    expect(await sync(refusing())).toMatchObject({ problems: [] });
    expect(laptop.program.mirror.counts(site().id).base).toBe(FILES.length);
    await sync();
    expect(laptop.program.mirror.counts(site().id).base).toBe(FILES.length - 1);
  });

  it('nothing merges: what is edited goes up as an edit', async () => {
    onlineOnly('a.txt');
    await sync(refusing());
    await writeFile(join(folder, 'Other', 'b.txt'), 'edited');
    await rm(join(folder, 'Other', 'c.txt'));
    expect(await sync(refusing())).toMatchObject({ updated: 1, deletedRemote: 1, conflicts: [] });
  });
});
