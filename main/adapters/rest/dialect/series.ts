import { isJsonObject, type Json, type JsonObject, ownValue } from '../../../../shared/model/json.ts';
import type { SeriesPoints } from '../../../sync/ports/service.ts';
import { PointCollector, readValue } from './series-points.ts';
import { isTimeSecond } from './series-pairs.ts';
import { unitOf } from './series-time.ts';

/** The names that services similar to the contract use for the parts of a reply. */
const ID_KEYS = [
  'timeseriesId',
  'timeseries_id',
  'id',
  'seriesId',
  'series_id',
  'identifier',
  'uuid',
  'name',
  'key',
  'target',
];
const TIME_KEYS = ['time', 'timestamp', 't', 'ts', 'datetime', 'date'];
const TIME_LIST_KEYS = [...TIME_KEYS, 'times', 'timestamps', 'index'];
const VALUE_KEYS = ['value', 'v', 'val', 'y'];
const VALUE_LIST_KEYS = [...VALUE_KEYS, 'values'];
const POINT_KEYS = [
  'points',
  'values',
  'data',
  'datapoints',
  'dataPoints',
  'data_points',
  'timeseries',
  'readings',
  'samples',
  'measurements',
];
const ERROR_KEYS = ['error', 'errors'];
/** Where the envelope of a page names the next one, and where it says that there is one; both also in a part about pages. */
const NEXT_KEYS = [
  'next',
  'nextPage',
  'next_page',
  'nextPageToken',
  'next_page_token',
  'nextCursor',
  'next_cursor',
  'nextLink',
  'next_link',
  'nextToken',
  'next_token',
  'nextPageUrl',
  'next_page_url',
  '@odata.nextLink',
];
const MORE_KEYS = ['hasMore', 'has_more', 'hasNext', 'has_next', 'hasNextPage', 'has_next_page'];
const CUT_KEYS = ['truncated', 'isTruncated', 'is_truncated'];
const PAGE_PARTS = ['links', '_links', 'meta', 'metadata', 'pagination', 'paging', 'pageInfo', 'page_info'];
const WRAPPERS = ['data', 'results', 'result', 'timeseries', 'series'];
/** `{status, data: {timeseries: …}}` has two, one for every answer and one for this kind. */
const MOST_WRAPPERS = 2;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The shape could not be read; thrown inside this file only. */
class UnknownShape extends Error {}
/** Thrown inside this file only. */
class MoreFollows extends Error {}

/** `unknown`: it is no answer to such a query. `paged`: it is a part of one, and more is on another page. */
export type ParsedSeries = readonly SeriesPoints[] | 'unknown' | 'paged';

/**
 * The normalised answer to a timeseries query: one entry for each id that was asked for, in that order. It understands
 * a map of id to points, a list of objects with points or one such object, flat points, and columns, also as rows by
 * name, each bare or in a wrapper or two. A series
 * without a readable value, or in an unknown shape, is left out beside others; alone, it makes the answer unknown. One that
 * says words alone, as states are sent, has samples without a value.
 */
export function parseSeries(body: unknown, ids: readonly string[], range: Range): ParsedSeries {
  const collectors = new Map(ids.map((id) => [id, new PointCollector()]));
  try {
    readReply(body, collectors, MOST_WRAPPERS);
    takePairs([...collectors.values()]);
  } catch (error) {
    if (error instanceof UnknownShape) return 'unknown';
    if (error instanceof MoreFollows) return 'paged';
    throw error;
  }
  const unit = unitOf(numbersOf(collectors.values()), range);
  const isSpoiled = [...collectors.values()].some((collector) => collector.isSpoiled);
  const series = [...collectors].flatMap(([id, collector]) =>
    // Beside a series in an unknown shape, perhaps an error, silence about another one proves nothing.
    collector.isUnread || (isSpoiled && !collector.hasValues) ? [] : [collector.finish(id, unit, range)],
  );
  return series.length === 0 && ids.length > 0 ? 'unknown' : series;
}

function* numbersOf(collectors: Iterable<PointCollector>): Generator<number> {
  for (const collector of collectors) if (!collector.isSpoiled) yield* collector.numbers();
}

function takePairs(collectors: readonly PointCollector[]): void {
  const known = collectors.filter(({ isSpoiled }) => !isSpoiled);
  const timeSecond = isTimeSecond(known.map(({ pairs }) => pairs));
  for (const collector of known) if (!collector.takePairs(timeSecond)) collector.spoil();
}

/** An unknown shape within one series does not hide the others. */
function readInto(collector: PointCollector, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof UnknownShape)) throw error;
    collector.spoil();
  }
}

type Collectors = ReadonlyMap<string, PointCollector>;

