import { describe, expect, it } from 'vitest';
import {
  type Column,
  fittingColumns,
  gridTemplate,
  hasSecondLines,
  silentColumns,
} from '../../../renderer/ui/table/columns.ts';
import { NOT_TYPED, gridIntent, searchFrom, typeLetter } from '../../../renderer/ui/table/keyboard.ts';
import { findPrefix, rowsOf } from '../../../renderer/ui/table/source.ts';

const column = (id: string, width: number | 'grow', giveWay?: number): Column<string> => ({
  id,
  label: id,
  width,
  giveWay,
  cell: () => null,
});
const COLUMNS = [
  column('name', 'grow'),
  column('status', 140),
  column('category', 84, 3),
  column('size', 64),
  column('by', 92, 2),
  column('path', 160, 1),
];
const shown = (width: number, scale = 1): string =>
  fittingColumns(COLUMNS, width, scale)
    .map(({ id }) => id)
    .join(' ');

describe('columns', () => {
  it('give way in their order: path, by, category', () => {
    expect(shown(900)).toBe('name status category size by path');
    expect(shown(759)).toBe('name status category size by');
    expect(shown(560)).toBe('name status category size');
    expect(shown(480)).toBe('name status size');
  });

  it('keep name, status and size however narrow it is, and give way earlier where type is larger', () => {
    expect(shown(10)).toBe('name status size');
    expect(shown(780, 1.18)).toBe('name status category size by');
  });

  it('tell on a second line what a column told that gave way', () => {
    const second = (): null => null;
    const reasons = [{ ...COLUMNS[0]!, without: [{ column: 'path', cell: second }] }, ...COLUMNS.slice(1)];
    const wide = fittingColumns(reasons, 900);
    const narrow = fittingColumns(reasons, 480);
    expect([wide[0]?.cell === second, hasSecondLines(wide)]).toEqual([false, false]);
    expect([narrow[0]?.cell === second, hasSecondLines(narrow)]).toEqual([true, true]);
  });

  it('tell there what the last one told that gave way, and nothing for one that has nothing to tell', () => {
    const [first, last] = [() => null, () => 'last'];
    const without = ['path', 'by', 'none'].map((column, at) => ({
      column,
      cell: [first, last][at] ?? first,
    }));
    const both = [{ ...COLUMNS[0]!, without }, ...COLUMNS.slice(1)];
    const cell = (width: number): unknown => fittingColumns(both, width)[0]?.cell;
    expect([cell(700) === first, cell(10) === last]).toEqual([true, true]);
    const silent = both.filter(({ id }) => id !== 'path' && id !== 'by');
    expect(hasSecondLines(fittingColumns(silent, 10))).toBe(false);
  });

  it('are brief before others leave that matter more', () => {
    const short = (): null => null;
    const brief = { giveWay: 2, width: 40, cell: short };
    const kinds = COLUMNS.map((each) => (each.id === 'status' ? { ...each, brief } : each));
    const status = (width: number): unknown => {
      const found = fittingColumns(kinds, width).find(({ id }) => id === 'status');
      return [found?.width, found?.cell === short];
    };
    const ids = (width: number): string =>
      fittingColumns(kinds, width)
        .map(({ id }) => id)
        .join(' ');
    expect(status(760)).toEqual([140, false]);
    expect([status(500), ids(500)]).toEqual([[40, true], 'name status category size by']);
    expect([status(390), ids(390)]).toEqual([[40, true], 'name status category size']);
  });

  it('leave their room where they have nothing to tell of any row, once all rows are known', () => {
    const telling = [COLUMNS[0]!, { ...COLUMNS[4]!, tells: (row: string) => row !== '' }];
    const silent = (rows: readonly (string | undefined)[]): readonly string[] =>
      silentColumns(telling, { count: rows.length, rowAt: (index) => rows[index] });
    expect(silent(['', ''])).toEqual(['by']);
    expect(silent(['', 'Ada'])).toEqual([]);
    expect(silent(['', undefined])).toEqual([]);
    expect(silent([])).toEqual([]);
  });

  it('make a template with room for boxes', () => {
    expect(gridTemplate(COLUMNS.slice(0, 2), 1, true)).toBe('var(--table-box) minmax(10rem, 1fr) 8.75rem');
  });

  it('take from the name what is lacking, before one that stays leaves the window', () => {
    const stay = fittingColumns(COLUMNS, 10);
    const name = (width: number, scale = 1): string | undefined =>
      gridTemplate(stay, scale, false, width).split(' 1fr')[0];
    expect(name(388)).toBe('minmax(10rem,');
    expect(name(360)).toBe('minmax(8.25rem,');
    expect(name(10)).toBe('minmax(7.5rem,');
    expect(name(420, 1.18)).toBe('minmax(9.6875rem,');
  });
});

