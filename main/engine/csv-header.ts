/** Column names that say "this row describes a point of the building", without case, blanks, `_`, `-` and prefixes. */
const SERIES_COLUMNS = new Set([
  'timeseriesid',
  'timeseriesids',
  'timeseries',
  'timeseriesref',
  'timeseriesreference',
  'hastimeseriesid',
  'hastimeseriesreference',
  'timeseriesuri',
  'externalreference',
  'seriesid',
  'tsid',
  'pointid',
  'pointname',
  'pointuri',
  'sensorid',
  'trendid',
  'trendlogid',
  'historyid',
  'hisid',
  'brickclass',
  'bricktype',
  'brickpoint',
  'haystacktags',
  'markertags',
  'isfeedof',
  'ispointof',
  'haspoint',
  'equipref',
  'siteref',
  'entityuri',
  'bacnetobject',
]);

/** Columns that say it only in company: many an ordinary table has one of them. */
const HINTS = new Set([
  'point',
  'sensor',
  'equipment',
  'equip',
  'tags',
  'markers',
  'unit',
  'units',
  'class',
  'subject',
  'predicate',
  'object',
  'his',
  'kind',
  'dis',
  'navname',
]);
const HINTS_NEEDED = 3;

/** Is this the beginning of a KG CSV datamodel? Its first line that is not blank decides. */
export function isDatamodelHeader(head: Uint8Array): boolean {
  const columns = headerColumns(decode(head));
  if (columns.length < 2) return false;
  if (columns.some((column) => SERIES_COLUMNS.has(column))) return true;
  return new Set(columns.filter((column) => HINTS.has(column))).size >= HINTS_NEEDED;
}

/** The names of the first line's columns in a comparable form: `"brick:Time-Series ID"` → `timeseriesid`. */
function headerColumns(text: string): readonly string[] {
  // Excel may begin a file by naming its separator: that line is no header.
  const line =
    text.split(/\r\n|\r|\n/).find((row) => row.trim() !== '' && !/^sep=.$/i.test(row.trim())) ?? '';
  const separator = [',', ';', '\t', '|']
    .map((mark) => ({ mark, count: line.split(mark).length }))
    .reduce((best, next) => (next.count > best.count ? next : best)).mark;
  return splitQuoted(line, separator).map((cell) =>
    cell
      .toLowerCase()
      .replace(/^[a-z0-9]+:(?!\/)/, '')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
}

function splitQuoted(line: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

/**
 * Header names are ASCII, so bytes are read as Latin-1; UTF-16, as Excel's "Unicode text" has it, is told by its BOM.
 * (The pure engine has no TextDecoder.)
 */
function decode(head: Uint8Array): string {
  const [first, second, third] = head;
  const wide = first === 0xff && second === 0xfe ? 0 : first === 0xfe && second === 0xff ? 1 : null;
  let text = '';
  if (wide === null) {
    const start = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
    for (const byte of head.subarray(start)) text += String.fromCharCode(byte);
    return text;
  }
  for (let at = 2; at + 1 < head.length; at += 2) {
    text += String.fromCharCode((head[at + wide] ?? 0) | ((head[at + 1 - wide] ?? 0) << 8));
  }
  return text;
}
