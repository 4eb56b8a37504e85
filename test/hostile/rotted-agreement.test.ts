import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesIn, SITE, startWorld, type Laptop, type World } from '../support/laptop.ts';

/** Columns in which one bit is another one, and which still read well. */
const ROT: Readonly<Record<string, string>> = {
  hash: "hash = CASE substr(hash, 1, 1) WHEN '1' THEN '3' ELSE '1' END || substr(hash, 2)",
  'size and time': 'size = size + 1, mtime_ns = mtime_ns + 1024',
  inode: 'ino = ino + 1024',
  version: "remote = CASE substr(remote, 1, 1) WHEN 'a' THEN 'c' ELSE 'a' END || substr(remote, 2)",
  "record's time": "updated_at = replace(updated_at, '20', '40')",
  'name and category': "name = replace(name, '.txt', '.tyt'), category = 'spec-sheet'",
  'implied place': "implied_path = replace(implied_path, '.txt', '.tyt')",
};
const NAMES = ['same', 'there', 'here', 'both', 'gone there', 'gone here', 'moved', 'moved there', 'foreign'];

let world: World;
let anna: Laptop;

beforeEach(async () => {
  world = await startWorld();
  anna = world.laptop('anna');
  await anna.sync();
  for (const name of NAMES) writeFileSync(at(name), `${name} one`);
  await anna.sync();
});

afterEach(() => world.close());

const at = (name: string): string => join(anna.folder, 'Other', `${name}.txt`);
const contents = (): readonly string[] =>
  world.service.store.files(SITE).map((file) => world.service.store.readContent(file.id).toString());

it.each(Object.entries(ROT))('agreements whose %s rotted lose and overwrite nothing', async (_, rot) => {
  const db = new Database(join(anna.data, 'mirror.sqlite'));
  expect(db.prepare(`UPDATE base SET ${rot}`).run().changes).toBe(NAMES.length);
  db.close();
  const { store } = world.service;
  const idOf = (name: string): string =>
    store.files(SITE).find((file) => file.name === `${name}.txt`)?.id ?? '';
  for (const name of ['there', 'both']) store.editFile(idOf(name), { content: `${name} edited there` });
  for (const name of ['here', 'both']) writeFileSync(at(name), `${name} edited here`);
  // Bytes of the same number, and the facts of ours left standing.
  store.editFile(idOf('foreign'), { content: 'foreign uno' });
  store.editFile(idOf('moved there'), { name: 'went.txt' });
  store.deleteFile(idOf('gone there'));
  unlinkSync(at('gone here'));
  renameSync(at('moved'), at('moved here'));
  for (let n = 0; n < 3; n++) await anna.sync({ confirmDeletes: true });
  expect((await anna.sync()).state).toBe('in-sync');
  const files = await filesIn(anna.folder);
  expect(Object.values(files).toSorted()).toEqual(contents().toSorted());
  expect(new Set(contents()).size).toBe(contents().length);
  const kept = ['same one', 'here edited here', 'both edited here', 'moved one', 'moved there one'];
  expect(contents()).toEqual(expect.arrayContaining(kept));
  // A version of a colleague is here and there.
  const theirs = { there: 'there edited there', both: 'both edited there', foreign: 'foreign uno' };
  for (const [name, content] of Object.entries(theirs)) {
    expect([name, files[`Other/${name}.txt`]]).toEqual([name, content]);
    expect(store.readContent(idOf(name)).toString()).toBe(content);
  }
});
