import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSettled } from '../../../main/engine/compare/settled.ts';
import type { Trees } from '../../../main/engine/trees.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import type { Category } from '../../../shared/model/category.ts';
import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import {
  agreed,
  allSteps,
  fileId,
  followed,
  hashOf,
  local,
  OTHER,
  path,
  record,
  scanned,
  SITE,
  version,
} from '../../support/model-values.ts';

const FOLDERS = ['', 'Other/', 'other/', 'OTHER/deep/', 'Spec Sheet/', "Plant room's/", 'Pläne/'] as const;
const NAMES = ['a.txt', 'it\'s 100% "x".txt', 'caf\u00e9.txt', 'cafe\u0301.txt', 'B.txt'] as const;
/** More than are read one by one. */
const MANY = 2500;
const KEEPS = ['all', 'none', ['other'], ['spec-sheet', 'other']] as const;

/** One file: in step as it was agreed on, but for what is said here. */
const fileArbitrary = fc.record({
  folder: fc.constantFrom(...FOLDERS),
  name: fc.constantFrom(...NAMES),
  category: fc.constantFrom<Category>('other', 'spec-sheet'),
  noted: fc.constantFrom<'its place' | 'another' | 'none'>('its place', 'its place', 'another', 'none'),
  differs: fc.constantFrom(
    ...(['', '', '', 'size', 'mtime', 'ino', 'hash', 'no hash', 'moved', 'no local', 'no record'] as const),
    ...(['version', 'renamed', 'category', 'time', 'implied', 'no base'] as const),
  ),
  pin: fc.constantFrom(null, null, null, true, false),
  chosen: fc.constantFrom(false, false, false, true),
});
type File = ReturnType<typeof fileArbitrary.generate>['value'];

/** Puts a file into the three trees. `n` keeps files apart where their names are alike. */
function put(mirror: Mirror, file: File, n: number): void {
  const { differs } = file;
  const place = path(`${file.folder}${n} ${file.name}`);
  const id = `file-${n}`;
  const is = (what: File['differs']): boolean => differs === what;
  const base = agreed(id, {
    path: place,
    impliedPath: is('implied') ? path(`Other/${n} elsewhere.txt`) : place,
    category: file.category,
    name: `${n} ${file.name}`,
    ino: BigInt(n) + 2n ** 60n,
  });
  const here = local(is('moved') ? `Other/${n} moved.txt` : place, {
    ino: is('ino') ? 3n : base.ino,
    size: is('size') ? 11 : base.size,
    mtimeNs: base.mtimeNs + (is('mtime') ? 1n : 0n),
    hash: is('hash') ? hashOf('c') : is('no hash') ? null : base.hash,
  });
  const noted = file.noted === 'none' ? null : file.noted === 'another' ? path(`Other/${n} x.txt`) : place;
  const there = record(id, {
    category: is('category') ? 'bim-source' : file.category,
    name: is('renamed') ? 'new.txt' : base.name,
    fingerprint: is('version') ? version('other') : base.remote,
    updatedAt: is('time') ? '2026-01-01T00:00:00Z' : null,
    facts: { ...NO_FACTS, path: noted },
  });
  mirror.commit(SITE, [
    {
      ...(is('no base') ? {} : { base }),
      ...(is('no local') ? {} : { local: here }),
      ...(is('no record') ? {} : { remote: there }),
    },
  ]);
  if (file.pin !== null) mirror.setPin(SITE, fileId(id), file.pin);
  if (file.chosen) mirror.setChosenCategory(SITE, place, 'maintenance');
}

const HOW = ['put', 'scan', 'listing', 'hash', 'pin', 'choose', 'drop'] as const;

const AS_AGREED: File = {
  folder: 'Spec Sheet/',
  name: 'a.txt',
  category: 'spec-sheet',
  noted: 'its place',
  differs: '',
  pin: null,
  chosen: false,
};

/** Where a file lies that is there already, so that more is written of it. */
function placeOf(file: File | undefined): Partial<File> {
  return file === undefined ? {} : { folder: file.folder, name: file.name, category: file.category };
}

