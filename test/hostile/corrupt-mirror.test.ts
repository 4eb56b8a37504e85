import {
  appendFileSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FailureError } from '../../main/sync/ports/failure-error.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../../main/adapters/sqlite/migrations/migrate.ts';
import { openProgram } from '../../main/hosts/compose/compose.ts';
import { Random } from '../simulation/random.ts';
import { filesIn, SITE, startWorld, TOKEN, trashIn, type Laptop, type World } from '../support/laptop.ts';

let world: World;
let anna: Laptop;
let mirror: string;

const NAMES = Array.from({ length: 12 }, (_, n) => `f${n}.txt`);

beforeEach(async () => {
  world = await startWorld();
  anna = world.laptop('anna');
  mirror = join(anna.data, 'mirror.sqlite');
  for (const name of NAMES)
    world.service.store.addFile(SITE, { name, category: 'other', content: `${name} v1` });
  await anna.sync();
  // A little of everything is on its way when the mirror breaks.
  writeFileSync(join(anna.folder, 'Other/new here.txt'), 'new here');
  appendFileSync(join(anna.folder, 'Other/f0.txt'), ', edited here');
  unlinkSync(join(anna.folder, 'Other/f1.txt'));
  const { store } = world.service;
  store.addFile(SITE, { name: 'new there.txt', category: 'other', content: 'new there' });
  const edited = store.files(SITE).find((file) => file.name === 'f2.txt');
  if (edited === undefined) throw new Error('f2.txt is not there');
  store.editFile(edited.id, { content: 'f2 edited there' });
});

afterEach(() => world.close());

const there = (): readonly string[] =>
  world.service.store.files(SITE).map((file) => world.service.store.readContent(file.id).toString());

/** Damage that is met in the middle of a sync ends it with these words; the next start makes the mirror anew. */
async function syncOrSayWhy(): Promise<void> {
  try {
    await anna.sync();
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    expect(error.message).toContain('damaged');
  }
}

/** Syncs until nothing is left to do, and checks that nothing was lost and nothing doubled. */
async function recovers(): Promise<void> {
  for (let n = 0; n < 4; n++) await syncOrSayWhy();
  expect((await anna.sync()).state).toBe('in-sync');
  const here = Object.values(await filesIn(anna.folder));
  expect(here.toSorted()).toEqual(there().toSorted());
  const kept = new Set([...here, ...(await trashIn(anna.folder))]);
  const precious = ['new here', 'new there', 'f0.txt v1, edited here', 'f2 edited there'];
  for (const content of [...precious, ...NAMES.slice(3).map((name) => `${name} v1`)])
    expect([...kept], content).toContain(content);
  expect(new Set(there()).size).toBe(there().length);
  // What nobody touched is on both sides.
  for (const name of NAMES.slice(3)) expect(there()).toContain(`${name} v1`);
}

/** What is said where the mirror is opened. */
async function saidAtOpening(): Promise<string> {
  const lines: string[] = [];
  const { signal } = new AbortController();
  const say = (line: string): void => void lines.push(line);
  const opened = await openProgram({
    data: anna.data,
    baseUrl: world.service.url,
    token: TOKEN,
    signal,
    stopping: signal,
    log: say,
    warn: say,
  });
  if (!opened.ok) return opened.failure.message;
  await opened.value.close();
  return lines.join('\n');
}

describe('a mirror with flipped bytes', () => {
  it.each(Array.from({ length: 8 }, (_, seed) => [seed]))(
    'deletes and doubles nothing (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const size = statSync(mirror).size;
      const file = openSync(mirror, 'r+');
      for (let n = 0; n < 1 + seed * 8; n++)
        writeSync(file, Uint8Array.of(random.below(256)), 0, 1, random.below(size));
      closeSync(file);
      await recovers();
    },
  );

  it('says so where it had to be made anew', async () => {
    const bytes = readFileSync(mirror);
    bytes.fill(0x5a, 0, 4096);
    writeFileSync(mirror, bytes);
    expect(await saidAtOpening()).toContain('damaged');
    await recovers();
  });
});

