/** What a column holds, by most of its cells; empty ones do not count. */
export type ColumnType = 'number' | 'date' | 'yes-no' | 'text' | 'empty';

export interface CsvColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Letters of its longest cell among the first rows, for its width. */
  readonly letters: number;
}

export interface CsvFacts {
  readonly columns: readonly CsvColumn[];
  /** Without the header. */
  readonly rows: number;
  readonly separator: string;
  readonly encoding: string;
  /** The first rows that have more or fewer cells than the header, as lines count in a spreadsheet. */
  readonly oddRows: readonly number[];
  readonly oddCount: number;
}

/** How the rows are looked at. */
export interface CsvView {
  /** Rows with these letters in any cell; empty: all. */
  readonly text: string;
  /** Column to sort by; null: as in the file. */
  readonly by: number | null;
  readonly descending: boolean;
}

export interface CsvRow {
  /** From 0, in the file. */
  readonly index: number;
  readonly cells: readonly string[];
}

export type ToCsv =
  | { readonly kind: 'open'; readonly url: string; readonly name: string; readonly size: number | null }
  | { readonly kind: 'view'; readonly id: number; readonly view: CsvView }
  | { readonly kind: 'rows'; readonly id: number; readonly from: number; readonly to: number };

export type FromCsv =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'opened'; readonly facts: CsvFacts }
  | { readonly kind: 'failed'; readonly reason: CsvFault; readonly bytes: number }
  | { readonly kind: 'viewed'; readonly id: number; readonly count: number }
  | { readonly kind: 'rows'; readonly id: number; readonly from: number; readonly rows: readonly CsvRow[] };

/** `not-here` and `not-read` as of any file; the rest is what is wrong with its content. */
export type CsvFault = 'not-here' | 'not-read' | 'too-large' | 'empty' | 'no-text';