/** Each way in which a row is written. */
function write(mirror: Mirror, how: (typeof HOW)[number], file: File, n: number): void {
  const place = path(`${file.folder}${n} ${file.name}`);
  const seen = scanned(place, { ino: BigInt(n) + 2n ** 60n, size: file.differs === 'size' ? 12 : 10 });
  switch (how) {
    case 'put':
      return put(mirror, file, n);
    case 'scan': {
      const scan = mirror.beginScan(SITE);
      scan.add([seen]);
      for (const _ of scan.finish({ scope: null, standing: [], unreadable: [], at: 1 })) continue;
      return;
    }
    case 'listing': {
      const listing = mirror.beginListing(SITE);
      listing.add([record(`file-${n}`, { name: `${n} ${file.name}`, category: file.category })]);
      allSteps(listing.finish(true, null, 1));
      return;
    }
    case 'hash':
      return mirror.setHashes(SITE, [{ file: seen, hash: hashOf(file.chosen ? 'c' : 'a') }]);
    case 'pin':
      return mirror.setPin(SITE, fileId(`file-${n}`), file.pin);
    case 'choose':
      return mirror.setChosenCategory(SITE, place, file.chosen ? 'maintenance' : null);
    case 'drop':
      return mirror.commit(SITE, [{ dropBase: fileId(`file-${n}`), dropLocal: place }]);
    default:
      how satisfies never;
  }
}

function changed(mirror: Mirror, site: FollowedSite): Trees {
  return mirror.changed(site) ?? expect.fail('nothing was noted');
}

function plainly(mirror: Mirror, { keep }: FollowedSite): Trees {
  const pins = mirror.pins(SITE);
  const chosen = mirror.chosenCategories(SITE);
  return withoutSettled(mirror.trees(SITE), {
    wanted: ({ id, category }) =>
      pins.get(id) ?? (keep === 'all' || (keep !== 'none' && keep.includes(category))),
    chosenCategory: (file) => chosen.get(pathKey(file)) ?? null,
  });
}

