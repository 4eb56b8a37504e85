import Papa from 'papaparse';
import { firstRows, HEADER_WITHIN, likeliestSeparator, titleRows } from '../../../../shared/csv-shape.ts';
import { decoded, encodingOf, markLength } from '../text/decode.ts';
import { decimalMark, numberIn, typeOf } from './column-type.ts';
import { dateIn, dateOrder } from './date-in.ts';
import type { CsvColumn, CsvFacts, CsvFault, CsvRow, CsvView } from './csv-messages.ts';

/** The number of rows from which the type of a column is guessed. */
const SAMPLE = 400;
const ODD_LINES_TOLD = 20;
/** Letters of the file by which its separator is told. */
const HEAD = 262_144;
/** The most columns shown: each is an element in every row in view, and a row of commas alone may have a million. */
const MOST_COLUMNS = 500;

/** A whole CSV file in memory, sorted and filtered. It lives in a worker, since parsing and sorting take time. */
export class CsvTable {
  readonly facts: CsvFacts;
  readonly #rows: readonly (readonly string[])[];
  readonly #lines: readonly number[];
  #shown: Uint32Array;

  private constructor(facts: CsvFacts, rows: readonly (readonly string[])[], lines: readonly number[]) {
    this.facts = facts;
    this.#rows = rows;
    this.#lines = lines;
    this.#shown = allOf(rows.length);
  }

  static parse(bytes: Uint8Array): CsvTable | CsvFault {
    const guessed = encodingOf(bytes);
    if (guessed === null) return 'no-text';
    const { text: whole, encoding } = decoded(bytes.subarray(markLength(bytes)), guessed);
    const lined = whole.includes('\r') ? whole.replaceAll(/\r\n?/g, '\n') : whole;
    // Excel may name the separator in a first line of its own.
    const named = /^sep=(.)\n/i.exec(lined);
    const text = named === null ? lined : lined.slice(named[0].length);
    if (text.trim() === '') return 'empty';
    const separator = named?.[1] ?? likeliestSeparator(firstRows(text.slice(0, HEAD), HEADER_WITHIN));
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator, newline: '\n' });
    const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row ?? 0));
    const { rows, lines, brokenLines } = withContent(data, named === null ? 1 : 2, broken);
    const above = titleRows(rows);
    const titles = rows.splice(0, above).map((cells) => cells.join(' ').trim());
    const header = rows.shift() ?? [];
    lines.splice(0, above + 1);
    const facts = {
      ...factsOf(header, rows, lines),
      title: titles.join(' · '),
      separator,
      encoding,
      brokenLines: brokenLines.slice(0, ODD_LINES_TOLD),
      brokenCount: brokenLines.length,
    };
    return new CsvTable(facts, rows, lines);
  }

  /** Filters and sorts; returns the number of rows left. */
  view({ text, by, descending }: CsvView): number {
    const wanted = text.trim().toLowerCase();
    const all = allOf(this.#rows.length);
    const kept =
      wanted === ''
        ? all
        : all.filter((at) => this.#rows[at]?.some((cell) => cell.toLowerCase().includes(wanted)) === true);
    if (by !== null) this.#sort(kept, by);
    if (by !== null && descending) kept.reverse();
    this.#shown = kept;
    return kept.length;
  }

  rows(from: number, to: number): readonly CsvRow[] {
    return [...this.#shown.subarray(from, to)].map((at) => ({
      line: this.#lines[at] ?? 0,
      cells: (this.#rows[at] ?? []).slice(0, MOST_COLUMNS),
    }));
  }

  /** Sorts numbers and dates by value and all else as text. Empty and odd cells come last; equal ones keep their order. */
  #sort(kept: Uint32Array, by: number): void {
    const cell = (at: number): string => this.#rows[at]?.[by] ?? '';
    const type = this.facts.columns[by]?.type;
    if (type === 'number' || type === 'date') {
      const valueIn = type === 'date' ? datesIn(this.#column(by)) : numbersIn(this.#column(by));
      const values = new Float64Array(this.#rows.length);
      for (const at of kept) values[at] = valueIn(cell(at));
      kept.sort((a, b) => compareNumbers(values[a] ?? Number.NaN, values[b] ?? Number.NaN) || a - b);
      return;
    }
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    kept.sort((a, b) => compare(cell(a), cell(b)) || a - b);
  }

  #column(at: number): readonly string[] {
    return this.#rows.map((row) => row[at] ?? '');
  }
}

/** Reads dates as their column writes them. */
function datesIn(column: readonly string[]): (cell: string) => number {
  const order = dateOrder(column);
  return (cell) => dateIn(cell, order);
}

/** Reads numbers as their column writes them. */
function numbersIn(column: readonly string[]): (cell: string) => number {
  const mark = decimalMark(column);
  return (cell) => numberIn(cell, mark);
}

interface Content {
  readonly rows: (readonly string[])[];
  /** The line on which each row begins: a quoted cell may contain line ends. */
  readonly lines: number[];
  /** Of the rows that are broken. */
  readonly brokenLines: readonly number[];
}

/** `broken`: which of the rows have a quotation that does not end as it should. */
function withContent(
  data: readonly (readonly string[])[],
  firstLine: number,
  broken: ReadonlySet<number>,
): Content {
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  const brokenLines: number[] = [];
  let line = firstLine;
  for (const [index, cells] of data.entries()) {
    if (broken.has(index)) brokenLines.push(line);
    if (cells.some((cell) => cell.trim() !== '')) {
      rows.push(cells);
      lines.push(line);
    }
    line += 1;
    for (const cell of cells) if (cell.includes('\n')) line += cell.split('\n').length - 1;
  }
  return { rows, lines, brokenLines };
}

function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b;
}

function factsOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  lines: readonly number[],
): Pick<CsvFacts, 'columns' | 'width' | 'rows' | 'oddLines' | 'oddCount'> {
  const width = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  const odd: number[] = [];
  let oddCount = 0;
  for (const [index, row] of rows.entries()) {
    if (row.length === header.length) continue;
    oddCount += 1;
    if (odd.length < ODD_LINES_TOLD) odd.push(lines[index] ?? 0);
  }
  return {
    columns: Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, at) =>
      columnOf(header[at] ?? '', at, rows),
    ),
    width,
    rows: rows.length,
    oddLines: odd,
    oddCount,
  };
}

function columnOf(name: string, at: number, rows: readonly (readonly string[])[]): CsvColumn {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const cells: string[] = [];
  for (let row = 0; row < rows.length; row += step) cells.push(rows[row]?.[at] ?? '');
  const letters = cells.reduce((most, cell) => Math.max(most, cell.length), name.length);
  return { name, type: typeOf(cells), letters };
}

function allOf(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, at) => at);
}
