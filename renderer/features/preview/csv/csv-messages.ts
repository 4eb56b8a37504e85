import type { ContentFault } from '../read-bytes.ts';

/** The type of most cells in a column, without the empty ones. */
export type ColumnType = 'number' | 'date' | 'yes-no' | 'text' | 'empty';

export interface CsvColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Characters of its longest cell among the first rows, for the width. */
  readonly letters: number;
}

export interface CsvFacts {
  /** What stands above the header; empty if nothing does. */
  readonly title: string;
  /** The first columns, which are shown. */
  readonly columns: readonly CsvColumn[];
  /** The number of all columns. */
  readonly width: number;
  /** The number of rows, without the header. */
  readonly rows: number;
  readonly separator: string;
  readonly encoding: string;
  /** The first lines with more or fewer cells than the header. */
  readonly oddLines: readonly number[];
  readonly oddCount: number;
  /** The first lines with a quotation that does not end as it should: rows behind it may lie within its cell. */
  readonly brokenLines: readonly number[];
  readonly brokenCount: number;
}

/** Filter and order of the rows. */
export interface CsvView {
  /** Only rows with this text in a cell; empty: all. */
  readonly text: string;
  /** The column to sort by; null: the order of the file. */
  readonly by: number | null;
  readonly descending: boolean;
}

export interface CsvRow {
  /** The line of the file on which it begins, from 1. */
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

export type CsvFault = 'empty' | 'no-text';

/** Text and cells take some eight times as much memory as the file. */
export const MOST_BYTES = 200_000_000;
