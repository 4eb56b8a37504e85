import { describe, expect, it } from 'vitest';
import {
  AS_SUGGESTED,
  countFolders,
  countOver,
  decideAll,
  sumOf,
  withCategory,
  withReplaced,
  withTaken,
  type Choices,
} from '../../../renderer/features/drop/review/choices.ts';
import {
  countShown,
  folderPaths,
  foldersOf,
  linesOf,
} from '../../../renderer/features/drop/review/review-lines.ts';
import type { DropRow, TakenName } from '../../../shared/ipc/drop.ts';

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
  twinOf: null,
  renamed: false,
  holder: null,
  ...more,
});

const NO_NAMES = new Map<number, TakenName>();

const ROWS = [
  row(0, 'loose.pdf', { category: 'spec-sheet' }),
  row(1, 'Box/a.bin'),
  row(2, 'Box/deep/b.bin', { duplicateOf: 'Other/b.bin', sameSize: true }),
  row(3, 'Box/deep/c:d.bin', { refused: 'no' }),
];

const states = (choices: Choices) => decideAll(ROWS, NO_NAMES, choices).map(({ state }) => state);

describe('what becomes of dropped files', () => {
  it('adds what is new, and leaves what the site holds and what it would refuse', () => {
    expect(states(AS_SUGGESTED)).toEqual(['add', 'add', 'duplicate', 'refused']);
    expect(sumOf(decideAll(ROWS, NO_NAMES, AS_SUGGESTED))).toEqual({
      files: 2,
      bytes: 20,
      replaced: 0,
      byCategory: [
        { category: 'spec-sheet', bytes: 10 },
        { category: 'other', bytes: 10 },
      ],
    });
  });

  it('takes a duplicate when it is asked to, and never what is refused', () => {
    const all = withTaken(AS_SUGGESTED, decideAll(ROWS, NO_NAMES, AS_SUGGESTED), true);
    expect(states(all)).toEqual(['add', 'add', 'add', 'refused']);
    const none = withTaken(all, decideAll(ROWS, NO_NAMES, all), false);
    expect(states(none)).toEqual(['left-out', 'left-out', 'duplicate', 'refused']);
  });

  it('leaves what was only as suggested open to what the comparing finds later', () => {
    const early = [row(0, 'x.bin', { sameSize: true })];
    const twice = withTaken(
      withTaken(AS_SUGGESTED, decideAll(early, NO_NAMES, AS_SUGGESTED), false),
      decideAll(early, NO_NAMES, AS_SUGGESTED),
      true,
    );
    const late = [row(0, 'x.bin', { sameSize: true, duplicateOf: 'Other/x.bin' })];
    expect(decideAll(late, NO_NAMES, twice)[0]?.state).toBe('duplicate');
  });

  it('changes categories of some, and keeps them for the same paths in another order', () => {
    const some = decideAll(ROWS, NO_NAMES, AS_SUGGESTED).slice(1, 3);
    const choices = withCategory(AS_SUGGESTED, some, 'maintenance');
    const again = ROWS.toReversed().map((each, index) => ({ ...each, index }));
    const categories = decideAll(again, NO_NAMES, choices).map(({ row: { path }, category }) => [
      path,
      category,
    ]);
    expect(Object.fromEntries(categories)).toEqual({
      'loose.pdf': 'spec-sheet',
      'Box/a.bin': 'maintenance',
      'Box/deep/b.bin': 'maintenance',
      'Box/deep/c:d.bin': 'other',
    });
  });
});

