import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncOnce, type SyncReport } from '../../../main/sync/sync-once.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import type { Json } from '../../../shared/model/json.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { filesIn, SITE, siteOf, startTwoLaptops, type Laptop, type World } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';

/** Files that got each other's names: their records are renamed, and no byte is sent. */

const BYTES = 'X'.repeat(50_000);

let world: World;
let anna: Laptop;
let ben: Laptop;

beforeEach(async () => {
  ({ world, anna, ben } = await startTwoLaptops());
});

afterEach(() => world.close());

/** Files of one folder that both laptops have; others noted in each record what it is about. */
async function both(names: readonly string[]): Promise<void> {
  await anna.sync();
  await mkdir(join(anna.folder, 'Photos'), { recursive: true });
  for (const name of names) await writeFile(join(anna.folder, 'Photos', name), name + BYTES);
  await anna.sync();
  for (const { id, name, metadata } of world.service.store.files(SITE))
    world.service.store.editFile(id, { metadata: { ...noted(metadata), about: name } });
  for (const laptop of [anna, ben]) await laptop.sync();
}

const noted = (metadata: string): Record<string, Json> => JSON.parse(metadata);

/** Renames in their order, as a person or a script does. */
async function renameHere(laptop: Laptop, ...names: readonly (readonly [string, string])[]): Promise<void> {
  for (const [from, to] of names)
    await rename(join(laptop.folder, 'Photos', from), join(laptop.folder, 'Photos', to));
}

async function syncWhileOtherLooks(): Promise<SyncReport> {
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) await ben.sync();
  })();
  const report = await anna.sync().finally(() => over.abort());
  await looking;
  return report;
}

/** What each name holds, by the first name of its bytes. */
async function held(laptop: Laptop): Promise<Readonly<Record<string, string>>> {
  const files = Object.entries(await filesIn(laptop.folder));
  return Object.fromEntries(
    files.map(([path, text]) => [path.replace('Photos/', ''), text.replace(BYTES, '')]),
  );
}

/** What each record is about, by its name. */
function recorded(): Readonly<Record<string, Json>> {
  const rows = world.service.store.files(SITE);
  return Object.fromEntries(rows.map(({ name, metadata }) => [name, noted(metadata)['about'] ?? null]));
}

async function expectAll(
  wanted: Readonly<Record<string, string>>,
  abouts: Readonly<Record<string, string>> = wanted,
): Promise<void> {
  await ben.sync();
  for (const laptop of [anna, ben]) expect(await held(laptop)).toEqual(wanted);
  expect(recorded()).toEqual(abouts);
  for (const laptop of [anna, ben])
    expect(await laptop.sync()).toMatchObject({ state: 'in-sync', bytesUp: 0, bytesDown: 0 });
  expect(await readdir(join(ben.folder, 'Photos'))).toHaveLength(Object.keys(wanted).length);
}

describe('files that got each other’s names', () => {
  it('two that were swapped', async () => {
    await both(['a.jpg', 'b.jpg']);
    await renameHere(anna, ['a.jpg', 't'], ['b.jpg', 'a.jpg'], ['t', 'b.jpg']);
    const report = await anna.sync();
    expect(report).toMatchObject({ state: 'in-sync', bytesUp: 0 });
    expect(siteOf(report)).toMatchObject({ created: 0, updated: 0, deletedRemote: 0 });
    await expectAll({ 'a.jpg': 'b.jpg', 'b.jpg': 'a.jpg' });
  });

  it('three in a ring, while the other laptop looks all the time', async () => {
    await both(['a.jpg', 'b.jpg', 'c.jpg']);
    await renameHere(anna, ['c.jpg', 't'], ['b.jpg', 'c.jpg'], ['a.jpg', 'b.jpg'], ['t', 'a.jpg']);
    expect(await syncWhileOtherLooks()).toMatchObject({ state: 'in-sync', bytesUp: 0 });
    await expectAll({ 'a.jpg': 'c.jpg', 'b.jpg': 'a.jpg', 'c.jpg': 'b.jpg' });
  });

  it('photos that each got the next number, while the other laptop looks all the time', async () => {
    const name = (n: number): string => `${String(n).padStart(3, '0')}.jpg`;
    await both(Array.from({ length: 40 }, (_, n) => name(n)));
    await renameHere(anna, ...Array.from({ length: 40 }, (_, n) => [name(39 - n), name(40 - n)] as const));
    const report = await syncWhileOtherLooks();
    expect(report).toMatchObject({ state: 'in-sync', bytesUp: 0 });
    expect(siteOf(report)).toMatchObject({ moved: 40, created: 0, updated: 0, deletedRemote: 0 });
    await expectAll(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [name(n + 1), name(n)])));
  });

  it('two that were swapped here, while the other laptop edits one of them', async () => {
    await both(['a.jpg', 'b.jpg']);
    await renameHere(anna, ['a.jpg', 't'], ['b.jpg', 'a.jpg'], ['t', 'b.jpg']);
    await writeFile(join(ben.folder, 'Photos/a.jpg'), 'a.jpg, edited by Ben');
    await ben.sync();
    await anna.sync();
    await expectAll(
      { 'a.jpg': 'b.jpg', 'b.jpg': 'a.jpg, edited by Ben' },
      { 'a.jpg': 'b.jpg', 'b.jpg': 'a.jpg' },
    );
  });

  it('two that both laptops swapped', async () => {
    await both(['a.jpg', 'b.jpg']);
    for (const laptop of [anna, ben])
      await renameHere(laptop, ['a.jpg', 't'], ['b.jpg', 'a.jpg'], ['t', 'b.jpg']);
    for (const laptop of [anna, ben, anna]) await laptop.sync();
    await expectAll({ 'a.jpg': 'b.jpg', 'b.jpg': 'a.jpg' });
  });
});

