/** Where a table takes its rows from: all in memory, or pages that come as they are needed. */
export interface RowSource<R> {
  readonly count: number;
  /**
   * Identifies the list: it stays the same while rows come and go, and changes with the filter or the order. Left out:
   * keys begin at the first row after the current one has gone.
   */
  readonly list?: string | undefined;
  /** Undefined while the row is on its way. */
  readonly rowAt: (index: number) => R | undefined;
  readonly keyOf: (row: R) => string;
  /** Is it the row that had this key before it got another one? Left out: keys stay. */
  readonly wasCalled?: (row: R, key: string) => boolean;
  /** What type-ahead looks at. */
  readonly textOf: (row: R) => string;
  /** Left out: every row can be selected. */
  readonly canSelect?: (row: R) => boolean;
  /** Keys from `from` up to, not including, `to`, loaded or not, of rows that can be selected. */
  readonly keysOf: (from: number, to: number) => readonly string[] | Promise<readonly string[]>;
  /** The index of a key now; null if it has gone. Left out: only loaded rows in view are searched. */
  readonly indexOf?: (key: string) => number | null | Promise<number | null>;
  /** The rows in view, so that their pages can be loaded. */
  readonly onRange?: (first: number, last: number) => void;
  /** The next row from `from` on, going around, whose text begins with the prefix. */
  readonly findText?: (prefix: string, from: number) => number | null | Promise<number | null>;
}

/** The keys of rows from `from` up to, not including, `to`; null where one of them is not loaded. */
export function loadedKeys<R>(
  { rowAt, keyOf }: Pick<RowSource<R>, 'rowAt' | 'keyOf'>,
  from: number,
  to: number,
): readonly string[] | null {
  const keys: string[] = [];
  for (let index = from; index < to; index += 1) {
    const row = rowAt(index);
    if (row === undefined) return null;
    keys.push(keyOf(row));
  }
  return keys;
}

/** Rows of an array. */
export function rowsOf<R>(
  rows: readonly R[],
  keyOf: (row: R) => string,
  textOf: (row: R) => string = keyOf,
  canSelect: (row: R) => boolean = () => true,
  list?: string,
): RowSource<R> {
  let places: Map<string, number> | null = null;
  const placeOf = (key: string): number | null => {
    places ??= new Map(rows.map((row, index) => [keyOf(row), index]));
    return places.get(key) ?? null;
  };
  return {
    count: rows.length,
    list,
    rowAt: (index) => rows[index],
    keyOf,
    textOf,
    canSelect,
    keysOf: (from, to) => rows.slice(from, to).filter(canSelect).map(keyOf),
    indexOf: placeOf,
    findText: (prefix, from) => findPrefix(rows.length, (index) => textAt(rows[index], textOf), prefix, from),
  };
}

function textAt<R>(row: R | undefined, textOf: (row: R) => string): string | null {
  return row === undefined ? null : textOf(row);
}

/** The first index from `from` on, going around, whose text begins with the prefix; case and accents are alike. */
export function findPrefix(
  count: number,
  text: (index: number) => string | null,
  prefix: string,
  from: number,
): number | null {
  const wanted = plain(prefix);
  for (let step = 0; step < count; step += 1) {
    const index = (from + step) % count;
    const found = text(index);
    if (found !== null && plain(found.slice(0, prefix.length + 4)).startsWith(wanted)) return index;
  }
  return null;
}

function plain(words: string): string {
  return words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
