import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import type { ScanScope } from '../../../main/sync/ports/disk.ts';
import { isBelow, type RelPath } from '../../../shared/model/rel-path.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** A person renames a folder, and it cannot be read any more: all that is seen is that its files are gone. */

let world: GuardWorld;
let laptop: GuardLaptop;
/** Folders that the disk does not let anybody read. */
let forbidden: string[];
/** Folders that another program holds. */
let busy: string[];
/** Something moves into each look. */
let moves: boolean;

/** What is so in the look between two others. */
interface Between {
  readonly busy?: string;
  readonly offline?: boolean;
  readonly scope?: ScanScope | null;
}

beforeEach(async () => {
  world = new GuardWorld();
  forbidden = [];
  busy = [];
  moves = false;
  laptop = await world.laptop({
    disk: (real) => ({
      scan: async (folder, { known: _known, ...options }, onBatch) => {
        const looked = await real.scan(folder, options, (files) =>
          onBatch(files.filter(({ path }) => !isBelow(path, [...forbidden, ...busy]))),
        );
        const unreadable = [
          ...busy.map((each) => ({ folder: each, code: 'EBUSY' })),
          ...forbidden
            .filter((each) => isIn(options.scope, each) && !isBelow(each as RelPath, busy))
            .map((each) => ({ folder: each, code: 'EACCES' })),
        ];
        return looked.ok ? { ...looked, value: { ...looked.value, unreadable, shifted: moves } } : looked;
      },
    }),
  });
  for (const name of ['1.jpg', '2.jpg']) laptop.put(`Photos/${name}`, `photo ${name}`);
  for (const name of 'abcdefgh') laptop.put(`Other/${name}.txt`, `text ${name}`);
  await laptop.sync();
});

afterEach(() => world.close());

const isIn = (scope: ScanScope | null, folder: string): boolean =>
  scope === null ||
  [...scope.below, ...scope.directly].includes(folder) ||
  isBelow(folder as RelPath, scope.below);
const rename = (from: string, to: string): void =>
  renameSync(join(laptop.folder, from), join(laptop.folder, to));
const remove = (path: string): void => rmSync(join(laptop.folder, path), { recursive: true });
const photos = (): readonly string[] => world.contents().filter((text) => text.startsWith('photo'));
const BOTH = ['photo 1.jpg', 'photo 2.jpg'];
const held = (): readonly RelPath[] =>
  laptop.mirror.siteState(world.site).held?.files.map(({ path }) => path) ?? [];

it('a file whose place another took, before its own folder was renamed and locked, keeps its record', async () => {
  const of = (name: string): string =>
    new TextDecoder().decode(world.service.files(world.site).find(({ id }) => id === ids.get(name))?.content);
  const ids = new Map(['a.txt', '1.jpg'].map((name) => [name, world.idOf(name)]));
  rename('Other/a.txt', 'Other/aside');
  rename('Photos/1.jpg', 'Other/a.txt');
  rename('Other/aside', 'Photos/1.jpg');
  rename('Photos', 'Old');
  forbidden = ['Old'];
  for (let times = 0; times < 2; times++) {
    await laptop.sync();
    expect([of('a.txt'), of('1.jpg')]).toEqual(['text a', 'photo 1.jpg']);
  }
  forbidden = [];
  await laptop.sync();
  expect(await laptop.sync()).toMatchObject({ created: 0, updated: 0, conflicts: [], problems: [] });
  expect([of('a.txt'), of('1.jpg')]).toEqual(['text a', 'photo 1.jpg']);
});

