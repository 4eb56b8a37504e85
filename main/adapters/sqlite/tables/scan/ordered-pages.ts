import type { Query, Row } from '../../connection.ts';
import { text } from '../../row.ts';

/** How many rows are read, or stretches skipped, in one go: well below what a window would notice. */
export const AT_ONCE = 500;
/** Names contain no NUL. So this is the first text after a key; and `0` is the first after the `/` of a folder. */
export const NEXT = '\u0001';
const AFTER_SLASH = '0';
/** Sorts after every text. */
export const END: Uint8Array = new Uint8Array(0);

/** A range of keys. All keys below a folder lie together. */
export interface Span {
  readonly start: string;
  readonly end: string | Uint8Array;
}

/** All below a folder, which is given in any spelling. */
export function spanBelow(folder: string): Span {
  if (folder === '') return { start: '', end: END };
  const name = folder.normalize('NFC');
  return { start: `${name}/`, end: `${name}${AFTER_SLASH}` };
}

/** The first key after everything below this folder. */
const after = (folder: string): string => `${folder}${AFTER_SLASH}`;

/** The name, directly in the span's folder, of which the key is or below which it lies. */
export function nameIn({ start }: Span, key: string): string {
  const slash = key.indexOf('/', start.length);
  return slash < 0 ? key : key.slice(0, slash);
}

/** What of a span is left out, and how reading gets past it. */
export interface PassingOver {
  /** The folder with which a row is left out, together with all below it; null: the row is wanted. */
  folder(key: string): string | null;
  /** How many rows of one such folder are read and dropped before reading leaps over the others. */
  readonly patience: number;
  /** The first key to read on at, from this one on; null: nothing is wanted any more. */
  leap(from: string): string | null;
}

/**
 * The rows of a span, page by page, in the order of their keys, which are the first column. `rows` takes the site's
 * key, the first key and the one after the last. What lies below an unimportant folder is never read, or few rows of it.
 */
export function* orderedPages(
  rows: Query<Row>,
  siteKey: number,
  { start, end }: Span,
  over: PassingOver,
): Iterable<readonly Row[]> {
  for (let at: string | null = start; at !== null;) {
    const page: Row[] = [];
    let leapFrom: string | null = null;
    let next: string | null = null;
    let looked = 0;
    let passed: string | null = null;
    let times = 0;
    const take = (row: Row): boolean => {
      const key = text(row[0]);
      const folder = over.folder(key);
      if (folder === null) page.push(row);
      else {
        times = folder === passed ? times + 1 : 1;
        passed = folder;
        if (times === over.patience) leapFrom = folder === key ? `${key}${NEXT}` : after(folder);
      }
      looked += 1;
      if (looked === AT_ONCE) next = `${key}${NEXT}`;
      return leapFrom === null && next === null;
    };
    rows.eachWhile(take, siteKey, at, end);
    at = leapFrom === null ? next : over.leap(leapFrom);
    yield page;
  }
}
