const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x0a, 0x0d, 0x09]);
const ROWS = 'results';

/** Where the first row may begin in a page, and where the list ends. */
export interface ListInPage {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a page of JSON into its rows without parsing them. Rows are objects, one after the other; everything around them
 * is left to whoever reads the page. Ends with null if the page is anything else.
 */
export function* cutRows(bytes: Buffer): Generator<Buffer, ListInPage | null> {
  const start = startOfRows(bytes);
  if (start === null) return null;
  let at = skipSpace(bytes, start);
  if (bytes[at] === CLOSE_LIST) return onlyList(bytes, start, at);
  while (bytes[at] === OPEN_OBJECT) {
    const end = endOfNested(bytes, at);
    yield bytes.subarray(at, end);
    at = skipSpace(bytes, end);
    if (bytes[at] === CLOSE_LIST) return onlyList(bytes, start, at);
    if (bytes[at] !== COMMA) return null;
    at = skipSpace(bytes, at + 1);
  }
  return null;
}

/** Null if a second such field follows: nobody knows which one counts. */
function onlyList(bytes: Buffer, start: number, end: number): ListInPage | null {
  return bytes.includes(`"${ROWS}"`, end) ? null : { start, end };
}

/** The position after the bracket that opens the list, which is the whole reply or a field of its envelope. */
function startOfRows(bytes: Buffer): number | null {
  let at = skipSpace(bytes, 0);
  if (bytes[at] === OPEN_LIST) return at + 1;
  while (bytes[at] === OPEN_OBJECT || bytes[at] === COMMA) {
    at = skipSpace(bytes, at + 1);
    const end = endOfText(bytes, at);
    const name = bytes.toString('latin1', at + 1, end - 1);
    at = skipSpace(bytes, end);
    if (bytes[at] !== COLON) return null;
    at = skipSpace(bytes, at + 1);
    if (name === ROWS) return bytes[at] === OPEN_LIST ? at + 1 : null;
    at = skipSpace(bytes, endOfValue(bytes, at));
  }
  return null;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (SPACES.has(bytes[at])) at += 1;
  return at;
}

function endOfValue(bytes: Buffer, at: number): number {
  const first = bytes[at];
  if (first === QUOTE) return endOfText(bytes, at);
  if (first === OPEN_OBJECT || first === OPEN_LIST) return endOfNested(bytes, at);
  let end = at;
  while (end < bytes.length && bytes[end] !== COMMA && bytes[end] !== CLOSE_OBJECT) end += 1;
  return end;
}

function endOfText(bytes: Buffer, at: number): number {
  let end = at + 1;
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1;
  return end + 1;
}

/** The position after the bracket that closes the one at `at`. */
function endOfNested(bytes: Buffer, at: number): number {
  let depth = 0;
  for (let end = at; end < bytes.length; end++) {
    const byte = bytes[end];
    if (byte === QUOTE) end = endOfText(bytes, end) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return end + 1;
    }
  }
  return bytes.length;
}
