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
export const after = (folder: string): string => `${folder}${AFTER_SLASH}`;

/** The name, directly in the span's folder, of which the key is or below which it lies. */
export function nameIn({ start }: Span, key: string): string {
  const slash = key.indexOf('/', start.length);
  return slash < 0 ? key : key.slice(0, slash);
}

/**
 * The rows of a span, page by page, in the order of their keys, which are the first column. `rows` takes the site's
 * key, the first key and the one after the last. If `passOver` gives a key for a row, the row is left out and reading
 * goes on at that key: so what lies below an unimportant folder is never read.
 */
export function* orderedPages(
  rows: Query<Row>,
  siteKey: number,
  { start, end }: Span,
  passOver: (key: string) => string | null,
): Iterable<readonly Row[]> {
  let page: Row[] = [];
  let passed = 0;
  for (let at: string | null = start; at !== null;) {
    let next: string | null = null;
    const take = (row: Row): boolean => {
      const key = text(row[0]);
      next = passOver(key);
      if (next === null && page.push(row) === AT_ONCE) next = `${key}${NEXT}`;
      return next === null;
    };
    rows.eachWhile(take, siteKey, at, end);
    at = next;
    passed += 1;
    if (page.length < AT_ONCE && passed < AT_ONCE) continue;
    yield page;
    page = [];
    passed = 0;
  }
  yield page;
}
