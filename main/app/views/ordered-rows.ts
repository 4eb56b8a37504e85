/** Below zero if the first comes before the second. */
export type Order<T> = (a: T, b: T) => number;

/**
 * Takes some rows out of sorted rows, and inserts others at their places. It changes the array itself: a copy of
 * 100,000 rows takes 3 ms.
 */
export function exchange<T>(rows: T[], gone: readonly T[], fresh: readonly T[], order: Order<T>): void {
  remove(
    rows,
    gone.map((row) => indexOf(rows, row, order)).sort((a, b) => a - b),
  );
  insert(rows, fresh.toSorted(order), order);
}

/** `indexes` from the first to the last. */
function remove(rows: unknown[], indexes: readonly number[]): void {
  let [to] = indexes;
  if (to === undefined) return;
  for (const [nth, index] of indexes.entries()) {
    const next = indexes[nth + 1] ?? rows.length;
    for (let from = index + 1; from < next; from++) rows[to++] = rows[from];
  }
  rows.length = to;
}

/** `fresh` in order. From the last one to the first, so that each row is moved once. */
function insert<T>(rows: T[], fresh: readonly T[], order: Order<T>): void {
  let end = rows.length;
  for (const row of fresh) rows.push(row);
  let to = rows.length;
  for (const row of fresh.toReversed()) {
    const place = placeOf(rows, end, (other) => order(other, row) <= 0);
    while (end > place) rows[--to] = rows[--end] as T;
    rows[--to] = row;
  }
}

/** Index of the first row before `end` that is not `isBefore`; nor are any after it. */
function placeOf<T>(rows: readonly T[], end: number, isBefore: (row: T) => boolean): number {
  let [first, last] = [0, end];
  while (first < last) {
    const middle = (first + last) >>> 1;
    if (isBefore(rows[middle] as T)) first = middle + 1;
    else last = middle;
  }
  return first;
}

/** The index of this very row, among several that are equal in order. */
function indexOf<T>(rows: readonly T[], row: T, order: Order<T>): number {
  const at = rows.indexOf(
    row,
    placeOf(rows, rows.length, (other) => order(other, row) < 0),
  );
  if (at < 0) throw new Error('The row is not among these rows, or they are not in order.');
  return at;
}
