import { rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileRow } from '../../service/store/file-table.ts';
import {
  filesIn,
  put,
  siteOf,
  SITE,
  startTwoLaptops,
  trashIn,
  type Laptop,
  type World,
} from '../../support/laptop.ts';

let world: World;
let anna: Laptop;
let ben: Laptop;

beforeEach(async () => {
  ({ world, anna, ben } = await startTwoLaptops());
});

afterEach(() => world.close());

/** A record as a laptop of ours makes it. */
function addRecord(path: string, content: string): FileRow {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return world.service.store.addFile(SITE, {
    name,
    category: 'other',
    content,
    metadata: { sitesync: { path } },
  });
}

function recordNamed(name: string): FileRow {
  const found = world.service.store.files(SITE).find((file) => file.name === name);
  return found ?? expect.fail(`no record is called ${name}`);
}

/** The place beside its name that belongs to this record. */
const aliasOf = (path: string, { id }: Pick<FileRow, 'id'>): string => `${path} ~${id.slice(0, 8)}`;

/** Nothing is left to do, and the service was asked to change nothing. */
async function expectAtRest(...laptops: readonly Laptop[]): Promise<void> {
  world.service.requests.clear();
  for (const laptop of laptops) {
    const report = await laptop.sync();
    expect(siteOf(report).problems).toEqual([]);
    expect(report.state).toBe('in-sync');
  }
  expect(world.service.requests.writes()).toEqual([]);
}

describe('a file and a folder of one name, on one laptop', () => {
  it('come both from the service: the file lies beside the folder, whichever was there first', async () => {
    const first = addRecord('Other/Notes', 'file');
    addRecord('Other/Notes/plan.txt', 'in the folder');
    addRecord('Other/Log/a/b.txt', 'in another');
    const last = addRecord('Other/LOG', 'a later file');
    await anna.sync();
    expect(await filesIn(anna.folder)).toEqual({
      [aliasOf('Other/Notes', first)]: 'file',
      'Other/Notes/plan.txt': 'in the folder',
      'Other/Log/a/b.txt': 'in another',
      [aliasOf('Other/LOG', last)]: 'a later file',
    });
    expect(recordNamed('Notes')).toEqual(first);
    await expectAtRest(anna);
  });

  it('the file stays beside the folder, whether its record is called as it is here or as the folder', async () => {
    const notes = addRecord('Other/Notes', 'file');
    addRecord('Other/Notes/plan.txt', 'in the folder');
    await anna.sync();
    const before = await filesIn(anna.folder);
    for (const name of [aliasOf('Notes', notes), 'Notes']) {
      const metadata = { sitesync: { path: `Other/${name}` } };
      world.service.store.editFile(notes.id, { name, metadata });
      expect(siteOf(await anna.sync())).toMatchObject({ moved: 0, downloaded: 0, updated: 0, problems: [] });
      expect(await filesIn(anna.folder)).toEqual(before);
      await expectAtRest(anna, ben);
      expect(await filesIn(ben.folder)).toEqual(before);
    }
  });

  it('the file, long in step, moves aside for the folder with what was edited in it, and is sent', async () => {
    const file = addRecord('Other/Notes', 'agreed');
    await anna.sync();
    await expectAtRest(anna);
    addRecord('Other/Notes/deep/plan.txt', 'in the folder');
    await put(anna, 'Other/Notes', 'edited');
    expect(siteOf(await anna.sync())).toMatchObject({ updated: 1, moved: 1, downloaded: 1, problems: [] });
    expect(await filesIn(anna.folder)).toEqual({
      [aliasOf('Other/Notes', file)]: 'edited',
      'Other/Notes/deep/plan.txt': 'in the folder',
    });
    const sent = recordNamed('Notes');
    expect(JSON.parse(sent.metadata)).toMatchObject({ sitesync: { path: 'Other/Notes' } });
    await expectAtRest(anna);
  });

  it('a new file that is not sent yet is sent before it moves aside', async () => {
    await anna.sync();
    addRecord('Other/Notes/plan.txt', 'in the folder');
    await put(anna, 'Other/Notes', 'mine');
    expect(siteOf(await anna.sync())).toMatchObject({ created: 1, moved: 1, downloaded: 1, problems: [] });
    expect(await filesIn(anna.folder)).toEqual({
      [aliasOf('Other/Notes', recordNamed('Notes'))]: 'mine',
      'Other/Notes/plan.txt': 'in the folder',
    });
    await expectAtRest(anna);
  });

  it('a new file that the service refuses stays where it is, and the folder waits for it with a reason', async () => {
    await anna.sync();
    addRecord('Other/Notes/plan.txt', 'in the folder');
    await put(anna, 'Other/Notes', 'mine');
    world.service.failNext({
      match: { method: 'POST', pathPrefix: '/api/v1/files/' },
      times: 1,
      action: { status: 413 },
    });
    const { problems } = siteOf(await anna.sync());
    expect(problems.map(({ path, code }) => `${code} ${path}`).toSorted()).toEqual([
      'in-use Other/Notes/plan.txt',
      'too-large Other/Notes',
    ]);
    expect(await filesIn(anna.folder)).toEqual({ 'Other/Notes': 'mine' });
    await unlink(join(anna.folder, 'Other/Notes'));
    await anna.sync();
    expect(await filesIn(anna.folder)).toEqual({ 'Other/Notes/plan.txt': 'in the folder' });
    await expectAtRest(anna);
  });

  it('the file keeps its alias when the folder goes, as one beside a file of its name does', async () => {
    const file = addRecord('Other/Notes', 'file');
    const inside = addRecord('Other/Notes/plan.txt', 'in the folder');
    await anna.sync();
    world.service.store.deleteFile(inside.id);
    await anna.sync();
    expect(await filesIn(anna.folder)).toEqual({ [aliasOf('Other/Notes', file)]: 'file' });
    await expectAtRest(anna);
  });

  it('the folder becomes a file on the service: the file waits for its place, and has its plain name', async () => {
    const inside = addRecord('Other/Notes/plan.txt', 'in the folder');
    await anna.sync();
    world.service.store.deleteFile(inside.id);
    addRecord('Other/Notes', 'file');
    expect(siteOf(await anna.sync())).toMatchObject({ trashed: 1, downloaded: 1, problems: [] });
    expect(await filesIn(anna.folder)).toEqual({ 'Other/Notes': 'file' });
    expect(await trashIn(anna.folder)).toEqual(['in the folder']);
    await expectAtRest(anna);
  });

  it('the file moves into a folder of its own name on the service, and back out of it', async () => {
    const file = addRecord('Other/Notes', 'file');
    await anna.sync();
    for (const path of ['Other/Notes/Notes', 'Other/Notes']) {
      world.service.store.editFile(file.id, { metadata: { sitesync: { path } } });
      expect(siteOf(await anna.sync()).problems).toEqual([]);
      expect(await filesIn(anna.folder)).toEqual({ [path]: 'file' });
    }
    await expectAtRest(anna);
  });
});

