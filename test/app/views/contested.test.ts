import { expect, it, vi } from 'vitest';
import { contestedOf, ownOf, type Contested } from '../../../main/app/views/contested.ts';
import type { LocalFile } from '../../../main/engine/trees.ts';
import type { Activity } from '../../../main/sync/ports/mirror/history.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';

const files = (...paths: string[]): readonly LocalFile[] => paths.map((path) => ({ path }) as LocalFile);
const line = (path: string, reason: string, action = 'reconcile'): Activity =>
  ({ path, action, reason }) as Activity;
const reasonsOf = (contested: Contested) =>
  new Map([...contested].map(([key, { reason }]) => [key, reason] as const));
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
  expect(reasonsOf(contestedOf(copies, 'laptop', () => lines))).toEqual(
    new Map([
      [ORIGINAL, 'changed-while-ignored'],
      [pathKey('Other/b.txt' as RelPath), null],
    ]),
  );
});

it('takes no word of another release for one of its own', () => {
  const lines = [line('Other/a.txt', 'met-in-a-later-release')];
  expect(reasonsOf(contestedOf(files(COPY), 'laptop', () => lines))).toEqual(new Map([[ORIGINAL, null]]));
});

it('reads no history where there is no conflict', () => {
  const lines = vi.fn(() => []);
  expect(contestedOf(files('Other/a.txt'), 'laptop', lines).size).toBe(0);
  expect(lines).not.toHaveBeenCalled();
});

it.each([
  ['copy', 'laptop', []],
  ['neither', 'bravo', []],
  // A version that was sent from here.
  ['file', 'bravo', [line('Other/a.txt', 'edited-here', 'update')]],
  ['file', 'bravo', [line('Other/a.txt', 'new-here', 'create')]],
  // Its name or category alone came from here.
  ['neither', 'bravo', [line('Other/a.txt', 'renamed-here', 'update')]],
  // Others have changed it since.
  [
    'neither',
    'bravo',
    [line('Other/a.txt', 'changed-on-service', 'download'), line('Other/a.txt', 'edited-here', 'update')],
  ],
  // Made here under an earlier name of this computer, and by another one of the same name.
  ['copy', 'bravo', [line(COPY, 'new-here', 'create')]],
  ['neither', 'laptop', [line(COPY, 'new-on-service', 'download')]],
  // Made here, and changed by others since; and here again.
  ['neither', 'laptop', [line(COPY, 'changed-on-service', 'download'), line(COPY, 'new-here', 'create')]],
  [
    'copy',
    'laptop',
    [
      line(COPY, 'edited-here', 'update'),
      line(COPY, 'changed-on-service', 'download'),
      line(COPY, 'new-here', 'create'),
    ],
  ],
  // Put back here later, it came from here all the same.
  ['copy', 'laptop', [line(COPY, 'new-on-service', 'download'), line(COPY, 'new-here', 'create')]],
] as const)(
  'tells that %s is of this computer, by the name of %s and the history %#',
  (own, device, lines) => {
    const copy = COPY.replace('laptop', device) as RelPath;
    const renamed = lines.map((each) => ({ ...each, path: each.path.replace('laptop', device) }));
    expect(
      ownOf(
        contestedOf(files(copy), 'laptop', () => renamed),
        copy,
        ORIGINAL as never,
      ),
    ).toBe(own);
  },
);
