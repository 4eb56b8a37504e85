import { parseSeries, type ParsedSeries } from '../dialect.ts';
import { textOf } from '../requests/reply-body.ts';

export interface SeriesRange {
  readonly from: number;
  readonly to: number;
}

/** A reply to be read, as sent to the thread. */
export interface SeriesJob {
  readonly body: Uint8Array;
  readonly ids: readonly string[];
  readonly range: SeriesRange;
}

/** Reads the body of an answer to a timeseries query. */
export function readSeriesReply(body: Uint8Array, ids: readonly string[], range: SeriesRange): ParsedSeries {
  let json: unknown;
  try {
    json = parseReply(textOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength)));
  } catch {
    return 'unknown';
  }
  return parseSeries(json, ids, range);
}

/** Where the next line of a text begins that has an object on each. */
const NEXT_LINE = /\}[ \t\r]*\n(?=[ \t]*\{)/g;

/** A reply is one piece of JSON, or has an object on each line (NDJSON): then it is the list of these. */
function parseReply(text: string): unknown {
  try {
    return parseLoosely(text);
  } catch (error) {
    const list = text.trimStart().startsWith('{') ? text.replaceAll(NEXT_LINE, '},\n') : text;
    if (list === text) throw error;
    return parseLoosely(`[${list}]`);
  }
}

/** Python writes NaN and Infinity, which are no JSON, if a sensor measured nothing: they mean no value, like null. */
const NO_NUMBER = /(?<=[[,:]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g;

function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const plain = text.replaceAll(NO_NUMBER, 'null');
    if (plain === text) throw error;
    return JSON.parse(plain);
  }
}
