import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSettled } from '../../../main/engine/settled.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import type { Category } from '../../../shared/model/category.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { agreed, fileId, followed, hashOf, local, OTHER, path, record, SITE, version } from './samples.ts';

const FOLDERS = ['', 'Other/', 'other/', 'OTHER/deep/', 'Spec Sheet/', "Plant room's/", 'Pläne/'] as const;
const NAMES = ['a.txt', 'it\'s 100% "x".txt', 'caf\u00e9.txt', 'cafe\u0301.txt', 'B.txt'] as const;
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
          const pins = mirror.pins(SITE);
          const chosen = mirror.chosenCategories(SITE);
          const plain = withoutSettled(mirror.trees(SITE), {
            wanted: ({ id, category }) =>
              pins.get(id) ?? (keep === 'all' || (keep !== 'none' && keep.some((each) => each === category))),
            chosenCategory: (file) => chosen.get(pathKey(file)) ?? null,
          });
          const found = mirror.unsettled(choice);
          // With nothing agreed on, a mirror may say that all of it is to be read.
          expect(found !== null || plain.settled?.count === 0).toBe(true);
          if (found === null) return;
          expect([...found.base]).toEqual([...plain.base]);
          expect([...found.remote].toSorted(byKey)).toEqual([...plain.remote].toSorted(byKey));
          expect([...found.local].toSorted(byKey)).toEqual([...plain.local].toSorted(byKey));
          expect(found.settled?.count).toBe(plain.settled?.count);
          const places = new Set(found.settled?.paths());
          for (const place of plain.settled?.paths() ?? []) expect(places).toContain(place);
        }),
        { numRuns: 300 },
      );
    });

    it('is everything where two agreements name one path', () => {
      const mirror = current();
      const place = { path: path('Other/x.txt'), impliedPath: path('Other/x.txt') };
      mirror.follow(followed(SITE));
      mirror.commit(SITE, [
        { base: agreed('1', place), local: local('Other/x.txt'), remote: record('1') },
        { base: agreed('2', place), remote: record('2') },
      ]);
      const found = mirror.unsettled(followed(SITE)) ?? mirror.trees(SITE);
      expect([found.base.size, found.local.size, found.remote.size]).toEqual([2, 1, 2]);
    });
  });
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
