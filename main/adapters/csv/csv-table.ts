import Papa from 'papaparse';
import type {
  Columns,
  DatamodelPoint,
  DatamodelProblem,
  EquipmentFact,
} from '../../../shared/model/datamodel.ts';
import { headerKey, headerRow, recogniseColumns } from '../../engine/datamodel/columns.ts';
import { LONGEST_TEXT, RowReader } from '../../engine/datamodel/rows.ts';
import type { CsvTable } from '../../datamodel/ports.ts';
import type { CsvText } from './csv-text.ts';

/** At most this many problems are told one by one: a file of another kind would have one in each row. */
const MOST_PROBLEMS = 100;
/** Rows that are looked at to recognise the columns. */
const SAMPLE_ROWS = 200;

interface Line {
  readonly cells: readonly string[];
  /** The number of the line on which it begins, from 1. */
  readonly number: number;
}

export function readTable(text: CsvText, mappings: ReadonlyMap<string, Columns>): CsvTable {
  const problems = new Problems();
  const lines = parseLines(text, problems);
  const head = headerRow(lines.map(({ cells }) => cells).slice(0, SAMPLE_ROWS), (key) => mappings.has(key));
  // A quotation that never ends would make a name of the whole file.
  const header = (lines[head]?.cells ?? []).map((cell) => cell.trim().slice(0, LONGEST_TEXT));
  const rows = lines.slice(head + 1);
  const sample = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  const columns = mappings.get(headerKey(header)) ?? recogniseColumns(header, sample);
  return {
    header,
    columns,
    ...readRows(rows, new RowReader(header, columns, sample), columns, problems, lines.length === 0),
    rows: rows.length,
  };
}

function readRows(
  rows: readonly Line[],
  reader: RowReader,
  columns: Columns,
  problems: Problems,
  isEmpty: boolean,
): Pick<CsvTable, 'points' | 'equipment' | 'problems'> {
  const points: DatamodelPoint[] = [];
  const equipment: EquipmentFact[] = [];
  const idless: number[] = [];
  for (const { cells, number } of rows) {
    const row = reader.read(cells, number);
    if (row.kind === 'point') points.push(row.point);
    else if (row.kind === 'equipment') equipment.push(row.equipment);
    else if (row.kind === 'no-id') idless.push(number);
    else if (row.kind === 'broken') problems.add(number, `Line ${number} ${row.why}.`);
  }
  const [first] = idless;
  if (first !== undefined) problems.add(first, idlessWords(first, idless.length, columns.id ?? ''));
  if (!reader.namesPoints && equipment.length === 0) problems.add(null, isEmpty ? EMPTY : NO_SERIES);
  return { points, equipment, problems: problems.all() };
}

/** Rows with content, each with the line on which it begins: a quoted cell may hold line ends. */
function parseLines({ text, separator, skipped }: CsvText, problems: Problems): readonly Line[] {
  const plain = withoutBlanksAtQuotes(withoutLongBlanks(text, separator), separator);
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: separator, newline: '\n' });
  const starts: number[] = [];
  const lines: Line[] = [];
  let number = skipped + 1;
  for (const cells of data) {
    starts.push(number);
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ cells, number });
    number += 1;
    for (const cell of cells) if (cell.includes('\n')) number += cell.split('\n').length - 1;
  }
  for (const { code, row } of errors) {
    const start = starts[row ?? 0] ?? 1;
    if (code === 'MissingQuotes') problems.add(start, `Line ${start} begins a quotation that never ends.`);
    if (code === 'InvalidQuotes')
      problems.add(start, `Line ${start} has a quotation mark in the middle of a cell.`);
  }
  return lines;
}

const LONG_BLANKS = /[^\S\n]{64,}/g;
/** No more blanks are kept in a row; the next one: no more separators at the end of a line, if they are blanks. */
const BLANKS = 64;
const TABS = 1000;

/**
 * The text with fewer blanks where very many follow each other, which nobody reads. At each wrong mark of quotation,
 * papaparse looks through all blanks before the next separator and the next line end: a file of a few MB that was made for
 * that would take days.
 */
function withoutLongBlanks(text: string, separator: string): string {
  return text.replaceAll(LONG_BLANKS, (run: string, at: number) => {
    const cells = run.split(separator);
    const next = text[at + run.length] ?? '\n';
    if (next !== '\n') return cells.map((blanks) => blanks.slice(0, BLANKS)).join(separator);
    return cells.length > TABS ? '' : separator.repeat(cells.length - 1);
  });
}

/**
 * `"a", "b"`, as people and small programs write it: papaparse takes a quotation mark behind a blank for a part of the text,
 * and each id would be another one.
 */
function withoutBlanksAtQuotes(text: string, separator: string): string {
  let plain = '';
  let taken = 0;
  let isOpen = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    isOpen = !isOpen;
    let start = at;
    while (text[start - 1] === ' ') start -= 1;
    if (!isOpen || start === at || text[start - 1] !== separator) continue;
    plain += text.slice(taken, start);
    taken = at;
  }
  return taken === 0 ? text : plain + text.slice(taken);
}

const EMPTY = 'The file is empty. Write the points of the site into it, or delete it.';
const NO_SERIES =
  'No column with timeseries was recognised. Say which one it is, or put the file into another category.';

function idlessWords(first: number, count: number, column: string): string {
  return count === 1
    ? `Line ${first} has nothing in “${column}”, so it names no timeseries.`
    : `${count} rows have nothing in “${column}”, so they name no timeseries. The first is line ${first}.`;
}

class Problems {
  readonly #told: DatamodelProblem[] = [];
  #more = 0;

  add(line: number | null, message: string): void {
    if (this.#told.length < MOST_PROBLEMS) this.#told.push({ line, message });
    else this.#more += 1;
  }

  all(): readonly DatamodelProblem[] {
    if (this.#more === 0) return this.#told;
    return [...this.#told, { line: null, message: `${this.#more} more problems of this kind.` }];
  }
}
