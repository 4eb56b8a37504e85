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
    json = parseLoosely(textOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength)));
  } catch {
    return 'unknown';
  }
  return parseSeries(json, ids, range);
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