describe('files that are to trade places here, of which one cannot be moved now', () => {
  it('the other one says that it waits for the place, and both move as soon as that one can', async () => {
    await both(['a.jpg', 'b.jpg']);
    await renameHere(ben, ['a.jpg', 't'], ['b.jpg', 'a.jpg'], ['t', 'b.jpg']);
    await ben.sync();
    const { program, context } = await openSignedIn({ data: anna.data, baseUrl: world.service.url });
    const sync = (disk: typeof context.disk): Promise<SyncReport> =>
      syncOnce({ ...context, disk }, program.mirror.followed(), {
        confirmDeletes: false,
        eager: true,
        scope: null,
        list: true,
      });
    let stuck = '';
    const others: RelPath[] = [];
    const full: typeof context.disk = {
      ...context.disk,
      move: async (folder, from, to) => {
        // The first that is asked for is to make room.
        if (stuck === '') stuck = from.path;
        if (from.path === stuck) return fail(diskFull(stuck));
        others.push(to);
        return context.disk.move(folder, from, to);
      },
    };
    const { problems } = siteOf(await sync(full));
    expect(problems.map(({ code }) => code).toSorted()).toEqual(['disk-full', 'in-use']);
    expect(problems.find(({ code }) => code === 'in-use')?.message).toContain('another file has its place');
    expect(others).not.toContain(stuck);
    expect(siteOf(await sync(context.disk))).toMatchObject({ problems: [], downloaded: 0 });
    await program.close();
    await expectAll({ 'a.jpg': 'b.jpg', 'b.jpg': 'a.jpg' });
  });

  const diskFull = (path: string): Failure => ({
    code: 'disk-full',
    message: `The disk is full: ${path} could not be written.`,
    hint: 'Free some space on it.',
    retry: 'later',
  });
});

describe('a name whose file was deleted', () => {
  it('here, and that others gave to another one: the delete is sent before that comes', async () => {
    await both(['a.jpg', 'b.jpg']);
    // Both were sent at once: either may have come first.
    const other = world.service.store.files(SITE).find(({ name }) => name === 'a.jpg');
    world.service.store.editFile(other!.id, {
      name: 'b.jpg',
      metadata: stated(other!.metadata, 'Photos/b.jpg'),
    });
    await rm(join(anna.folder, 'Photos/b.jpg'));
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 1, moved: 1, downloaded: 0 });
    await expectAll({ 'b.jpg': 'a.jpg' }, { 'b.jpg': 'a.jpg' });
  });

  it('there, and that it got back: it comes to its name when the other one has left it', async () => {
    await both(['a.jpg', 'b.jpg']);
    await renameHere(anna, ['a.jpg', 'c.jpg'], ['b.jpg', 'a.jpg']);
    await rm(join(ben.folder, 'Photos/b.jpg'));
    await anna.sync();
    await ben.sync();
    await expectAll({ 'c.jpg': 'a.jpg', 'a.jpg': 'b.jpg' });
  });

  /** The metadata with another place in it. */
  function stated(metadata: string, path: string): Record<string, Json> {
    const before = noted(metadata);
    return { ...before, sitesync: { ...(before['sitesync'] as Record<string, Json>), path } };
  }
});

describe('records whose names differ by case alone, traded on the service', () => {
  it('lie at the same places with whoever had them before and whoever comes later', async () => {
    const { store } = world.service;
    const one = store.addFile(SITE, { name: 'Plan.pdf', category: 'other', content: 'one' });
    const two = store.addFile(SITE, { name: 'plan.pdf', category: 'other', content: 'two' });
    await anna.sync();
    expect(await filesIn(anna.folder)).toEqual(placed('Plan.pdf', `plan ~${two.id.slice(0, 8)}.pdf`));
    store.editFile(one.id, { name: 'plan.pdf' });
    store.editFile(two.id, { name: 'Plan.pdf' });
    for (const laptop of [anna, ben]) {
      await laptop.sync();
      expect(await filesIn(laptop.folder)).toEqual(placed('plan.pdf', `Plan ~${two.id.slice(0, 8)}.pdf`));
      expect(await laptop.sync()).toMatchObject({ state: 'in-sync', bytesUp: 0, bytesDown: 0 });
    }
  });

  /** The bytes of the two, by where they lie. */
  function placed(one: string, two: string): Readonly<Record<string, string>> {
    return { [`Other/${one}`]: 'one', [`Other/${two}`]: 'two' };
  }
});

describe('programs that save', () => {
  it('the old file becomes the backup, over the last backup: both records keep their names', async () => {
    await both(['plan.dwg', 'plan.bak']);
    await renameHere(anna, ['plan.dwg', 'plan.bak']);
    await writeFile(join(anna.folder, 'Photos/plan.dwg'), 'saved anew');
    await anna.sync();
    await ben.sync();
    expect(await held(ben)).toEqual({ 'plan.dwg': 'saved anew', 'plan.bak': 'plan.dwg' });
    expect(recorded()).toEqual({ 'plan.dwg': 'plan.dwg', 'plan.bak': 'plan.bak' });
  });

  it('a new file takes the name of the old one: its record stays', async () => {
    await both(['plan.txt', 'plan.saving']);
    await renameHere(anna, ['plan.saving', 'plan.txt']);
    await anna.sync();
    await ben.sync();
    expect(await held(ben)).toEqual({ 'plan.txt': 'plan.saving' });
    expect(recorded()).toEqual({ 'plan.txt': 'plan.txt' });
  });
});
