import Papa from 'papaparse';
import { encodingOf, markLength } from '../text/decode.ts';
import { numberIn, typeOf } from './column-type.ts';
import type { CsvColumn, CsvFacts, CsvFault, CsvRow, CsvView } from './csv-messages.ts';

/** Rows that are looked at to learn what a column holds. */
const SAMPLE = 400;
const ODD_ROWS_TOLD = 20;

/** A whole CSV file in memory, seen sorted and filtered. Lives in a worker: parsing and sorting take their time. */
export class CsvTable {
  readonly facts: CsvFacts;
  readonly #rows: readonly (readonly string[])[];
  #shown: Uint32Array;

  private constructor(facts: CsvFacts, rows: readonly (readonly string[])[]) {
    this.facts = facts;
    this.#rows = rows;
    this.#shown = allOf(rows.length);
  }

  static parse(bytes: Uint8Array): CsvTable | CsvFault {
    const encoding = encodingOf(bytes);
    if (encoding === null) return 'no-text';
    const decoded = new TextDecoder(encoding).decode(bytes.subarray(markLength(bytes)));
    // Excel may name the separator in a first line of its own.
    const named = /^sep=(.)(\r\n|\r|\n)/i.exec(decoded);
    const text = named === null ? decoded : decoded.slice(named[0].length);
    if (text.trim() === '') return 'empty';
    const { data, meta } = Papa.parse<string[]>(text, {
      delimiter: named?.[1] ?? '',
      skipEmptyLines: 'greedy',
    });
    const [header = [], ...rows] = data;
    return new CsvTable(factsOf(header, rows, meta.delimiter, encoding), rows);
  }

  /** Sets what is seen; returns how many rows that are. */
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
    return [...this.#shown.subarray(from, to)].map((index) => ({ index, cells: this.#rows[index] ?? [] }));
  }

  /** Numbers by value, all else by letters; empty cells and odd ones come last, equal ones stay in their order. */
  #sort(kept: Uint32Array, by: number): void {
    const cell = (at: number): string => this.#rows[at]?.[by] ?? '';
    if (this.facts.columns[by]?.type === 'number') {
      const values = new Float64Array(this.#rows.length);
      for (const at of kept) values[at] = numberIn(cell(at));
      kept.sort((a, b) => compareNumbers(values[a] ?? Number.NaN, values[b] ?? Number.NaN) || a - b);
      return;
    }
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    kept.sort((a, b) => compare(cell(a), cell(b)) || a - b);
  }
}

function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b;
}

function factsOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  separator: string,
  encoding: string,
): CsvFacts {
  const width = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  const odd: number[] = [];
  let oddCount = 0;
  for (const [index, row] of rows.entries()) {
    if (row.length === header.length) continue;
    oddCount += 1;
    if (odd.length < ODD_ROWS_TOLD) odd.push(index + 2);
  }
  return {
    columns: Array.from({ length: width }, (_, at) => columnOf(header[at] ?? '', at, rows)),
    rows: rows.length,
    separator,
    encoding,
    oddRows: odd,
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