describe('a file whose name is taken', () => {
  const held = (path: string) => ({ path, here: { size: 5, modifiedAt: 1000 } });
  const name = (index: number, holder: TakenName['holder'], category: TakenName['category'] = 'other') =>
    [index, { index, category, target: 'Other/x (2).pdf', holder }] as const;
  const rows = [
    row(0, 'x.pdf'),
    row(1, 'x.pdf'),
    row(2, 'y.pdf'),
    row(3, 'same.pdf', { sameSize: true, duplicateOf: 'Other/same.pdf' }),
    row(4, 'away.pdf'),
    row(5, 'free.pdf'),
  ];
  const names = new Map([
    name(0, held('Other/x.pdf')),
    name(1, held('Other/x.pdf')),
    name(2, held('Other/Y.pdf')),
    name(3, held('Other/same.pdf')),
    name(4, { path: 'Other/away.pdf', here: null }),
  ]);
  const decided = (choices: Choices) => decideAll(rows, names, choices);
  const replacing = (choices: Choices) => decided(choices).map(({ replaces }) => Number(replaces));

  it('is kept beside the other one, and may replace it where that is another version and here', () => {
    const files = decided(AS_SUGGESTED);
    expect(files.map(({ over }) => over?.path ?? null)).toEqual([
      'Other/x.pdf',
      'Other/x.pdf',
      'Other/Y.pdf',
      null,
      null,
      null,
    ]);
    expect(replacing(AS_SUGGESTED)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(countOver(files)).toEqual({ places: 2, replaced: 0 });
    // Also where the person adds what is there already.
    expect(decided(withTaken(AS_SUGGESTED, files, true))[3]).toMatchObject({ state: 'add', over: null });
    expect(countShown(files)).toMatchObject({ add: 5, taken: 4, duplicate: 1 });
  });

  it('replaces alone, of several with one place the first or the one that was chosen last', () => {
    const all = withReplaced(AS_SUGGESTED, decided(AS_SUGGESTED), true);
    expect(replacing(all)).toEqual([1, 0, 1, 0, 0, 0]);
    const other = withReplaced(all, decided(all).slice(1, 2), true);
    expect(replacing(other)).toEqual([0, 1, 1, 0, 0, 0]);
    expect(sumOf(decided(other)).replaced).toBe(2);
    expect(replacing(withReplaced(other, decided(other), false))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('replaces nothing while it is left out, nor in another category, nor what else has the name by then', () => {
    const all = withReplaced(AS_SUGGESTED, decided(AS_SUGGESTED), true);
    expect(replacing(withTaken(all, decided(all).slice(0, 1), false))).toEqual([0, 0, 1, 0, 0, 0]);
    const moved = withCategory(all, decided(all).slice(2, 3), 'spec-sheet');
    expect(decided(moved)[2]).toMatchObject({ replaces: false, nameTaken: null });
    const there = new Map([...names, name(2, held('Spec Sheet/y.pdf'), 'spec-sheet')]);
    expect(decideAll(rows, there, moved)[2]).toMatchObject({
      replaces: false,
      over: { path: 'Spec Sheet/y.pdf' },
    });
  });
});

describe('files that are in a drop twice', () => {
  const twice = [row(0, 'Box/a.bin'), row(1, 'Box/copy of a.bin', { twinOf: 'Box/a.bin' })];
  const shown = (choices: Choices) => {
    const files = decideAll(twice, NO_NAMES, choices);
    const lines = linesOf(files, { shown: 'twin', folder: null, text: '' });
    return { states: files.map(({ state }) => state), twins: countShown(files).twin, lines: lines.length };
  };

  it('are added like any other, and stay together where the copies are left out', () => {
    expect(shown(AS_SUGGESTED)).toEqual({ states: ['add', 'add'], twins: 1, lines: 2 });
    const left = withTaken(AS_SUGGESTED, decideAll(twice, NO_NAMES, AS_SUGGESTED).slice(1), false);
    expect(shown(left)).toEqual({ states: ['add', 'left-out'], twins: 1, lines: 2 });
  });
});

describe('the headings of a review', () => {
  const shownAs = (...paths: readonly string[]) => {
    const files = decideAll(
      paths.map((path, at) => row(at, path)),
      NO_NAMES,
      AS_SUGGESTED,
    );
    const lines = linesOf(files, { shown: 'all', folder: null, text: '' });
    return lines.flatMap((line) => (line.kind === 'folder' ? [line.shownAs] : []));
  };

  it('leave out the one folder that all was dropped in, which the title names', () => {
    expect(shownAs('Box/a.bin', 'Box/deep/b.bin', 'Box/deep/er/c.bin')).toEqual(['Box', 'deep', 'deep/er']);
  });

  it('are whole where several folders were dropped, or files beside one', () => {
    expect(shownAs('Box/deep/b.bin', 'Boxes/deep/c.bin')).toEqual(['Box/deep', 'Boxes/deep']);
    expect(shownAs('Box/deep/b.bin', 'loose.pdf')).toEqual(['Box/deep', '']);
  });
});

describe('the lines of a review', () => {
  const files = decideAll(ROWS, NO_NAMES, AS_SUGGESTED);
  const shown = (filter: Partial<Parameters<typeof linesOf>[1]>) =>
    linesOf(files, { shown: 'all', folder: null, text: '', ...filter }).map((line) =>
      line.kind === 'folder' ? `[${line.folder}]` : line.file.name,
    );

  it('stand below their folders', () => {
    expect(shown({})).toEqual(['[]', 'loose.pdf', '[Box]', 'a.bin', '[Box/deep]', 'b.bin', 'c:d.bin']);
  });

  it('are found by words in any spelling of an accent', () => {
    const [fromMac] = decideAll([row(0, 'Bu\u0308ro.pdf')], NO_NAMES, AS_SUGGESTED);
    const filter = { shown: 'all', folder: null } as const;
    for (const text of ['B\u00dcRO', 'bu\u0308ro'])
      expect(linesOf([fromMac!], { ...filter, text })).toHaveLength(2);
  });

  it('are narrowed by state, folder and words, without empty folders', () => {
    expect(shown({ shown: 'refused' })).toEqual(['[Box/deep]', 'c:d.bin']);
    expect(shown({ folder: 'Box' })).toEqual(['[Box]', 'a.bin', '[Box/deep]', 'b.bin', 'c:d.bin']);
    expect(shown({ text: 'DEEP/b' })).toEqual(['[Box/deep]', 'b.bin']);
    expect(shown({ folder: 'Bo' })).toEqual([]);
  });

  it('may be those alone whose names are taken', () => {
    const names = new Map([
      [1, { index: 1, category: 'other', target: 'Other/Box/a (2).bin', holder: null }],
    ] as const);
    const lines = linesOf(decideAll(ROWS, names, AS_SUGGESTED), { shown: 'taken', folder: null, text: '' });
    expect(lines.map((line) => (line.kind === 'folder' ? line.folder : line.file.name))).toEqual([
      'Box',
      'a.bin',
    ]);
  });

  it('are counted by state, and by folder with all below it', () => {
    expect(countShown(files)).toEqual({
      all: 4,
      add: 2,
      taken: 0,
      twin: 0,
      'left-out': 0,
      duplicate: 1,
      refused: 1,
    });
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
