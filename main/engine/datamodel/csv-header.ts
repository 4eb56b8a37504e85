import { firstRows, separatorOf, splitQuoted } from '../../../shared/csv-shape.ts';

/** Column names that say "this row describes a point of the building", without case, blanks, `_`, `-` and prefixes. */
const SERIES_COLUMNS = new Set([
  'timeseriesid',
  'timeseriesids',
  'timeseries',
  'timeseriesref',
  'timeseriesreference',
  'timeseriesname',
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
  'hisref',
  'zeitreihenid',
  'tijdreeksid',
  'tidsserieid',
  'datapointid',
  'volttronpointname',
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
/** Columns of which datamodels have some as well, and most tables too: for a person to look at, never to decide by. */
const WEAK_HINTS = new Set([...HINTS, 'id', 'label', 'name', 'equipmentid', 'location', 'description']);
const WEAK_NEEDED = 2;

/** What the first row of a table says of it. */
export interface HeaderSign {
  /** `maybe`: a person should look. */
  readonly datamodel: 'yes' | 'maybe' | 'no';
  /** The names that say so, as they stand there. */
  readonly columns: readonly string[];
}

/** Is this the beginning of a KG CSV datamodel, and which columns tell? Its first line that is not blank decides. */
export function headerSign(head: Uint8Array): HeaderSign {
  const row = firstRow(decode(head));
  const columns = splitQuoted(row, separatorOf(row)).map((name) => ({
    name: name.trim(),
    key: comparableName(name),
  }));
  const among = (names: ReadonlySet<string>) => columns.filter(({ key }) => names.has(key));
  const sign = (datamodel: 'yes' | 'maybe', found: typeof columns): HeaderSign => ({
    datamodel,
    columns: found.map(({ name }) => name),
  });
  const none: HeaderSign = { datamodel: 'no', columns: [] };
  if (columns.length < 2) return none;
  const series = among(SERIES_COLUMNS);
  if (series.length > 0) return sign('yes', series);
  const hints = among(HINTS);
  if (kinds(hints) >= HINTS_NEEDED) return sign('yes', hints);
  const weak = among(WEAK_HINTS);
  return hints.length > 0 && kinds(weak) >= WEAK_NEEDED ? sign('maybe', weak) : none;
}

function kinds(columns: readonly { readonly key: string }[]): number {
  return new Set(columns.map(({ key }) => key)).size;
}

/** The first row that is not blank; empty where there is none. */
function firstRow(text: string): string {
  return firstRows(text, 1)[0] ?? '';
}

/**
 * A column's name without case, prefix or namespace, a unit or note in brackets at its end, and whatever is no letter or
 * digit, so that spellings of one name are equal.
 */
export function comparableName(name: string): string {
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/.*[#/](?=.)/, '')
    .replace(/^[a-z0-9]+:(?!\/)/, '')
    // Looked for up to the next bracket of any kind: from each of many to the end would take hours.
    .replace(/(?<=.)[([][^()[\]]*[)\]]$/, '');
  return bare.replaceAll(/[^\p{L}\p{N}]/gu, '');
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
