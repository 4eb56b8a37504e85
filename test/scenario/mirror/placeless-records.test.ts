import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { must } from '../../support/must.ts';
import { filesIn, SITE, siteOf, startWorld, trashIn, type Laptop, type World } from '../../support/laptop.ts';
import { NOTHING_DONE } from './nothing-done.ts';

/** The records cannot say where these lie: their service drops `metadata`. */
const FILES: Readonly<Record<string, string>> = {
  'Spec Sheet/air/fan.txt': 'a fan',
  'Spec Sheet/water/fan.txt': 'wetfn',
  'Spec Sheet/fan.txt': 'plain',
  'Maintenance Document/2026/11/visit.txt': 'visited',
  'Block A/plan.txt': 'a plan',
  'top.txt': 'at the top',
};
const COUNT = Object.keys(FILES).length;

let world: World;
let anna: Laptop;

beforeEach(async () => {
  world = await startWorld();
  world.service.set({ dropsMetadata: true });
  anna = world.laptop('anna');
  await anna.sync();
  await put(FILES);
  expect(siteOf(await anna.sync())).toMatchObject({ created: COUNT, problems: [] });
});

afterEach(() => world.close());

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(anna.folder, path)), { recursive: true });
    await writeFile(join(anna.folder, path), content);
  }
}

/** Where the file of each record lies, as it was agreed on. */
function places({ data }: Laptop): ReadonlyMap<FileId, string> {
  const mirror = must(openMirror(data));
  try {
    return new Map([...mirror.trees(SITE).base.values()].map(({ id, path }) => [id, path]));
  } finally {
    mirror.close();
  }
}

const records = (): readonly unknown[] => world.service.store.files(SITE);

/** The agreements are dropped, as for another account, and nothing else. */
function dropAgreements({ data }: Laptop): void {
  const mirror = must(openMirror(data));
  mirror.setSetting('account', 'somebody else');
  mirror.close();
}

describe('files whose records cannot say where they lie', () => {
  it.each([
    ['lost its mirror', () => rm(anna.data, { recursive: true })],
    ['changed the account', () => Promise.resolve(dropAgreements(anna))],
  ])('are the same files to a computer that %s, however often', async (_, forget) => {
    const [before, sent] = [places(anna), records()];
    for (let turn = 1; turn <= 2; turn++) {
      await forget();
      expect(siteOf(await anna.sync())).toMatchObject({ ...NOTHING_DONE, adopted: COUNT });
      expect(siteOf(await anna.sync())).toMatchObject({ ...NOTHING_DONE, adopted: 0 });
      expect(records()).toEqual(sent);
      expect(places(anna)).toEqual(before);
      expect(await filesIn(anna.folder)).toEqual(FILES);
    }
  });

  it('are each of a record of its own where several have the same bytes', async () => {
    const same = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`Other/room ${n}/checklist.txt`, n % 3 === 0 ? 'done' : 'todo']),
    );
    await put(same);
    expect(siteOf(await anna.sync())).toMatchObject({ created: 30 });
    const sent = records();
    await rm(anna.data, { recursive: true });
    // One record more than files: the last one that is fetched has no file left.
    await rm(join(anna.folder, 'Other/room 0/checklist.txt'));
    expect(siteOf(await anna.sync())).toMatchObject({ ...NOTHING_DONE, adopted: COUNT + 29, downloaded: 1 });
    expect(records()).toEqual(sent);
    const files = Object.keys(await filesIn(anna.folder));
    expect(files).toHaveLength(COUNT + 30);
    expect([...places(anna).values()].toSorted()).toEqual(files.toSorted());
  });

  it('are two where the file was edited meanwhile: both stay', async () => {
    await rm(anna.data, { recursive: true });
    await put({ 'Maintenance Document/2026/11/visit.txt': 'VISITED' });
    expect(siteOf(await anna.sync())).toMatchObject({
      ...NOTHING_DONE,
      adopted: COUNT - 1,
      created: 1,
      downloaded: 1,
    });
    expect(await filesIn(anna.folder)).toEqual({
      ...FILES,
      'Maintenance Document/visit.txt': 'visited',
      'Maintenance Document/2026/11/visit.txt': 'VISITED',
    });
    expect(await trashIn(anna.folder)).toEqual([]);
    expect(siteOf(await anna.sync())).toMatchObject(NOTHING_DONE);
  });

  it('go on belonging to their records: an edit is the next version', async () => {
    await rm(anna.data, { recursive: true });
    await anna.sync();
    await put({ 'Spec Sheet/water/fan.txt': 'a wetter fan' });
    expect(siteOf(await anna.sync())).toMatchObject({ ...NOTHING_DONE, updated: 1 });
    expect(records()).toHaveLength(COUNT);
  });

  it('are not those of records that somebody else makes later, of the same name and bytes', async () => {
    const ben = world.laptop('ben');
    await ben.sync();
    await mkdir(join(ben.folder, 'Other/ben'), { recursive: true });
    await writeFile(join(ben.folder, 'Other/ben/checklist.txt'), 'todo');
    await ben.sync();
    await put({ 'Other/anna/checklist.txt': 'todo' });
    expect(siteOf(await anna.sync())).toMatchObject({ created: 1, downloaded: 1 });
    await rm(join(anna.folder, 'Other/anna/checklist.txt'));
    await anna.sync();
    expect(siteOf(await ben.sync())).toMatchObject({ trashed: 0 });
    expect(await filesIn(ben.folder)).toMatchObject({ 'Other/ben/checklist.txt': 'todo' });
  });
});
