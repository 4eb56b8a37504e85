import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LocalFile } from '../../../main/engine/trees.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';
import { simulate } from '../simulate.ts';

/** Files that were moved here, and edited there; what others wrote is placed, and no agreement about it is written. */

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

const broken: Failure = { code: 'in-use', message: 'Busy.', hint: '', retry: 'later' };

/** How the placing of new bytes ends, once: that they are placed is said to have failed, or kills the sync. */
const ENDS: readonly [string, () => Result<LocalFile>][] = [
  ['because its folder could not be flushed', () => fail(broken)],
  [
    'because the process ended',
    () => {
      throw new Error('killed');
    },
  ],
];

/** A laptop in step with these files. */
async function cutOff(end: () => Result<LocalFile>, ...names: readonly string[]): Promise<GuardLaptop> {
  let armed = false;
  for (const name of names) world.addFile(name, `${name} v1`);
  const laptop = await world.laptop({
    disk: (disk) => ({
      openDownload: async (...asked) => {
        const opened = await disk.openDownload(...asked);
        if (!opened.ok) return opened;
        const sink = opened.value;
        const place: typeof sink.place = async (...where) => {
          const placed = await sink.place(...where);
          if (!armed || !placed.ok) return placed;
          armed = false;
          return end();
        };
        return ok(
          new Proxy(sink, {
            get: (target, name) => {
              if (name === 'place') return place;
              const member: unknown = Reflect.get(target, name, target);
              return typeof member === 'function' ? (member.bind(target) as unknown) : member;
            },
          }),
        );
      },
    }),
  });
  await laptop.sync();
  armed = true;
  mkdirSync(join(laptop.folder, 'Spec Sheet'), { recursive: true });
  return laptop;
}

function move({ folder }: GuardLaptop, from: string, to: string): void {
  renameSync(join(folder, from), join(folder, to));
}

/** What each record that was called so once is called now, and holds. */
function records(first: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    world.service
      .files(world.site)
      .map(({ id, category, name, content }) => [
        first.get(id) ?? id,
        `${category}/${name}: ${new TextDecoder().decode(content)}`,
      ]),
  );
}

const namesById = (): ReadonlyMap<string, string> =>
  new Map(world.service.files(world.site).map(({ id, name }) => [id, name]));

