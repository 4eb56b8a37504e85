import type { CsvFacts, CsvRow } from './csv-messages.ts';

/** Letters of a cell that are shown, which stand on one line: browsers lay out a hundred megabytes on one for minutes. */
const LONGEST = 4000;

/** As the page shows them; whoever compares them takes them whole. */
export function shortenedFacts(facts: CsvFacts): CsvFacts {
  return { ...facts, columns: facts.columns.map((each) => ({ ...each, name: shortened(each.name) })) };
}

export function shortenedRows(rows: readonly CsvRow[]): readonly CsvRow[] {
  return rows.map(({ line, cells }) => ({ line, cells: cells.map(shortened) }));
}

function shortened(cell: string): string {
  return cell.length > LONGEST ? `${cell.slice(0, LONGEST)}…` : cell;
}
