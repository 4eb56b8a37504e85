import type { CsvFacts, CsvRow } from './csv-messages.ts';

/** The most characters shown of a cell: browsers take minutes to lay out a line of a hundred megabytes. */
const LONGEST = 4000;

/** For display only: a comparison takes the full names. */
export function shortenedFacts(facts: CsvFacts): CsvFacts {
  return {
    ...facts,
    title: shortened(facts.title),
    columns: facts.columns.map((each) => ({ ...each, name: shortened(each.name) })),
  };
}

export function shortenedRows(rows: readonly CsvRow[]): readonly CsvRow[] {
  return rows.map(({ line, cells }) => ({ line, cells: cells.map(shortened) }));
}

function shortened(cell: string): string {
  return cell.length > LONGEST ? `${cell.slice(0, LONGEST)}…` : cell;
}
