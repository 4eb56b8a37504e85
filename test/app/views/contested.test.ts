import { expect, it, vi } from 'vitest';
import { contestedOf } from '../../../main/app/views/contested.ts';
import type { LocalFile } from '../../../main/engine/trees.ts';
import type { Activity } from '../../../main/sync/ports/mirror/history.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';

const files = (...paths: string[]): readonly LocalFile[] => paths.map((path) => ({ path }) as LocalFile);
const line = (path: string, reason: string, action = 'reconcile'): Activity =>
  ({ path, action, reason }) as Activity;
const COPY = 'Other/a (conflict 2026-11-24 0930 laptop).txt';
const ORIGINAL = pathKey('Other/a.txt' as RelPath);

it('knows of each conflict how it came to be last, as far as the history tells', () => {
  const copies = files(COPY, 'Other/b (conflict 2026-11-24 0930 laptop).txt', 'Other/c.txt');
  const lines = [
    line('Other/a.txt', 'new-here', 'create'),
    line('Other/a.txt', 'changed-while-ignored'),
    line('Other/a.txt', 'changed-on-both'),
    line('Other/c.txt', 'changed-on-both'),
  ];
  expect(contestedOf(copies, () => lines)).toEqual(
    new Map([
      [ORIGINAL, 'changed-while-ignored'],
      [pathKey('Other/b.txt' as RelPath), null],
    ]),
  );
});

it('takes no word of another release for one of its own', () => {
  const lines = [line('Other/a.txt', 'met-in-a-later-release')];
  expect(contestedOf(files(COPY), () => lines)).toEqual(new Map([[ORIGINAL, null]]));
});

it('reads no history where there is no conflict', () => {
  const lines = vi.fn(() => []);
  expect(contestedOf(files('Other/a.txt'), lines).size).toBe(0);
  expect(lines).not.toHaveBeenCalled();
});
