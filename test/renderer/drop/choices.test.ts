import { describe, expect, it } from 'vitest';
import {
  AS_SUGGESTED,
  countFolders,
  decideAll,
  sumOf,
  withCategory,
  withTaken,
  type Choices,
} from '../../../renderer/features/drop/choices.ts';
import { countShown, folderPaths, foldersOf, linesOf } from '../../../renderer/features/drop/review-lines.ts';
import type { DropRow } from '../../../shared/ipc/drop.ts';

const row = (index: number, path: string, more: Partial<DropRow> = {}): DropRow => ({
  index,
  path,
  size: 10,
  category: 'other',
  reason: null,
  target: `Other/${path}`,
  refused: null,
  sameSize: false,
  duplicateOf: null,
  renamed: false,
  holder: null,
  ...more,
});

const ROWS = [
  row(0, 'loose.pdf', { category: 'spec-sheet' }),
  row(1, 'Box/a.bin'),
  row(2, 'Box/deep/b.bin', { duplicateOf: 'Other/b.bin', sameSize: true }),
  row(3, 'Box/deep/c:d.bin', { refused: 'no' }),
];

const states = (choices: Choices) => decideAll(ROWS, choices).map(({ state }) => state);

describe('what becomes of dropped files', () => {
  it('adds what is new, and leaves what the site holds and what it would refuse', () => {
    expect(states(AS_SUGGESTED)).toEqual(['add', 'add', 'duplicate', 'refused']);
    expect(sumOf(decideAll(ROWS, AS_SUGGESTED))).toEqual({
      files: 2,
      bytes: 20,
      byCategory: [
        { category: 'spec-sheet', bytes: 10 },
        { category: 'other', bytes: 10 },
      ],
    });
  });

  it('takes a duplicate when it is asked to, and never what is refused', () => {
    const all = withTaken(AS_SUGGESTED, decideAll(ROWS, AS_SUGGESTED), true);
    expect(states(all)).toEqual(['add', 'add', 'add', 'refused']);
    const none = withTaken(all, decideAll(ROWS, all), false);
    expect(states(none)).toEqual(['left-out', 'left-out', 'duplicate', 'refused']);
  });

  it('leaves what was only as suggested open to what the comparing finds later', () => {
    const early = [row(0, 'x.bin', { sameSize: true })];
    const twice = withTaken(
      withTaken(AS_SUGGESTED, decideAll(early, AS_SUGGESTED), false),
      decideAll(early, AS_SUGGESTED),
      true,
    );
    const late = [row(0, 'x.bin', { sameSize: true, duplicateOf: 'Other/x.bin' })];
    expect(decideAll(late, twice)[0]?.state).toBe('duplicate');
  });

  it('changes categories of some, and keeps them for the same paths in another order', () => {
    const some = decideAll(ROWS, AS_SUGGESTED).slice(1, 3);
    const choices = withCategory(AS_SUGGESTED, some, 'maintenance');
    const again = ROWS.toReversed().map((each, index) => ({ ...each, index }));
    const categories = decideAll(again, choices).map(({ row: { path }, category }) => [path, category]);
    expect(Object.fromEntries(categories)).toEqual({
      'loose.pdf': 'spec-sheet',
      'Box/a.bin': 'maintenance',
      'Box/deep/b.bin': 'maintenance',
      'Box/deep/c:d.bin': 'other',
    });
  });
});

describe('the lines of a review', () => {
  const files = decideAll(ROWS, AS_SUGGESTED);
  const shown = (filter: Partial<Parameters<typeof linesOf>[1]>) =>
    linesOf(files, { shown: 'all', folder: null, text: '', ...filter }).map((line) =>
      line.kind === 'folder' ? `[${line.folder}]` : line.file.name,
    );

  it('stand below their folders', () => {
    expect(shown({})).toEqual(['[]', 'loose.pdf', '[Box]', 'a.bin', '[Box/deep]', 'b.bin', 'c:d.bin']);
  });

  it('are narrowed by state, folder and words, without empty folders', () => {
    expect(shown({ shown: 'refused' })).toEqual(['[Box/deep]', 'c:d.bin']);
    expect(shown({ folder: 'Box' })).toEqual(['[Box]', 'a.bin', '[Box/deep]', 'b.bin', 'c:d.bin']);
    expect(shown({ text: 'DEEP/b' })).toEqual(['[Box/deep]', 'b.bin']);
    expect(shown({ folder: 'Bo' })).toEqual([]);
  });

  it('are counted by state, and by folder with all below it', () => {
    expect(countShown(files)).toEqual({ all: 4, add: 2, 'left-out': 0, duplicate: 1, refused: 1 });
    expect(countFolders(files)).toBe(2);
    expect(folderPaths(foldersOf(files))).toEqual(['Box', 'Box/deep']);
    expect(foldersOf(files)).toEqual([
      {
        path: 'Box',
        name: 'Box',
        files: 3,
        refused: 1,
        folders: [{ path: 'Box/deep', name: 'deep', files: 2, refused: 1, folders: [] }],
      },
    ]);
  });
});
