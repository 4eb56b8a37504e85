import { Readable } from 'node:stream';
import { assertNever } from '../../../shared/assert-never.ts';
import type { SeriesTable, Stretch } from '../store/series-table.ts';
import type { Variation } from '../switches/variation.ts';
import type { TimeseriesQuery } from './timeseries-query.ts';

type TimeText = (ms: number) => string;

/**
 * The JSON of a timeseries answer in the form that the switches ask for, as a stream of one month of one series at
 * a time: a year of many series is never held whole (except as columns, whose times are the union of all).
 * The text is put together by hand, which is several times faster than making an object for each point.
 */
export function timeseriesReply(
  table: SeriesTable,
  site: string,
  query: TimeseriesQuery,
  variation: Variation,
): Readable {
  const read = (id: string) => table.read(site, id, query.from, query.to);
  const time = timeWriter(variation.timeseriesTime);
  switch (variation.timeseriesForm) {
    case 'map':
      return Readable.from(asMap(query.ids, read, time));
    case 'list':
      return Readable.from(asList(query.ids, read, time));
    case 'flat':
      return Readable.from(asFlat(query.ids, read, time));
    case 'columns':
      return Readable.from([asColumns(query.ids, read, time)]);
    default:
      return assertNever(variation.timeseriesForm);
  }
}

type Read = (id: string) => Iterable<Stretch>;

function* asMap(ids: readonly string[], read: Read, time: TimeText): Generator<string> {
  let lead = '{';
  for (const id of new Set(ids)) {
    yield `${lead}${JSON.stringify(id)}:[`;
    yield* joined(read(id), (ms, value) => `[${time(ms)},${value}]`);
    yield ']';
    lead = ',';
  }
  yield lead === '{' ? '{}' : '}';
}

function* asList(ids: readonly string[], read: Read, time: TimeText): Generator<string> {
  let lead = '[';
  for (const id of new Set(ids)) {
    yield `${lead}{"timeseriesId":${JSON.stringify(id)},"points":[`;
    yield* joined(read(id), (ms, value) => `{"time":${time(ms)},"value":${value}}`);
    yield ']}';
    lead = ',';
  }
  yield lead === '[' ? '[]' : ']';
}

function* asFlat(ids: readonly string[], read: Read, time: TimeText): Generator<string> {
  let lead = '[';
  for (const id of new Set(ids)) {
    const start = `{"timeseriesId":${JSON.stringify(id)},"time":`;
    let between = lead;
    for (const text of joined(read(id), (ms, value) => `${start}${time(ms)},"value":${value}}`)) {
      yield between + text;
      between = '';
      lead = ',';
    }
  }
  yield lead === '[' ? '[]' : ']';
}

function asColumns(ids: readonly string[], read: Read, time: TimeText): string {
  const columns = [...new Set(ids)].map((id) => {
    const values = new Map<number, string>();
    for (const stretch of read(id)) eachPoint(stretch, (ms, value) => values.set(ms, value));
    return { id, values };
  });
  const times = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b);
  const rows = columns.map(({ id, values }) => {
    const cells = times.map((ms) => values.get(ms) ?? 'null');
    return `,${JSON.stringify(id)}:[${cells.join(',')}]`;
  });
  return `{"time":[${times.map(time).join(',')}]${rows.join('')}}`;
}

/** The points of a series as JSON texts with commas between them, one text for each stretch. */
function* joined(
  stretches: Iterable<Stretch>,
  write: (ms: number, value: string) => string,
): Generator<string> {
  let lead = '';
  for (const stretch of stretches) {
    const texts: string[] = [];
    eachPoint(stretch, (ms, value) => texts.push(write(ms, value)));
    yield lead + texts.join(',');
    lead = ',';
  }
}

function eachPoint(stretch: Stretch, visit: (ms: number, value: string) => void): void {
  const { startMs, offsets, values } = stretch;
  for (let at = 0; at < offsets.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    visit(startMs + (offsets[at] ?? 0), Number.isFinite(value) ? String(value) : 'null');
  }
}

/** Series of one site mostly share their times, so each is written once. */
function timeWriter(form: Variation['timeseriesTime']): TimeText {
  if (form === 'millis') return String;
  if (form === 'seconds') return (ms) => String(ms / 1000);
  const known = new Map<number, string>();
  return (ms) => {
    let text = known.get(ms);
    if (text === undefined) {
      text = `"${new Date(ms).toISOString().replace('.000Z', 'Z')}"`;
      known.set(ms, text);
    }
    return text;
  };
}