/** Of all records of the site, settled or not. */
function newestOf({ remote, settled }: Trees): string | null {
  const times = [...remote.values()].map(({ updatedAt }) => updatedAt);
  return (
    [settled?.newest() ?? null, ...times]
      .filter((time) => time !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

function expectSame(found: Trees, plain: Trees): void {
  expect([...found.base].toSorted(byKey)).toEqual([...plain.base].toSorted(byKey));
  expect([...found.remote].toSorted(byKey)).toEqual([...plain.remote].toSorted(byKey));
  expect([...found.local].toSorted(byKey)).toEqual([...plain.local].toSorted(byKey));
  expect(found.settled?.count).toBe(plain.settled?.count);
  expect(newestOf(found)).toBe(newestOf(plain));
  const places = new Set(found.settled?.paths());
  for (const place of plain.settled?.paths() ?? []) {
    expect(places).toContain(place);
    expect(found.settled?.at(place)).toEqual(plain.settled?.at(place));
  }
  expect(found.settled?.at(path('Other/nothing lies here.txt')) ?? null).toBe(null);
}

export function unsettledSuite(current: () => Mirror): void {
  describe('what is not settled', () => {
    it('is what the plain comparison of the trees leaves', () => {
      const site = fc.record({
        keep: fc.constantFrom(...KEEPS),
        files: fc.array(fileArbitrary, { minLength: 1, maxLength: 12 }),
      });
      fc.assert(
        fc.property(site, ({ keep, files }) => {
          const mirror = current();
          mirror.unfollow(SITE);
          const choice = followed(SITE, { keep });
          mirror.follow(choice);
          mirror.follow(followed(OTHER));
          mirror.commit(OTHER, [{ base: agreed('file-1'), local: local('Spec Sheet/file-1.pdf') }]);
          for (const [n, file] of files.entries()) put(mirror, file, n);
          const found = mirror.unsettled(choice);
          // With nothing agreed on, a mirror may say that all of it is to be read.
          if (found === null) expect(plainly(mirror, choice).settled?.count).toBe(0);
          else expectSame(found, plainly(mirror, choice));
        }),
        { numRuns: 300 },
      );
    });

    it('is read with what belongs to it where some files are asked for', () => {
      const site = fc.record({
        files: fc.array(fileArbitrary, { minLength: 1, maxLength: 12 }),
        ids: fc.uniqueArray(fc.nat(14), { maxLength: 4 }),
        places: fc.uniqueArray(fc.nat(14), { maxLength: 4 }),
      });
      fc.assert(
        fc.property(site, ({ files, ids, places }) => {
          const mirror = current();
          mirror.unfollow(SITE);
          mirror.follow(followed(SITE));
          mirror.follow(followed(OTHER));
          mirror.commit(OTHER, [{ base: agreed('file-1'), local: local('Spec Sheet/file-1.pdf') }]);
          for (const [n, file] of files.entries()) put(mirror, file, n);
          const all = mirror.trees(SITE);
          const asked = {
            ids: ids.map((n) => fileId(`file-${n}`)),
            paths: places.map((n) => pathKey(path(`${files[n]?.folder ?? ''}${n} ${files[n]?.name ?? 'x'}`))),
          };
          const named = { ids: new Set(asked.ids), paths: new Set(asked.paths) };
          const bases = [...all.base.values()].filter(
            (one) => named.ids.has(one.id) || named.paths.has(one.path as string as PathKey),
          );
          for (const { id, path: place } of bases) {
            named.ids.add(id);
            named.paths.add(pathKey(place));
          }
          const found = mirror.someTrees(SITE, asked);
          expect(found?.base).toEqual(new Map(bases.map((one) => [one.id, one])));
          expect(found?.local).toEqual(new Map([...all.local].filter(([key]) => named.paths.has(key))));
          expect(found?.remote).toEqual(new Map([...all.remote].filter(([id]) => named.ids.has(id))));
        }),
        { numRuns: 200 },
      );
    });

    it('is found among what was written since it was looked at', () => {
      const history = fc.record({
        keep: fc.constantFrom(...KEEPS),
        files: fc.array(fileArbitrary, { minLength: 1, maxLength: 8 }),
        before: fc.boolean(),
        later: fc.array(fc.record({ n: fc.nat(9), file: fileArbitrary, how: fc.constantFrom(...HOW) }), {
          maxLength: 8,
        }),
      });
      fc.assert(
        fc.property(history, ({ keep, files, before, later }) => {
          const mirror = current();
          mirror.unfollow(SITE);
          const choice = followed(SITE, { keep });
          mirror.follow(choice);
          for (const [n, file] of files.entries()) put(mirror, file, n);
          if (!before) mirror.noteChanges(choice);
          const { base, local: here, remote } = plainly(mirror, choice);
          if (before) mirror.noteChanges(choice);
          mirror.noteUnsettled(SITE, { ids: [...base.keys(), ...remote.keys()], paths: [...here.keys()] });
          for (const [at, { n, file, how }] of later.entries()) {
            write(mirror, how, how === 'put' ? file : { ...file, ...placeOf(files[n]) }, n);
            // It may be asked at any time, and what was settled once may change again.
            if (at % 3 === 1) expectSame(changed(mirror, choice), plainly(mirror, choice));
          }
          expectSame(changed(mirror, choice), plainly(mirror, choice));
        }),
        { numRuns: 300 },
      );
    });

    it('is found by a look with turns for others, whatever is written in them', async () => {
      const history = fc.record({
        keep: fc.constantFrom(...KEEPS),
        files: fc.array(fileArbitrary, { minLength: 1, maxLength: 8 }),
        later: fc.array(fc.record({ n: fc.nat(9), file: fileArbitrary, how: fc.constantFrom(...HOW) }), {
          maxLength: 4,
        }),
      });
      let found = 0;
      await fc.assert(
        fc.asyncProperty(history, async ({ keep, files, later }) => {
          const mirror = current();
          mirror.unfollow(SITE);
          const choice = followed(SITE, { keep });
          mirror.follow(choice);
          for (const [n, file] of files.entries()) put(mirror, file, n);
          mirror.noteChanges(choice);
          const unsettled = await mirror.unsettledInTurns(choice, async () => {
            for (const { n, file, how } of later)
              write(mirror, how, how === 'put' ? file : { ...file, ...placeOf(files[n]) }, n);
          });
          mirror.noteUnsettled(SITE, unsettled);
          // Nothing is agreed on.
          if (unsettled === null) return;
          found += 1;
          expectSame(changed(mirror, choice), plainly(mirror, choice));
        }),
        { numRuns: 300 },
      );
      expect(found).toBeGreaterThan(200);
    });

    it('is not known of a site that goes while it is looked at', async () => {
      const mirror = current();
      mirror.follow(followed(SITE));
      put(mirror, AS_AGREED, 1);
      mirror.noteChanges(followed(SITE));
      const unsettled = await mirror.unsettledInTurns(followed(SITE), async () => mirror.unfollow(SITE));
      mirror.noteUnsettled(SITE, unsettled);
      mirror.follow(followed(SITE));
      put(mirror, AS_AGREED, 2);
      put(mirror, { ...AS_AGREED, differs: 'size' }, 3);
      const after = mirror.changed(followed(SITE)) ?? mirror.unsettled(followed(SITE));
      expect([...(after?.base.keys() ?? [])]).toEqual(['file-3']);
    });

    it('is not known of a site of which nothing was noted, or that is kept in another way since', () => {
      const mirror = current();
      mirror.follow(followed(SITE));
      put(mirror, AS_AGREED, 1);
      const asked = mirror.changed(followed(SITE));
      mirror.noteChanges(followed(SITE));
      mirror.noteUnsettled(SITE, { ids: [], paths: [] });
      expect(asked ?? mirror.unsettled(followed(SITE))).not.toBe(null);
      // A mirror may look at all of it each time.
      const other = mirror.changed(followed(SITE, { keep: 'none' }));
      expect(other === null || other.base.size === 1).toBe(true);
    });

    it('is noted again once too much of it was unsettled', () => {
      const mirror = current();
      mirror.follow(followed(SITE));
      put(mirror, { ...AS_AGREED, folder: 'Pläne/' }, 1);
      for (const category of ['maintenance', 'model-3d', 'spec-sheet'] as const) {
        mirror.noteChanges(followed(SITE));
        mirror.noteUnsettled(SITE, null);
        mirror.setChosenCategory(SITE, path('Pläne/1 a.txt'), 'bim-source');
        mirror.noteChanges(followed(SITE));
        mirror.noteUnsettled(SITE, { ids: [], paths: [] });
        mirror.setChosenCategory(SITE, path('Pläne/1 a.txt'), category);
        expect([...changed(mirror, followed(SITE)).base.keys()]).toEqual(['file-1']);
      }
    });

    it('counts a file whose category a person chose, and one that is chosen to be kept online only', () => {
      const mirror = current();
      mirror.follow(followed(SITE));
      put(mirror, { ...AS_AGREED, folder: 'Pläne/' }, 1);
      put(mirror, AS_AGREED, 2);
      mirror.noteChanges(followed(SITE));
      mirror.noteUnsettled(SITE, { ids: [], paths: [] });
      expect(changed(mirror, followed(SITE)).base.size).toBe(0);
      mirror.setChosenCategory(SITE, path('Pläne/1 a.txt'), 'maintenance');
      expect([...changed(mirror, followed(SITE)).base.keys()]).toEqual(['file-1']);
      mirror.setPin(SITE, fileId('file-2'), false);
      expect([...changed(mirror, followed(SITE)).base.keys()].toSorted()).toEqual(['file-1', 'file-2']);
    });

    it.each<[string, number, number]>([
      ['files here', MANY, 0],
      ['records', 0, MANY],
      ['files here and records', MANY, MANY],
    ])('leaves out none of many new %s', (_, here, there) => {
      const mirror = current();
      mirror.follow(followed(SITE));
      put(mirror, AS_AGREED, 1);
      put(mirror, { ...AS_AGREED, differs: 'moved' }, 2);
      const news = (count: number): readonly number[] => Array.from({ length: count }, (_each, n) => n);
      mirror.commit(SITE, [
        ...news(here).map((n) => ({ local: local(`A new folder/${n}.txt`) })),
        ...news(there).map((n) => ({ remote: record(`new-${n}`) })),
      ]);
      const found = mirror.unsettled(followed(SITE)) ?? mirror.trees(SITE);
      expect(found.local.has(pathKey(path('Other/2 moved.txt')))).toBe(true);
      expect([...found.local.keys()].filter((key) => key.startsWith('A new'))).toHaveLength(here);
      expect([...found.remote.keys()].filter((id) => id.startsWith('new-'))).toHaveLength(there);
    });

    it('is everything where two agreements name one path', () => {
      const mirror = current();
      const place = { path: path('Other/x.txt'), impliedPath: path('Other/x.txt') };
      mirror.follow(followed(SITE));
      mirror.commit(SITE, [
        { base: agreed('1', place), local: local('Other/x.txt'), remote: record('1') },
        { base: agreed('2', place), remote: record('2') },
      ]);
      expect(mirror.someTrees(SITE, { ids: [fileId('1')], paths: [] })).toBe(null);
      const found = mirror.unsettled(followed(SITE)) ?? mirror.trees(SITE);
      expect([found.base.size, found.local.size, found.remote.size]).toEqual([2, 1, 2]);
    });
  });
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
