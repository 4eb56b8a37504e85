import { expect, it } from 'vitest';
import { trashReasons } from '../../../main/app/files/trash-reasons.ts';
import type { TrashEntry } from '../../../main/sync/ports/disk.ts';

type Line = Parameters<typeof trashReasons>[1][number];

const PATH = 'Other/a.txt';
const COPY = 'Other/a (conflict 2026-11-21 0942 T).txt';
const T = 1_000_000;

function entry(trashedAt: number, about: Partial<TrashEntry> = {}): TrashEntry {
  return { id: `${trashedAt}/${about.path ?? PATH}`, path: PATH, size: 3, trashedAt, ...about } as TrashEntry;
}

function line(at: number, action: string, reason = '', about: Partial<Line> = {}): Line {
  return { at, action, reason, path: PATH, bytes: 3, ...about };
}

const why = (entries: readonly TrashEntry[], lines: readonly Line[]): readonly (string | undefined)[] => {
  const reasons = trashReasons(entries, lines);
  return entries.map(({ id }) => reasons.get(id));
};

it.each([
  [line(T, 'delete', 'asked'), 'You deleted it here'],
  [line(T, 'replace', 'dropped'), 'You put another file in its place'],
  [line(T, 'trashLocal', 'deleted-on-service'), 'Deleted on the service'],
  [line(T, 'trashLocal', 'confirmed'), 'Deleted on the service; you said yes'],
  [line(T, 'free', 'online-only'), 'Made online only; other size on the service'],
  // It counts the bytes that came.
  [line(T, 'download', 'changed-on-service', { bytes: 9 }), 'Replaced by a newer version'],
])('tells why: %o', (told, words) => {
  expect(why([entry(T - 900)], [told])).toEqual([words]);
});

it.each([
  ['theirs', COPY, 'You kept theirs; this was yours'],
  ['mine', PATH, 'You kept yours; this was theirs'],
  ['file', COPY, 'You kept the file; this was the copy'],
  ['copy', PATH, 'You kept the copy; this was the file'],
  ['file', PATH, undefined],
  ['copy', COPY, undefined],
  ['both', COPY, undefined],
])('tells which version of a conflict it was: kept %s, in the trash %s', (reason, path, words) => {
  expect(
    why([entry(T, { path } as Partial<TrashEntry>)], [line(T, 'resolve', reason, { path: COPY, bytes: 0 })]),
  ).toEqual([words]);
});

it.each([
  ['another path', line(T, 'delete', '', { path: 'Other/b.txt' })],
  ['another size', line(T, 'delete', '', { bytes: 4 })],
  ['earlier', line(T - 1, 'delete')],
  ['much later', line(T + 10_001, 'delete')],
  ['something else', line(T, 'create', 'new-here')],
  ['a first download', line(T, 'download', 'new-on-service')],
])('says nothing where the history tells of %s', (_, told) => {
  expect(why([entry(T)], [told])).toEqual([undefined]);
});

it('tells versions of one path apart, by their times', () => {
  const entries = [entry(T + 2000), entry(T), entry(T - 90_000)];
  const lines = [
    line(T + 2100, 'delete'),
    line(T + 300, 'download', 'changed-on-service'),
    line(T - 89_000, 'trashLocal', 'deleted-on-service'),
  ];
  expect(why(entries, lines)).toEqual([
    'You deleted it here',
    'Replaced by a newer version',
    'Deleted on the service',
  ]);
});

it('tells those of one second apart by their sizes alone: two threads may have moved them there', () => {
  const lines = [line(T + 900, 'delete', '', { bytes: 4 }), line(T + 300, 'download', 'changed-on-service')];
  expect(why([entry(T + 200), entry(T, { size: 4 })], lines)).toEqual([
    'Replaced by a newer version',
    'You deleted it here',
  ]);
  expect(why([entry(T + 200, { size: 4 }), entry(T, { id: 'same', size: 4 })], lines)).toEqual([
    undefined,
    undefined,
  ]);
  // Whichever is which, both were deleted.
  const deleted = lines.map(({ at }) => line(at, 'delete'));
  expect(why([entry(T + 200), entry(T)], deleted)).toEqual(['You deleted it here', 'You deleted it here']);
});

it('guesses nothing where one of several that went soon after each other was put back, or is not told', () => {
  const [first, second] = [line(T, 'delete'), line(T + 4000, 'download', 'changed-on-service')];
  expect(why([entry(T)], [second, first])).toEqual([undefined]);
  expect(why([entry(T + 3900), entry(T)], [second])).toEqual([undefined, undefined]);
  expect(why([entry(T + 3900), entry(T)], [second, first])).toEqual([
    'Replaced by a newer version',
    'You deleted it here',
  ]);
});
