import type { ReactNode } from 'react';
import { drawn } from '../look/text-size.ts';
import type { RowSource } from './source.ts';

/** What a cell needs to know of its row beside the row itself. */
export interface CellState {
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
}

export interface Column<R> {
  readonly id: string;
  readonly label: string;
  /** Pixels; one column, the name, takes what is left. High contrast widens all by its larger type. */
  readonly width: number | 'grow';
  /** Pixels that a growing column needs. */
  readonly minWidth?: number | undefined;
  /** Grows beyond its pixels by such a part of what the name takes of the room that is left. */
  readonly share?: number | undefined;
  /** Where there is no room, the column with the lowest number goes first; left out: it stays. */
  readonly giveWay?: number | undefined;
  readonly align?: 'start' | 'end' | undefined;
  readonly sortable?: boolean | undefined;
  /** Has it anything to tell of the row? Where it has not of any row of a whole list, its room is the name's. */
  readonly tells?: ((row: R) => boolean) | undefined;
  readonly cell: (row: R, state: CellState) => ReactNode;
  /**
   * Draws its cells instead once that column gave way: what it tells moves to a second line, and rows are taller. Of several
   * the last one counts that gave way.
   */
  readonly without?:
    | readonly {
        readonly column: string;
        readonly cell: Column<R>['cell'];
        /** What it tells has room in the same line: rows stay as high as they are. */
        readonly isBeside?: boolean | undefined;
      }[]
    | undefined;
  /** Narrower, and its cells in fewer words, before others give way that have a higher number. */
  readonly brief?:
    | { readonly giveWay: number; readonly width: number; readonly cell: Column<R>['cell'] }
    | undefined;
}

export interface Sort<Id extends string = string> {
  readonly by: Id;
  readonly descending: boolean;
}

/** Recognizes an order by one of these columns. */
export function sortOf<Id extends string>(ids: readonly Id[]): (value: unknown) => value is Sort<Id> {
  return (value): value is Sort<Id> => {
    if (typeof value !== 'object' || value === null) return false;
    const { by, descending } = value as { by?: unknown; descending?: unknown };
    return ids.some((id) => id === by) && typeof descending === 'boolean';
  };
}

export const COLUMN_GAP = 12;
const GROW_MIN = 160;
/** Where all that may has given way, the growing column is narrowed down to this before others leave the window. */
const GROW_LEAST = 120;

/** Ids of the columns that have nothing to tell of any row; none while rows are still to come. */
export function silentColumns<R>(
  columns: readonly Column<R>[],
  { count, rowAt }: Pick<RowSource<R>, 'count' | 'rowAt'>,
): readonly string[] {
  if (count === 0) return [];
  const mayTell = (tells: (row: R) => boolean): boolean => {
    for (let index = 0; index < count; index += 1) {
      const row = rowAt(index);
      if (row === undefined || tells(row)) return true;
    }
    return false;
  };
  return columns.filter(({ tells }) => tells !== undefined && !mayTell(tells)).map(({ id }) => id);
}

/** The columns that have room in `width` pixels: those that may give way do so in their order, until the rest fits. */
export function fittingColumns<R>(
  columns: readonly Column<R>[],
  width: number,
  scale = 1,
): readonly Column<R>[] {
  let fitting = columns;
  for (const { column, instead } of stepsOf(columns)) {
    if (neededWidth(fitting, scale) <= width) break;
    fitting = fitting.flatMap((kept) => (kept.id === column ? instead : [kept]));
  }
  return fitting.map((column) => {
    const isThere = (some: readonly Column<R>[], wanted: string): boolean =>
      some.some(({ id }) => id === wanted);
    // A column that has nothing to tell did not give way: nobody misses it.
    const gone = column.without?.findLast(
      (each) => isThere(columns, each.column) && !isThere(fitting, each.column),
    );
    return gone === undefined ? column : { ...column, cell: gone.cell };
  });
}

interface Step<R> {
  readonly order: number;
  readonly column: string;
  readonly instead: readonly Column<R>[];
}

/** How columns give way, one after the other: they leave, or are brief. */
function stepsOf<R>(columns: readonly Column<R>[]): readonly Step<R>[] {
  return columns
    .flatMap((column): readonly Step<R>[] => {
      const { id, giveWay, brief } = column;
      return [
        ...(brief === undefined
          ? []
          : [{ order: brief.giveWay, column: id, instead: [{ ...column, ...brief, giveWay }] }]),
        ...(giveWay === undefined ? [] : [{ order: giveWay, column: id, instead: [] }]),
      ];
    })
    .toSorted((a, b) => a.order - b.order);
}

/** Do cells of `fitting` tell in a second line what a column that gave way told? */
export function hasSecondLines<R>(fitting: readonly Column<R>[]): boolean {
  return fitting.some(({ cell, without = [] }) =>
    without.some((each) => each.isBeside !== true && each.cell === cell),
  );
}

function neededWidth<R>(columns: readonly Column<R>[], scale: number): number {
  const widths = columns.map(({ width, minWidth }) => (width === 'grow' ? (minWidth ?? GROW_MIN) : width));
  const gaps = Math.max(0, columns.length - 1) * COLUMN_GAP;
  return widths.reduce((sum, width) => sum + width * scale, gaps);
}

/**
 * The value of grid-template-columns in `width` pixels; with a first column for boxes where rows can be selected. What
 * the columns lack of that width, the growing one does without.
 */
export function gridTemplate<R>(
  columns: readonly Column<R>[],
  scale: number,
  withBoxes: boolean,
  width = Infinity,
): string {
  const lacking = Math.max(0, neededWidth(columns, scale) - width);
  const tracks = columns.map(({ width: wide, minWidth, share }) => {
    const wanted = (wide === 'grow' ? (minWidth ?? GROW_MIN) : wide) * scale;
    const least = wide === 'grow' ? Math.max(Math.min(wanted, GROW_LEAST), wanted - lacking) : wanted;
    const grows = wide === 'grow' ? 1 : share;
    const room = drawn(Math.round(least));
    return grows === undefined ? room : `minmax(${room}, ${grows}fr)`;
  });
  return [...(withBoxes ? ['var(--table-box)'] : []), ...tracks].join(' ');
}
