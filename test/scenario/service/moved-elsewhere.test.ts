import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import { openEngine, type EngineHome } from '../../support/engine-home.ts';
import { SITE, siteOf, startWorld, trashIn, type World } from '../../support/laptop.ts';

const OTHER = 'site-2';

let world: World;
let home: string;
let laptop: EngineHome;
let folder: string;
let file: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-elsewhere-'));
  world = await startWorld();
  world.service.store.addSite({ id: OTHER, name: 'Mill' });
  const row = world.service.store.addFile(SITE, {
    name: 'pump.pdf',
    category: 'spec-sheet',
    content: 'pump',
  });
  world.service.store.addFile(SITE, { name: 'fan.pdf', category: 'spec-sheet', content: 'fan' });
  laptop = await openEngine(world, home);
  laptop.engine.pauseAll();
  folder = await laptop.follow(SITE);
  // The first look of its watch, beside a sync, could note what it saw before an edit after that one saw the edit.
  await laptop.atRest();
  file = join(folder, 'Spec Sheet', 'pump.pdf');
  await sync(true);
  world.service.store.editFile(row.id, { site: OTHER });
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

/** Without a listing it plans with the one before, as after a hint of the watcher. */
async function sync(list: boolean): Promise<SiteReport> {
  const options = { confirmDeletes: false, eager: true, scope: null, list };
  return siteOf(await syncOnce(laptop.context, laptop.program.mirror.followed(), options));
}

const contents = (site: string): readonly string[] =>
  world.service.store.files(site).map(({ id }) => world.service.store.readContent(id).toString());

describe('a record that was given to another site', () => {
  it('keeps its copy here, and says so', async () => {
    const report = await sync(true);
    expect(report).toMatchObject({ downloaded: 0, trashed: 0 });
    expect(report.problems).toMatchObject([
      { path: 'Spec Sheet/pump.pdf', code: 'not-found', message: expect.stringContaining('another site') },
    ]);
    expect(await readFile(file, 'utf8')).toBe('pump');
    expect(await trashIn(folder)).toEqual([]);
  });

  it('stays there when its copy here is deleted, whatever this site knew last', async () => {
    await sync(true);
    await unlink(file);
    expect(await sync(false)).toMatchObject({ deletedRemote: 0, problems: [] });
    expect(contents(OTHER)).toEqual(['pump']);
  });

  it('stays there when its copy here is deleted before anybody looked', async () => {
    await unlink(file);
    expect(await sync(false)).toMatchObject({ deletedRemote: 0, downloaded: 0, problems: [] });
    expect(existsSync(file)).toBe(false);
    expect(contents(OTHER)).toEqual(['pump']);
  });

  it.each([true, false])(
    'is left as it is by an edit here, which becomes a file of this site, list %s',
    async (list) => {
      await writeFile(file, 'pump, edited');
      expect(await sync(list)).toMatchObject({ created: 1, updated: 0, conflicts: [], problems: [] });
      expect(contents(OTHER)).toEqual(['pump']);
      expect(contents(SITE)).toEqual(['fan', 'pump, edited']);
    },
  );
});
