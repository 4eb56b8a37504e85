import type { ContentFault } from '../read-bytes.ts';

/** What a column holds, by most of its cells; empty ones do not count. */
export type ColumnType = 'number' | 'date' | 'yes-no' | 'text' | 'empty';

export interface CsvColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Letters of its longest cell among the first rows, for its width. */
  readonly letters: number;
}

export interface CsvFacts {
  /** Those that are shown: the first ones. */
  readonly columns: readonly CsvColumn[];
  /** How many there are in all. */
  readonly width: number;
  /** Without the header. */
  readonly rows: number;
  readonly separator: string;
  readonly encoding: string;
  /** The lines of the first rows that have more or fewer cells than the header. */
  readonly oddLines: readonly number[];
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
  /** Of the file, from 1, on which it begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type ToCsv =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'view'; readonly id: number; readonly view: CsvView }
  | { readonly kind: 'rows'; readonly id: number; readonly from: number; readonly to: number };

export type FromCsv =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'opened'; readonly facts: CsvFacts }
  | { readonly kind: 'unread'; readonly fault: ContentFault; readonly size: number }
  | { readonly kind: 'fault'; readonly fault: CsvFault }
  | { readonly kind: 'viewed'; readonly id: number; readonly count: number }
  | { readonly kind: 'rows'; readonly id: number; readonly from: number; readonly rows: readonly CsvRow[] };

/** What is wrong with the content. */
export type CsvFault = 'empty' | 'no-text';

/** Bytes: the text and its cells take some eight times as much memory. */
export const MOST_BYTES = 200_000_000;