/** `wrappers`: how many may still be taken off. */
function readReply(body: unknown, into: Collectors, wrappers: number): void {
  if (Array.isArray(body)) return readList(body as readonly Json[], into);
  if (!isJsonObject(body) || saysError(body, into)) throw new UnknownShape();
  if (saysMore(body, into)) throw new MoreFollows();
  const sole = idOf(body, into);
  if (sole !== null && into.has(sole)) return readList([body], into);
  const columns = columnsWithNames(body);
  if (columns !== null) return readColumns(columns, into);
  const time = timesUnder(body, into);
  if (time !== null) return readColumns(columnsBeside(withoutKey(body, time), into), into, body[time]);
  for (const wrapper of wrappers > 0 ? WRAPPERS : []) {
    const inner = into.has(wrapper) ? undefined : ownValue(body, wrapper);
    if (typeof inner === 'object' && inner !== null) return readReply(inner, into, wrappers - 1);
  }
  readMap(body, into);
}

/** Some services give a cursor or a link also with the last page: where one says in so many words that no more follows, it counts. */
function saysMore(body: JsonObject, into: Collectors): boolean {
  const part = (name: string): Json | undefined => (into.has(name) ? undefined : ownValue(body, name));
  const parts = [body, ...PAGE_PARTS.map(part)].filter(isJsonObject);
  const said = (keys: readonly string[]): readonly (Json | undefined)[] =>
    parts.flatMap((each) => keys.map((key) => (into.has(key) ? undefined : ownValue(each, key))));
  const more = said(MORE_KEYS);
  if (more.includes(true) || said(CUT_KEYS).includes(true)) return true;
  return !more.includes(false) && said(NEXT_KEYS).some(namesPage);
}

/** Not `{href: null}`, and not the next sample, which some services give beside those that were asked for. */
function namesPage(next: Json | undefined): boolean {
  if (!isJsonObject(next)) return Boolean(next) && !Array.isArray(next);
  return keyOf(next, TIME_KEYS) === null && Object.values(next).some(Boolean);
}

/** Data beside an error is incomplete, and what is missing would count as gone. */
function saysError(body: JsonObject, into: Collectors): boolean {
  return ERROR_KEYS.some((key) => {
    const error = into.has(key) ? null : ownValue(body, key);
    return typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error);
  });
}

/** `{id: points, …}`; other ids are skipped. */
function readMap(body: JsonObject, into: Collectors): void {
  expectAsked(Object.keys(body), into);
  for (const [id, points] of Object.entries(body)) {
    const collector = into.get(id);
    if (collector === undefined) continue;
    if (isJsonObject(points) && saysMore(points, into)) throw new MoreFollows();
    readInto(collector, () => readPoints(points, collector));
  }
}

/** If no name is that of a series that was asked for, these are no names of series: errors look like this. */
function expectAsked(ids: readonly string[], into: Collectors): void {
  if (ids.length > 0 && !ids.some((id) => into.has(id))) throw new UnknownShape();
}

/** `[{id, points}, …]` or `[{id, time, value}, …]`, mixed if need be. */
function readList(rows: readonly Json[], into: Collectors): void {
  const columns = columnsOfRows(rows, into);
  if (columns !== null) return readColumns(columns.values, into, columns.times);
  const named = rows.map((row) => {
    const id = isJsonObject(row) ? idOf(row, into) : null;
    if (!isJsonObject(row) || id === null) throw new UnknownShape();
    return { row, id };
  });
  expectAsked(
    named.map(({ id }) => id),
    into,
  );
  for (const { row, id } of named) {
    const collector = into.get(id);
    if (collector === undefined) continue;
    const points = keyOf(row, POINT_KEYS);
    const time = keyOf(row, TIME_LIST_KEYS);
    if (points !== null && saysMore(row, into)) throw new MoreFollows();
    readInto(collector, () => readPoints(time === null && points !== null ? row[points] : row, collector));
  }
}

/** `[{time, "<id>": value, …}, …]`, as data frames are written row by row, turned into lists; null if it is none. */
function columnsOfRows(
  rows: readonly Json[],
  into: Collectors,
): { readonly times: Json; readonly values: JsonObject } | null {
  const [first] = rows;
  const key = isJsonObject(first) ? keyOf(first, TIME_KEYS) : null;
  if (key === null || into.has(key)) return null;
  const ids = [...into.keys()].filter((id) =>
    rows.some((row) => isJsonObject(row) && Object.hasOwn(row, id)),
  );
  const isNamed = (row: Json): boolean => isJsonObject(row) && into.has(idOf(row, into) ?? '');
  if (ids.length === 0 || rows.some(isNamed)) return null;
  const list = (name: string): Json =>
    rows.map((row): Json => (isJsonObject(row) ? (ownValue(row, name) ?? null) : null));
  return { times: list(key), values: Object.fromEntries(ids.map((id) => [id, list(id)])) };
}

/** Ids may be numbers: they are compared as digits. */
function idOf(row: JsonObject, into: Collectors): string | null {
  let found: string | null = null;
  for (const key of ID_KEYS) {
    const value = ownValue(row, key);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (into.has(String(value))) return String(value);
    found ??= String(value);
  }
  return found;
}