describe('an agreement whose place rotted into another one that reads well', () => {
  const recordOf = (name: string): string => {
    const record = world.service.store.files(SITE).find((file) => file.name === name);
    if (record === undefined) throw new Error(`${name} is not there`);
    return record.id;
  };

  /** Changes the number in a name, in the row of its agreement or in the index of their places. */
  function rot(where: string, name: string, digit: string): void {
    const bytes = readFileSync(mirror);
    const path = `Other/${name}`;
    const id = recordOf(name);
    // The row's number comes after it in the index.
    const text = where === 'row' ? `${id}${path}` : `${path}\0\u0001\0\0\0`;
    expect(bytes.includes(text)).toBe(true);
    // Pages hold what lay in them before as well.
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1))
      bytes.write(digit, at + text.indexOf('.txt') - 1);
    writeFileSync(mirror, bytes);
  }

  it.each([
    ['row', 'where nothing lies', ':'],
    ['row', 'of another file', '7'],
    ['index', 'where nothing lies', ':'],
    ['index', 'of another file', '7'],
  ])('in its %s, to a place %s, deletes and overwrites no record', async (where, _, digit) => {
    await anna.sync();
    const before = NAMES.slice(3).map((name) => [name, recordOf(name)]);
    appendFileSync(join(anna.folder, 'Other/f5.txt'), ', edited here');
    rot(where, 'f5.txt', digit);
    for (let n = 0; n < 4; n++) await syncOrSayWhy();
    expect((await anna.sync()).state).toBe('in-sync');
    expect(before.map(([name = '']) => [name, recordOf(name)])).toEqual(before);
    for (const [name = '', id = ''] of before)
      expect(world.service.store.readContent(id).toString()).toMatch(`${name} v1`);
    expect(there()).toContain('f5.txt v1, edited here');
    expect(Object.values(await filesIn(anna.folder)).toSorted()).toEqual(there().toSorted());
    expect(new Set(there()).size).toBe(there().length);
  });
});

describe('a mirror that is cut or mixed up', () => {
  it.each([0, 100, 4096, 20_000])('cut to %i bytes', async (size) => {
    truncateSync(mirror, size);
    await recovers();
  });

  it('that is gone', async () => {
    rmSync(mirror);
    await recovers();
  });

  it.each(['garbage', 'gone'])('whose log after a crash is %s', async (kind) => {
    // As a killed process leaves them: the newest changes are in the log alone.
    const db = new Database(mirror);
    db.pragma('journal_mode = WAL');
    db.pragma('wal_autocheckpoint = 0');
    db.exec(`UPDATE setting SET value = value`);
    copyFileSync(mirror, `${mirror}.copy`);
    const log = existsSync(`${mirror}-wal`) ? readFileSync(`${mirror}-wal`) : Buffer.alloc(0);
    db.close();
    copyFileSync(`${mirror}.copy`, mirror);
    rmSync(`${mirror}.copy`);
    if (kind === 'garbage') writeFileSync(`${mirror}-wal`, log.fill(0x33, log.length / 2));
    else rmSync(`${mirror}-wal`, { force: true });
    await recovers();
  });

  it('that is the one of another day', async () => {
    const old = readFileSync(mirror);
    await anna.sync();
    appendFileSync(join(anna.folder, 'Other/f3.txt'), '!');
    await anna.sync();
    writeFileSync(mirror, old);
    for (const ending of ['-wal', '-shm']) rmSync(mirror + ending, { force: true });
    for (let n = 0; n < 3; n++) await anna.sync();
    expect((await anna.sync()).state).toBe('in-sync');
    expect(there()).toContain('f3.txt v1!');
    expect(new Set(there()).size).toBe(there().length);
    expect(Object.values(await filesIn(anna.folder)).toSorted()).toEqual(there().toSorted());
  });
});

describe('a mirror of another version', () => {
  it('that is newer is refused, left as it is, and said so', async () => {
    const db = new Database(mirror);
    for (const place of ['user_version', 'application_id']) db.pragma(`${place} = ${SCHEMA_VERSION + 1}`);
    db.close();
    const before = readFileSync(mirror);
    expect(await saidAtOpening()).toContain('newer');
    expect(readFileSync(mirror).equals(before)).toBe(true);
    expect(there()).toHaveLength(NAMES.length + 1);
  });

  it('that is older is brought up to date and goes on', async () => {
    rmSync(mirror);
    const db = new Database(mirror);
    const [first] = MIGRATIONS;
    if (first === undefined) throw new Error('There is no first migration');
    db.exec(first.sql);
    db.pragma('user_version = 1');
    db.close();
    await recovers();
  });
});