describe.each(ENDS)('the placing was cut off %s', (_, end) => {
  it('a moved file is its record still', async () => {
    const laptop = await cutOff(end, 'a.txt');
    move(laptop, 'Other/a.txt', 'Spec Sheet/b.txt');
    world.service.editFile(world.idOf('a.txt'), { content: 'theirs, and longer' });
    await laptop.sync().catch(() => undefined);
    await laptop.sync();
    expect(await laptop.sync()).toMatchObject({ problems: [], created: 0, downloaded: 0, files: 1 });
    expect(await filesIn(laptop.folder)).toEqual({ 'Spec Sheet/b.txt': 'theirs, and longer' });
    expect(world.service.files(world.site).map(({ name, category }) => `${category}/${name}`)).toEqual([
      'spec-sheet/b.txt',
    ]);
    expect(laptop.mirror.notedBytes(world.site)).toEqual([]);
  });

  it('a file whose folder was renamed, and that was edited there, has its record and theirs in the new folder', async () => {
    const laptop = await cutOff(end, 'a.txt');
    const id = world.idOf('a.txt');
    move(laptop, 'Other', 'Block B');
    laptop.put('Block B/a.txt', 'ours');
    world.service.editFile(id, { content: 'theirs, and longer' });
    await laptop.sync().catch(() => undefined);
    for (let sync = 0; sync < 3; sync++) await laptop.sync();
    expect(await laptop.sync()).toMatchObject({ problems: [], created: 0, updated: 0, downloaded: 0 });
    const copy = (text: string): string => text.replace(/conflict .*?\)/, 'conflict)');
    const files = Object.entries(await filesIn(laptop.folder)).map(([path, text]) => [copy(path), text]);
    expect(Object.fromEntries(files)).toEqual({
      'Block B/a.txt': 'theirs, and longer',
      'Block B/a (conflict).txt': 'ours',
    });
    expect(world.service.files(world.site).map((file) => [file.id === id, copy(file.name)])).toEqual([
      [true, 'a.txt'],
      [false, 'a (conflict).txt'],
    ]);
    expect(laptop.mirror.notedBytes(world.site)).toEqual([]);
  });

  it('a file that others moved to the same place is no new one where it is not kept here any more', async () => {
    const laptop = await cutOff(end, 'a.txt');
    const id = world.idOf('a.txt');
    move(laptop, 'Other/a.txt', 'Spec Sheet/b.txt');
    world.service.editFile(id, { name: 'b.txt', category: 'spec-sheet', content: 'theirs, and longer' });
    await laptop.sync().catch(() => undefined);
    laptop.mirror.setPin(world.site, id, false);
    for (let sync = 0; sync < 3; sync++) expect(await laptop.sync()).toMatchObject({ created: 0 });
    expect(records(new Map())).toEqual({ [id]: 'spec-sheet/b.txt: theirs, and longer' });
    expect(await filesIn(laptop.folder)).toEqual({});
    expect(laptop.mirror.notedBytes(world.site)).toEqual([]);
  });

  it('two files that traded places keep their records, and each of these its bytes', async () => {
    const laptop = await cutOff(end, 'a.txt', 'b.txt');
    const first = namesById();
    move(laptop, 'Other/a.txt', 'aside');
    move(laptop, 'Other/b.txt', 'Other/a.txt');
    move(laptop, 'aside', 'Other/b.txt');
    world.service.editFile(world.idOf('a.txt'), { content: 'theirs, and longer' });
    await laptop.sync().catch(() => undefined);
    for (let sync = 0; sync < 3; sync++) await laptop.sync();
    expect(await laptop.sync()).toMatchObject({ problems: [], updated: 0, moved: 0, downloaded: 0 });
    expect(records(first)).toEqual({
      'a.txt': 'other/b.txt: theirs, and longer',
      'b.txt': 'other/a.txt: b.txt v1',
    });
    expect(await filesIn(laptop.folder)).toEqual({
      'Other/a.txt': 'b.txt v1',
      'Other/b.txt': 'theirs, and longer',
    });
    expect(laptop.mirror.notedBytes(world.site)).toEqual([]);
  });

  it('a row of files, each in the place of the next, keeps its records', async () => {
    const laptop = await cutOff(end, 'a.txt', 'b.txt');
    const first = namesById();
    move(laptop, 'Other/b.txt', 'Spec Sheet/c.txt');
    move(laptop, 'Other/a.txt', 'Other/b.txt');
    world.service.editFile(world.idOf('b.txt'), { content: 'theirs, and longer' });
    await laptop.sync().catch(() => undefined);
    for (let sync = 0; sync < 3; sync++) expect(await laptop.sync()).toMatchObject({ created: 0 });
    expect(records(first)).toEqual({
      'a.txt': 'other/b.txt: a.txt v1',
      'b.txt': 'spec-sheet/c.txt: theirs, and longer',
    });
  });
});

it('so do both versions of a file whose folder was renamed, that was edited there, and whose placing was not cut off', async () => {
  world.addFile('a.txt', 'a.txt v1');
  const laptop = await world.laptop();
  await laptop.sync();
  const id = world.idOf('a.txt');
  move(laptop, 'Other', 'Block B');
  laptop.put('Block B/a.txt', 'ours');
  world.service.editFile(id, { content: 'theirs, and longer' });
  for (let sync = 0; sync < 3; sync++) await laptop.sync();
  expect(await filesIn(laptop.folder)).toMatchObject({ 'Block B/a.txt': 'theirs, and longer' });
  expect(world.service.file(id)?.metadata).toMatchObject({ sitesync: { path: 'Block B/a.txt' } });
});

it('is found in a whole life: seed 368353359 had its record twice', async () => {
  expect((await simulate(368_353_359)).broken).toEqual([]);
});

it('and in another: seed 720240 sent the bytes of one of two that traded places to the record of the other', async () => {
  expect((await simulate(720_240, { namesakes: true })).broken).toEqual([]);
});
