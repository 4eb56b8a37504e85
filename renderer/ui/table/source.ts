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
  /** Keys from `first` to `last`, both included, loaded or not, of rows that can be selected. */
  readonly keysOf: (first: RowPlace, last: RowPlace) => readonly string[] | Promise<readonly string[]>;
  /** The index of a key now; null if it has gone. Left out: only loaded rows in view are searched. */
  readonly indexOf?: (key: string) => number | null | Promise<number | null>;
  /** The rows in view, so that their pages can be loaded. */
  readonly onRange?: (first: number, last: number) => void;
  /** The next row from `from` on, going around, whose text begins with the prefix. */
  readonly findText?: (prefix: string, from: number) => number | null | Promise<number | null>;
}

/** Where a row stands. A list that has changed since has it elsewhere, which its key tells; null: not known. */
export interface RowPlace {
  readonly index: number;
  readonly key: string | null;
}

type Called<R> = Pick<RowSource<R>, 'rowAt' | 'keyOf' | 'wasCalled'>;

/** The place of the row at this index. */
export function placeAt<R>({ rowAt, keyOf }: Called<R>, index: number): RowPlace {
  const row = rowAt(index);
  return { index, key: row === undefined ? null : keyOf(row) };
}

/** Does this row have the key, or had it before it got another one? */
export function isCalled<R>({ keyOf, wasCalled }: Called<R>, row: R, key: string): boolean {
  return keyOf(row) === key || wasCalled?.(row, key) === true;
}

/** How far around its place a row is looked for, in rows that are here. */
const AROUND = 200;

/** Where the row of this key stands now, near to `at`; null if it is not loaded, or not there. */
export function indexAround<R>(source: Called<R>, at: number, key: string): number | null {
  for (let step = 0; step <= AROUND; step += 1)
    for (const index of [at - step, at + step]) {
      const row = source.rowAt(index);
      if (row !== undefined && isCalled(source, row, key)) return index;
    }
  return null;
}

/** The keys of rows from `first` to `last`; null where one of them is not loaded, or others stand at the ends by now. */
export function loadedKeys<R>(source: Called<R>, first: RowPlace, last: RowPlace): readonly string[] | null {
  const keys: string[] = [];
  for (let { index } = first; index <= last.index; index += 1) {
    const row = source.rowAt(index);
    if (row === undefined) return null;
    for (const end of [first, last])
      if (end.index === index && end.key !== null && !isCalled(source, row, end.key)) return null;
    keys.push(source.keyOf(row));
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
    keysOf: (first, last) =>
      rows
        .slice(first.index, last.index + 1)
        .filter(canSelect)
        .map(keyOf),
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
