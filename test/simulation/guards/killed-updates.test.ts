import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileId } from '../../../shared/model/ids.ts';
import { filesIn } from '../../support/laptop.ts';
import { simulate } from '../simulate.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/**
 * The service carried out an update of ours, and the process ended before that was noted. Then a person makes a new file in
 * the place that the sent one had left.
 */

let world: GuardWorld;
let laptop: GuardLaptop;
let id: FileId;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.laptop();
  for (const name of ['log.txt', 'a.txt', 'b.txt']) laptop.put(`Other/${name}`, `${name} v1`);
  await laptop.sync();
  id = world.idOf('log.txt');
});

afterEach(() => world.close());

function move(from: string, to: string): void {
  mkdirSync(dirname(join(laptop.folder, to)), { recursive: true });
  renameSync(join(laptop.folder, from), join(laptop.folder, to));
}

const heldBy = (of: FileId): string => new TextDecoder().decode(world.service.file(of)?.content);

const carriedOut = (name: string, content: string): void =>
  world.service.editFile(id, { category: 'spec-sheet', name, content });

const ONE_NEW = { created: 1, deletedRemote: 0, conflicts: [], problems: [] };

describe('a file that was sent to another place keeps its record, and the one in its place is new', () => {
  it.each([
    ['moved', 'log.txt', 'log.txt v1'],
    ['moved and edited', 'log.txt', 'log.txt v2, longer'],
    ['moved, renamed and edited', 'journal.txt', 'log.txt v2, longer'],
  ])('%s', async (_how, name, content) => {
    move('Other/log.txt', `Spec Sheet/${name}`);
    if (content !== 'log.txt v1') laptop.put(`Spec Sheet/${name}`, content);
    carriedOut(name, content);
    laptop.put('Other/log.txt', 'another log');
    expect(await laptop.sync()).toMatchObject(ONE_NEW);
    expect(await laptop.sync()).toMatchObject({
      created: 0,
      updated: 0,
      moved: 0,
      downloaded: 0,
      problems: [],
    });
    expect(heldBy(id)).toBe(content);
    expect(world.contents()).toEqual(['a.txt v1', 'another log', 'b.txt v1', content].toSorted());
    expect(await filesIn(laptop.folder)).toMatchObject({
      'Other/log.txt': 'another log',
      [`Spec Sheet/${name}`]: content,
    });
  });

  it('also where it was copied back', async () => {
    move('Other/log.txt', 'Spec Sheet/log.txt');
    carriedOut('log.txt', 'log.txt v1');
    laptop.put('Other/log.txt', 'log.txt v1');
    expect(await laptop.sync()).toMatchObject(ONE_NEW);
    expect(world.service.file(id)).toMatchObject({ category: 'spec-sheet' });
  });

  it('and is found in a whole life: seed 73353 made a second record of it', async () => {
    expect((await simulate(73_353, { sticks: true })).broken).toEqual([]);
  });
});

it('a file that others moved to where it was moved here and edited gets that edit, and not what is new in its old place', async () => {
  move('Other/log.txt', 'Spec Sheet/log.txt');
  laptop.put('Spec Sheet/log.txt', 'log.txt v2, longer');
  carriedOut('log.txt', 'log.txt v1');
  laptop.put('Other/log.txt', 'another log');
  await laptop.sync();
  await laptop.sync();
  expect(heldBy(id)).toBe('log.txt v2, longer');
  expect(world.contents()).toEqual(['a.txt v1', 'another log', 'b.txt v1', 'log.txt v2, longer']);
});

it('so does one into whose old place another known file was moved, and that one keeps its record too', async () => {
  const other = world.idOf('a.txt');
  move('Other/log.txt', 'Spec Sheet/log.txt');
  laptop.put('Spec Sheet/log.txt', 'log.txt v2, longer');
  carriedOut('log.txt', 'log.txt v1');
  move('Other/a.txt', 'Other/log.txt');
  for (let look = 0; look < 2; look++)
    expect(await laptop.sync()).toMatchObject({ created: 0, deletedRemote: 0, conflicts: [], problems: [] });
  expect(heldBy(id)).toBe('log.txt v2, longer');
  expect(heldBy(other)).toBe('a.txt v1');
  expect(world.service.file(other)).toMatchObject({ category: 'other', name: 'log.txt' });
  expect(world.contents()).toEqual(['a.txt v1', 'b.txt v1', 'log.txt v2, longer']);
});

it('while its edit is not still, its old place stays agreed on, and no other file gets it', async () => {
  const slow = await world.laptop({ settings: { stillMs: 60_000 } });
  await slow.sync();
  const moveThere = (from: string, to: string): void =>
    renameSync(join(slow.folder, from), join(slow.folder, to));
  moveThere('Other/log.txt', 'Spec Sheet/log.txt');
  slow.put('Spec Sheet/log.txt', 'log.txt v2, longer');
  const now = new Date(slow.env.now());
  utimesSync(join(slow.folder, 'Spec Sheet/log.txt'), now, now);
  const sha256 = createHash('sha256').update('log.txt v1').digest('hex');
  const sitesync = { path: 'Spec Sheet/log.txt', sha256, mtime: 0, opId: 'ours' };
  world.service.editFile(id, { category: 'spec-sheet', content: 'log.txt v1', metadata: { sitesync } });
  moveThere('Other/a.txt', 'Other/log.txt');
  expect(await slow.sync({ eager: false })).toMatchObject({
    moved: 0,
    updated: 0,
    problems: [{ code: 'in-use' }],
  });
  expect(await slow.sync()).toMatchObject({
    moved: 1,
    updated: 1,
    created: 0,
    deletedRemote: 0,
    problems: [],
  });
  expect(heldBy(id)).toBe('log.txt v2, longer');
});

it('a file that only lies where others moved the record is a file of its own, and the edit in its place one of the record', async () => {
  laptop.put('Spec Sheet/log.txt', 'a third log');
  carriedOut('log.txt', 'log.txt v1');
  move('Other/log.txt', 'Other/backup.txt');
  laptop.put('Other/log.txt', 'log.txt v2');
  await laptop.sync();
  await laptop.sync();
  expect(heldBy(id)).toBe('log.txt v2');
  expect(world.contents()).toEqual(['a third log', 'a.txt v1', 'b.txt v1', 'log.txt v1', 'log.txt v2']);
});