it('files that got a place by an update without an answer stay, once that turns out to be carried out', async () => {
  const { faults } = world.service;
  rename('Photos', 'Fotos');
  faults.fail({ call: 'read', after: 2, times: 99, failure: { status: 500 } });
  faults.fail({ call: 'update', times: 99, failure: 'lose-after' });
  await laptop.sync({ eager: false });
  expect(laptop.mirror.openUpdates(world.site)).toMatchObject([
    { path: 'Fotos/1.jpg' },
    { path: 'Fotos/2.jpg' },
  ]);
  rename('Fotos', 'Old');
  forbidden = ['Old'];
  await laptop.sync({ eager: false, list: false });
  faults.forget();
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, held: { direction: 'remote', count: 2 } });
  expect(held()).toEqual(['Fotos/1.jpg', 'Fotos/2.jpg']);
  expect(photos()).toEqual(BOTH);
  forbidden = [];
  await laptop.sync();
  expect(await laptop.sync()).toMatchObject({ created: 0, downloaded: 0, held: null, problems: [] });
  expect(photos()).toEqual(BOTH);
});

it('a file that got a place by an update under way stays, once that is carried out', async () => {
  const { client, env } = laptop;
  env.sleep = () => new Promise(setImmediate);
  const send = client.updateFile.bind(client);
  const inFlight = new InFlight();
  const answer = Promise.withResolvers<void>();
  let isSending = false;
  client.updateFile = async (...update) => {
    if (update[2] === null || isSending) return send(...update);
    isSending = true;
    await answer.promise;
    return send(...update);
  };
  rename('Photos', 'Fotos');
  laptop.put('Fotos/1.jpg', 'photo 1.jpg, edited');
  await laptop.sync({ inFlight, eager: false, isCutShort: () => isSending });
  rename('Fotos', 'Old');
  forbidden = ['Old'];
  // Looks at both sides while the update is on its way.
  await laptop.sync({ inFlight, eager: false, isCutShort: () => true });
  answer.resolve();
  await inFlight.settled();
  expect(laptop.mirror.agreement(world.site, world.idOf('1.jpg'))).toMatchObject({ path: 'Fotos/1.jpg' });
  for (let times = 0; times < 2; times++)
    expect(await laptop.sync({ inFlight })).toMatchObject({
      deletedRemote: 0,
      held: { direction: 'remote' },
    });
  expect(held()).toContain('Fotos/1.jpg');
  expect(photos()).toEqual(['photo 1.jpg, edited', 'photo 2.jpg']);
});

describe('the files of a folder that was renamed and cannot be read', () => {
  beforeEach(async () => {
    rename('Photos', 'Old');
    forbidden = ['Old'];
    const { deletedRemote, held } = await laptop.sync();
    expect({ deletedRemote, held }).toMatchObject({
      deletedRemote: 0,
      held: { direction: 'remote', count: 2 },
    });
  });

  it('stay on the service, and it is said where they may be', async () => {
    const { held } = await laptop.sync();
    expect(photos()).toEqual(BOTH);
    expect(held?.why).toBe(
      '2 files that are missing here may be in Old, which cannot be read. They stay on the service until Old can be read or is gone, or you say yes.',
    );
  });

  it('are known there once it can be read', async () => {
    await laptop.sync();
    forbidden = [];
    expect(await laptop.sync()).toMatchObject({
      created: 0,
      moved: 2,
      deletedRemote: 0,
      held: null,
      problems: [],
    });
    expect(photos()).toEqual(BOTH);
  });

  it('stay where that folder is renamed once more', async () => {
    rename('Old', 'Older');
    forbidden = ['Older'];
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, held: { count: 2 } });
    forbidden = [];
    expect(await laptop.sync()).toMatchObject({ created: 0, moved: 2, held: null });
  });

  it.each([
    ['it was removed', () => remove('Old')],
    ['it can be read, and they are not there', () => remove('Old/1.jpg')],
  ])('are deleted once %s, without a yes', async (_how, act) => {
    act();
    forbidden = [];
    const { deletedRemote, held } = await laptop.sync();
    expect(held).toBe(null);
    expect(deletedRemote + photos().length).toBe(2);
    expect(photos()).not.toEqual(BOTH);
  });

  it('are deleted with a yes', async () => {
    expect(await laptop.sync({ confirmDeletes: true })).toMatchObject({ deletedRemote: 2, held: null });
  });

  it('hold up no later delete', async () => {
    remove('Other/a.txt');
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, held: { count: 2 } });
    expect(held()).toEqual(['Photos/1.jpg', 'Photos/2.jpg']);
  });

  it('stay where others send a file to the folder that they left', async () => {
    const metadata = { sitesync: { path: 'Photos/3.jpg' } };
    world.service.addFile(world.site, { name: '3.jpg', content: 'photo 3.jpg', metadata });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1, held: { count: 2 } });
  });

  it('stay held where others do not wait for it', async () => {
    for (const name of 'abcdefgh') remove(`Other/${name}.txt`);
    const { held: many } = await laptop.sync();
    expect(many?.count).toBe(10);
    expect(many?.why).toMatch(/10 files of 10 would be deleted.*2 files that are missing here may be in Old/);
  });
});

