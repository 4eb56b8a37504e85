import type { Query, Row } from '../../connection.ts';
import { text } from '../../row.ts';

/** Rows that are read, and stretches that are passed over, in one go: well below what a window notices. */
export const AT_ONCE = 500;
/** Names hold no NUL, so this is the first text after a key, and `0` the first after the `/` of a folder. */
export const NEXT = '\u0001';
const AFTER_SLASH = '0';
/** Above every text. */
export const END: Uint8Array = new Uint8Array(0);

/** A stretch of keys; those below a folder lie together. */
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

/** The first key that is neither this folder's nor below it, seen from one below it. */
export const after = (folder: string): string => `${folder}${AFTER_SLASH}`;

/** The name in a span's folder that a key is, or lies below. */
export function nameIn({ start }: Span, key: string): string {
  const slash = key.indexOf('/', start.length);
  return slash < 0 ? key : key.slice(0, slash);
}

/**
 * The rows of a span in the order of their keys, which is the first column, page by page. `rows` takes the site's key, the
 * first key and the one after the last. Where `passOver` names a key for that of a row, the row is left out and that key is
 * gone on with: so what lies below a folder that is of no matter is never read.
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
