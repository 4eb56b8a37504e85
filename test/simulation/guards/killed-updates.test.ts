import { mkdirSync, renameSync } from 'node:fs';
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
