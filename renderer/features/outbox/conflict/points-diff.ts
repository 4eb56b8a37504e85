import type { Columns } from '../../../../shared/model/datamodel.ts';
import { CsvTable } from '../../preview/csv/csv-table.ts';
import { shorten } from './line-diff.ts';

/** A point of one version, compared with the other. */
export interface ComparedPoint {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  /** New: the other version has no point of this id. Changed: other fields differ. */
  readonly kind: 'new' | 'changed';
  /** What differs besides id, label and unit, by column header. */
  readonly more: readonly { readonly column: string; readonly text: string }[];
}

/** Points are matched by id, so no equal ones are shown around a difference. */
export type PointLine =
  | { readonly kind: 'point'; readonly point: ComparedPoint }
  /** Equal points that are left out. */
  | { readonly kind: 'gap'; readonly count: number };

export interface PointsOfSide {
  readonly lines: readonly PointLine[];
  readonly all: number;
  readonly added: number;
  readonly changed: number;
}

export interface PointsDiff {
  readonly mine: PointsOfSide;
  readonly theirs: PointsOfSide;
}

type Cells = readonly string[];

interface Table {
  readonly header: Cells;
  readonly byId: ReadonlyMap<string, Cells>;
}

/**
 * Compares two versions of a datamodel point by point. Null if that would miss a difference: not every row names a
 * point of its own, the columns differ, or the same points are in another order.
 */
export function diffPoints(mine: string, theirs: string, columns: Columns): PointsDiff | null {
  const [a, b] = [tableOf(mine, columns), tableOf(theirs, columns)];
  if (a === null || b === null || a.header.join('\n') !== b.header.join('\n')) return null;
  const diff = { mine: sideOf(a, b, columns), theirs: sideOf(b, a, columns) };
  const differ = diff.mine.added + diff.mine.changed + diff.theirs.added;
  return differ === 0 ? null : diff;
}

function tableOf(text: string, { id }: Columns): Table | null {
  const table = CsvTable.parse(new TextEncoder().encode(text));
  // If not all columns are shown, one of the others may differ.
  if (!(table instanceof CsvTable) || table.facts.width > table.facts.columns.length) return null;
  const header = table.facts.columns.map(({ name }) => name);
  const at = id === null ? -1 : header.indexOf(id);
  if (at < 0) return null;
  const rows = table.rows(0, table.facts.rows).map(({ cells }) => header.map((_, n) => cells[n] ?? ''));
  const byId = new Map(rows.map((cells) => [cells[at] ?? '', cells]));
  return byId.has('') || byId.size < rows.length ? null : { header, byId };
}

function sideOf(own: Table, other: Table, columns: Columns): PointsOfSide {
  const points = [...own.byId].map(([id, cells]) =>
    compared(id, cells, other.byId.get(id), own.header, columns),
  );
  const shown = shorten(
    [...own.byId.keys()],
    points.map((point) => point?.kind ?? 'same'),
    0,
  );
  const count = (kind: ComparedPoint['kind']): number => points.filter((each) => each?.kind === kind).length;
  return {
    lines: shown.flatMap((line): PointLine | readonly [] => {
      if (line.kind === 'gap') return line;
      const point = points[line.number - 1];
      return point === undefined || point === null ? [] : { kind: 'point', point };
    }),
    all: points.length,
    added: count('new'),
    changed: count('changed'),
  };
}

/** Null if they are equal. */
function compared(
  id: string,
  cells: Cells,
  other: Cells | undefined,
  header: Cells,
  { label, unit }: Columns,
): ComparedPoint | null {
  const textIn = (column: string | null): string =>
    column === null ? '' : (cells[header.indexOf(column)] ?? '');
  const differing = header.filter((_, at) => other !== undefined && cells[at] !== other[at]);
  if (other !== undefined && differing.length === 0) return null;
  return {
    id,
    label: textIn(label),
    unit: textIn(unit),
    kind: other === undefined ? 'new' : 'changed',
    more: differing
      .filter((column) => column !== label && column !== unit)
      .map((column) => ({ column, text: textIn(column) })),
  };
}