describe('keys of a table', () => {
  const place = { index: 5, next: 0, first: 0, count: 100, page: 10 };
  const press = (key: string, more: { shift?: boolean; command?: boolean; alt?: boolean } = {}) =>
    gridIntent({ key, shift: false, command: false, alt: false, ...more }, place);

  it.each([
    ['ArrowDown', 6],
    ['ArrowUp', 4],
    ['PageDown', 15],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 99],
  ])('%s goes to %i', (key, to) => {
    expect(press(key)).toEqual({ kind: 'move', to, extend: false });
    expect(press(key, { shift: true })).toEqual({ kind: 'move', to, extend: true });
  });

  it('begin at the first row where none is current, and go nowhere in an empty list', () => {
    const key = { key: 'ArrowDown', shift: false, command: false, alt: false };
    expect(gridIntent(key, { ...place, index: -1 })).toEqual({ kind: 'move', to: 0, extend: false });
    expect(gridIntent(key, { index: -1, next: 7, first: 0, count: 0, page: 10 })).toBeNull();
  });

  it.each([
    ['ArrowDown', 5],
    ['ArrowUp', 4],
    ['PageDown', 15],
    ['PageUp', 0],
  ])('%s goes on to %i from where the sixth row has gone', (key, to) => {
    const pressed = { key, shift: false, command: false, alt: false };
    expect(gridIntent(pressed, { ...place, index: -1, next: 5 })).toEqual({
      kind: 'move',
      to,
      extend: false,
    });
    // It was the last one.
    expect(gridIntent(pressed, { ...place, index: -1, next: 5, count: 5 })).toMatchObject({
      to: Math.min(4, to),
    });
  });

  it('lead by Home to the first row below a heading', () => {
    const home = { key: 'Home', shift: false, command: false, alt: false };
    expect(gridIntent(home, { ...place, first: 1 })).toEqual({ kind: 'move', to: 1, extend: false });
  });

  it('select, open, preview and clear', () => {
    expect(press('a', { command: true })).toEqual({ kind: 'selectAll' });
    expect(press(' ', { command: true })).toEqual({ kind: 'toggle' });
    expect(press(' ')).toEqual({ kind: 'preview' });
    expect(press('Enter')).toEqual({ kind: 'open' });
    expect(press('Escape')).toEqual({ kind: 'clear' });
    expect(press('F10', { shift: true })).toEqual({ kind: 'menu' });
  });

  it('leave to others what is not theirs', () => {
    expect(press('F5')).toBeNull();
    expect(press('k', { command: true })).toBeNull();
    expect(press('ArrowLeft', { alt: true })).toBeNull();
  });
});

describe('type-ahead', () => {
  it('joins letters typed soon after each other, and repeats a letter to go on', () => {
    const once = typeLetter(NOT_TYPED, 'a', 0);
    const twice = typeLetter(once, 'h', 300);
    expect(twice.prefix).toBe('ah');
    expect(searchFrom(twice, 4)).toBe(4);
    expect(typeLetter(twice, 'u', 2000).prefix).toBe('u');
    expect(typeLetter(once, 'a', 100).prefix).toBe('a');
    expect(searchFrom(once, 4)).toBe(5);
  });

  it('looks at case and accents alike and goes around', () => {
    const names = ['Ørestad', 'Épure', 'alameda', 'Echo'];
    const find = (prefix: string, from: number) =>
      findPrefix(names.length, (index) => names[index] ?? null, prefix, from);
    expect(find('e', 0)).toBe(1);
    expect(find('e', 2)).toBe(3);
    expect(find('AL', 3)).toBe(2);
    expect(find('x', 0)).toBeNull();
  });
});

describe('rows of an array', () => {
  it('name the keys of a range without rows that cannot be selected', () => {
    const source = rowsOf(
      ['# A', 'one', 'two', '# B', 'three'],
      (row) => row,
      (row) => row,
      (row) => !row.startsWith('#'),
    );
    expect(source.keysOf({ index: 0, key: null }, { index: 3, key: null })).toEqual(['one', 'two']);
    expect(source.canSelect?.('# A')).toBe(false);
    expect(source.canSelect?.('one')).toBe(true);
    expect(source.indexOf?.('three')).toBe(4);
    expect(source.indexOf?.('gone')).toBeNull();
  });
});