describe('a folder that nobody may read', () => {
  it('holds up no delete, be it there before or come with nothing missing', async () => {
    forbidden = ['lost+found'];
    await laptop.sync();
    remove('Photos');
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 2, held: null });
  });

  it('is told from one that came while nothing could be sent', async () => {
    rename('Photos', 'Old');
    forbidden = ['Old'];
    laptop.client.offline = true;
    for (let looks = 0; looks < 3; looks++) await laptop.sync();
    laptop.client.offline = false;
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, held: { count: 2 } });
    expect(photos()).toEqual(BOTH);
  });

  it('is told from one that was looked at while it is renamed: it was there already, and its files still elsewhere', async () => {
    forbidden = ['Old'];
    moves = true;
    remove('Other/a.txt');
    await laptop.sync();
    rename('Photos', 'Old');
    moves = false;
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0 });
    expect(photos()).toEqual(BOTH);
  });

  it('is told from one that came while the folder above could not be read for a moment', async () => {
    laptop.put('Block/Photos/3.jpg', 'photo 3.jpg');
    await laptop.sync();
    rename('Block/Photos', 'Old');
    forbidden = ['Block', 'Old'];
    await laptop.sync();
    forbidden = ['Old'];
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, held: { count: 1 } });
    expect(photos()).toEqual([...BOTH, 'photo 3.jpg']);
    // What is found in its place once that can be read waits for nothing.
    remove('Photos');
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 2, held: { count: 1 } });
  });

  it('is told from it also by a look at the place alone from which the files went', async () => {
    rename('Photos', 'Old');
    forbidden = ['Old'];
    const scope = { below: ['Photos'], directly: [''] };
    expect(await laptop.sync({ scope })).toMatchObject({ deletedRemote: 0, held: { count: 2 } });
  });

  it.each([
    ['another folder cannot be read', { busy: 'Photos' }],
    ['the service gives no list', { offline: true }],
    ['only that folder is looked at', { scope: { below: [], directly: ['Other'] } }],
    ['only what lies above it is looked at', { scope: { below: [''], directly: [] } }],
  ])(
    'is told from one that was forbidden for a moment before and then read, where %s',
    async (_how, { busy: folder, offline = false, scope = null }: Between) => {
      forbidden = ['Other'];
      await laptop.sync();
      forbidden = [];
      busy = folder === undefined ? [] : [folder];
      laptop.client.offline = offline;
      await laptop.sync({ scope });
      laptop.client.offline = false;
      busy = [];
      rename('Photos/1.jpg', 'Other/1.jpg');
      forbidden = ['Other'];
      expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, held: { count: 1 } });
      forbidden = [];
      expect(await laptop.sync()).toMatchObject({ created: 0, moved: 1, deletedRemote: 0, held: null });
      expect(photos()).toEqual(BOTH);
    },
  );

  it.each<readonly [string, ScanScope | null]>([
    ['a look at others', { below: ['Photos'], directly: [''] }],
    ['one that cannot read what lies above it', null],
  ])('holds up no delete after %s, which did not read it', async (_how, scope) => {
    laptop.put('Other/Deep/e.txt', 'text e');
    await laptop.sync();
    forbidden = ['Other/Deep'];
    await laptop.sync();
    busy = scope === null ? ['Other'] : [];
    await laptop.sync({ scope });
    busy = [];
    remove('Photos');
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 2, held: null });
  });
});
