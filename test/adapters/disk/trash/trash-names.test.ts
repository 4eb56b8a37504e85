import { expect, it } from 'vitest';
import { momentOfTrash, newestFirst } from '../../../../main/adapters/disk/trash/trash-names.ts';

const NOW = Date.parse('2026-11-21T09:42:10.123Z');

it('gives what goes into the trash of a site within a second one moment, and each site its own', () => {
  const at = (folder: string, now: number): number => momentOfTrash(folder, now).getTime() - NOW;
  expect([0, 1, 999, 1000, 1500].map((ms) => at('/one', NOW + ms))).toEqual([0, 0, 0, 1000, 1000]);
  expect(at('/two', NOW + 7)).toBe(7);
  // A clock that is set back begins anew.
  expect(at('/one', NOW - 60_000)).toBe(-60_000);
});

it('lists the versions of one moment with the latest first', () => {
  const entry = (time: string, path = 'a.txt'): { id: string; path: string; trashedAt: number } => {
    return { id: `${time}/${path}`, path, trashedAt: NOW };
  };
  const times = ['T', 'T+1', 'T+9', 'T+10'].map((time) => entry(time));
  expect(times.toSorted(newestFirst)).toEqual(times.toReversed());
  expect([entry('T', 'b+3/c'), entry('T', 'a')].toSorted(newestFirst).map(({ path }) => path)).toEqual([
    'a',
    'b+3/c',
  ]);
});