describe('a file and a folder of one name, on two laptops', () => {
  beforeEach(async () => {
    await anna.sync();
    await ben.sync();
  });

  it.each(['Notes', 'NOTES', 'Pla\u0308ne'])(
    'one made the folder and one the file, %s: both have both, under the same names',
    async (name) => {
      const folder = name === 'NOTES' ? 'Other/Notes' : `Other/${name.normalize('NFC')}`;
      await put(anna, `${folder}/plan.txt`, 'of anna');
      await put(ben, `Other/${name}`, 'of ben');
      for (const laptop of [anna, ben, anna]) await laptop.sync();
      const alias = aliasOf(`Other/${name}`, recordNamed(name.normalize('NFC')));
      const both = { [`${folder}/plan.txt`]: 'of anna', [alias.normalize('NFC')]: 'of ben' };
      for (const { folder: root } of [anna, ben]) {
        const files = Object.entries(await filesIn(root));
        expect(Object.fromEntries(files.map(([path, text]) => [path.normalize('NFC'), text]))).toEqual(both);
      }
      await expectAtRest(anna, ben);
    },
  );

  it('the file was there first, and the other laptop needs the folder: neither waits for a person', async () => {
    await put(ben, 'Other/Notes', 'of ben');
    await ben.sync();
    await put(anna, 'Other/Notes/plan.txt', 'of anna');
    for (const laptop of [anna, ben]) expect(siteOf(await laptop.sync()).problems).toEqual([]);
    expect(await filesIn(ben.folder)).toEqual(await filesIn(anna.folder));
    expect(Object.keys(await filesIn(anna.folder))).toContain(aliasOf('Other/Notes', recordNamed('Notes')));
    await expectAtRest(anna, ben);
  });

  it('a person puts a folder in the place of a file: the file is deleted before what is in the folder is sent', async () => {
    await put(anna, 'Other/Notes', 'a file');
    for (const laptop of [anna, ben]) await laptop.sync();
    // Into the trash of the desktop: were it gone for good, a disk may give its inode to the file that is made next.
    await rename(join(anna.folder, 'Other/Notes'), `${anna.folder} trash`);
    await put(anna, 'Other/Notes/plan.txt', 'in a folder');
    world.service.requests.clear();
    await anna.sync();
    expect(world.service.requests.writes().map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    expect(siteOf(await ben.sync())).toMatchObject({ trashed: 1, downloaded: 1, problems: [] });
    expect(await filesIn(ben.folder)).toEqual({ 'Other/Notes/plan.txt': 'in a folder' });
    await expectAtRest(anna, ben);
  });

  it('a person puts a file in the place of a folder: it has that name on both', async () => {
    await put(anna, 'Other/Notes/plan.txt', 'in a folder');
    for (const laptop of [anna, ben]) await laptop.sync();
    await rm(join(anna.folder, 'Other/Notes'), { recursive: true });
    await put(anna, 'Other/Notes', 'a file');
    for (const laptop of [anna, ben]) expect(siteOf(await laptop.sync()).problems).toEqual([]);
    for (const laptop of [anna, ben])
      expect(await filesIn(laptop.folder)).toEqual({ 'Other/Notes': 'a file' });
    await expectAtRest(anna, ben);
  });

  it('what one edits in the folder that the other replaced by a file comes back, and the file gives way', async () => {
    await put(anna, 'Other/Notes/plan.txt', 'v1');
    for (const laptop of [anna, ben]) await laptop.sync();
    await rm(join(anna.folder, 'Other/Notes'), { recursive: true });
    await put(anna, 'Other/Notes', 'a file');
    await put(ben, 'Other/Notes/plan.txt', 'v2');
    for (const laptop of [ben, anna, ben]) expect(siteOf(await laptop.sync()).problems).toEqual([]);
    const both = { [aliasOf('Other/Notes', recordNamed('Notes'))]: 'a file', 'Other/Notes/plan.txt': 'v2' };
    for (const laptop of [anna, ben]) expect(await filesIn(laptop.folder)).toEqual(both);
    await expectAtRest(anna, ben);
  });
});