/** Points of one series: a list of pairs or objects, an object of two lists, an object of time to value, or one point. */
function readPoints(points: Json | undefined, collector: PointCollector): void {
  if (points === null || points === undefined) return;
  if (Array.isArray(points)) {
    for (const point of points as readonly Json[]) readPoint(point, collector);
    return;
  }
  if (!isJsonObject(points)) throw new UnknownShape();
  const times = ownValue(points, keyOf(points, TIME_LIST_KEYS) ?? '');
  const values = ownValue(points, keyOf(points, VALUE_LIST_KEYS) ?? '');
  if (Array.isArray(times) && Array.isArray(values)) return addColumn(times, values, collector, false);
  const nested = keyOf(points, POINT_KEYS);
  if (times === undefined && nested !== null && typeof points[nested] === 'object') {
    return readPoints(points[nested], collector);
  }
  if (times !== undefined) return readPoint(points, collector);
  for (const [time, value] of Object.entries(points)) add(collector, time, value);
}

function readPoint(point: Json, collector: PointCollector): void {
  if (Array.isArray(point)) {
    if (point.length < 2) throw new UnknownShape();
    return collector.addPair(point);
  }
  if (!isJsonObject(point)) throw new UnknownShape();
  const time = keyOf(point, TIME_KEYS);
  if (time === null) throw new UnknownShape();
  add(collector, point[time], ownValue(point, keyOf(point, VALUE_KEYS) ?? ''));
}

/** `{columns: [time, id, …], data: [[t, v, …], …]}`, as data frames are split, turned into lists by name. */
function columnsWithNames(body: JsonObject): JsonObject | null {
  const names = ownValue(body, 'columns');
  const rows = ownValue(body, 'data') ?? ownValue(body, 'rows');
  if (!Array.isArray(names) || !Array.isArray(rows)) return null;
  const index = ownValue(body, 'index');
  const hasTime = names.some((name) => typeof name === 'string' && TIME_LIST_KEYS.includes(name));
  const columns = names.map((name: Json, at): [string, Json] => [
    typeof name === 'string' ? name : JSON.stringify(name),
    rows.map((row: Json) => (Array.isArray(row) ? ((row as readonly Json[])[at] ?? null) : null)),
  ]);
  return Object.fromEntries(hasTime || !Array.isArray(index) ? columns : [...columns, ['index', index]]);
}

function readColumns(columns: JsonObject, into: Collectors, times?: Json): void {
  const key = times === undefined ? timesUnder(columns, into) : null;
  const timeList = times ?? (key === null ? undefined : columns[key]);
  if (!Array.isArray(timeList)) throw new UnknownShape();
  const series = Object.keys(columns).filter((id) => id !== key && Array.isArray(columns[id]));
  const sole = soleSeries(columns, series);
  // Times without a series that was asked for do not mean that there is nothing.
  if (timeList.length > 0 && !Object.keys(columns).some((id) => into.has(id))) throw new UnknownShape();
  expectAsked(series, into);
  for (const [id, values] of Object.entries(columns)) {
    const collector = into.get(id);
    if (collector === undefined || id === key) continue;
    if (Array.isArray(values)) readInto(collector, () => addColumn(timeList, values, collector, id !== sole));
    else collector.spoil();
  }
}

/** The columns of one list of times: they lie beside it, or in a wrapper: `{timestamps, series: {id: values}}`. */
function columnsBeside(body: JsonObject, into: Collectors): JsonObject {
  if (Object.keys(body).some((id) => into.has(id))) return body;
  return (
    [...WRAPPERS, 'columns', 'values'].map((wrapper) => ownValue(body, wrapper)).find(isJsonObject) ?? body
  );
}

/** The series that the times belong to: the only one, or the only one with a value. Null if several share them. */
function soleSeries(columns: JsonObject, series: readonly string[]): string | null {
  const filled = series.filter((id) => (columns[id] as readonly Json[]).some((value) => !isNone(value)));
  const [first = null, ...others] = filled.length === 0 ? series : filled;
  return others.length === 0 ? first : null;
}

const isNone = (value: unknown): boolean => Number.isNaN(readValue(value));

/** `shared`: several series share the times, so an empty cell only means that another one has a sample there. */
function addColumn(
  times: readonly unknown[],
  values: readonly unknown[],
  collector: PointCollector,
  shared: boolean,
): void {
  if (times.length !== values.length) throw new UnknownShape();
  for (const [index, time] of times.entries()) {
    if (!shared || !isNone(values[index])) add(collector, time, values[index]);
  }
}

function add(collector: PointCollector, time: unknown, value: unknown): void {
  if (!collector.add(time, value)) throw new UnknownShape();
}

/** The key that holds a list of times, unless a series was asked for by that very name. */
function timesUnder(body: JsonObject, into: Collectors): string | null {
  return TIME_LIST_KEYS.find((key) => !into.has(key) && isTimeList(ownValue(body, key))) ?? null;
}

function isTimeList(value: Json | undefined): boolean {
  return Array.isArray(value) && (value.length === 0 || typeof value[0] !== 'object');
}

function keyOf(object: JsonObject, keys: readonly string[]): string | null {
  return keys.find((key) => Object.hasOwn(object, key)) ?? null;
}

function withoutKey(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
