import type { Covered, DayHead } from './ports.ts';
import { DAY_MS, dayOf } from './day-blob.ts';

/** Samples may come late: what was fetched less than this after its time, ms, is fetched again. */
export const SETTLE_MS = 24 * 3_600_000;

/** A stretch of time, epoch ms. */
export interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** The coverage without what was noted later than `latest`, epoch ms: by a clock that was ahead. */
export function believable(coverage: readonly Covered[], latest: number): readonly Covered[] {
  return coverage.filter(({ fetchedAt }) => fetchedAt <= latest);
}

/** The parts of a range that have to be fetched: those that never were, and those that were too new when they were. */
export function missing(coverage: readonly Covered[], range: Range): readonly Range[] {
  const gaps: Range[] = [];
  let at = range.from;
  for (const { from, to, fetchedAt } of coverage) {
    const settled = Math.min(to, fetchedAt - SETTLE_MS);
    if (settled <= at || from >= range.to) continue;
    if (from > at) gaps.push({ from: at, to: from });
    at = Math.max(at, settled);
  }
  if (at < range.to) gaps.push({ from: at, to: range.to });
  return gaps;
}

/** A gateway that was cut off keeps what it measures and sends it when it is back, within this time, ms. */
export const BACKFILL_MS = 30 * DAY_MS;
/**
 * A stretch without a sample is asked for again if it is this long, ms, or three usual pauses, and at most once an
 * hour.
 */
const HOLE_MS = 6 * 3_600_000;
const AGAIN_MS = 3_600_000;

/**
 * Stretches of a range that held no sample when they were fetched, and may hold some by now. `heads` are its days that
 * hold samples. By whole hours, so that series with the same hole are asked for together.
 */
export function holes(
  coverage: readonly Covered[],
  heads: readonly DayHead[],
  range: Range,
  now: number,
): readonly Range[] {
  const found: Range[] = [];
  let at = range.from;
  const edges = [...heads, { firstAt: range.to, lastAt: range.to, step: null }];
  for (const { firstAt, lastAt, step } of edges) {
    const end = Math.min(firstAt, range.to);
    if (end - at >= Math.max(HOLE_MS, 3 * (step ?? 0))) found.push(byHours({ from: at, to: end }, range));
    at = Math.max(at, lastAt + 1);
  }
  return found.flatMap((hole) =>
    coverage
      .filter(({ fetchedAt }) => fetchedAt < now - AGAIN_MS)
      .map((part) => ({ from: Math.max(part.from, hole.from), to: Math.min(part.to, hole.to) }))
      .filter((part) => part.from < part.to),
  );
}

function byHours(hole: Range, range: Range): Range {
  const hour = 3_600_000;
  return {
    from: Math.max(range.from, Math.floor(hole.from / hour) * hour),
    to: Math.min(range.to, Math.ceil(hole.to / hour) * hour),
  };
}

/** The stretches in order, with those that touch joined to one. */
export function united(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const before = joined.at(-1);
    if (before !== undefined && from <= before.to)
      joined[joined.length - 1] = { from: before.from, to: Math.max(before.to, to) };
    else joined.push({ from, to });
  }
  return joined;
}

/**
 * The coverage with a newly fetched stretch in it. Settled neighbours become one, so that a chart that is refreshed
 * every half minute does not leave a row each time: the later of two fetch times settles both of them.
 */
export function cover(coverage: readonly Covered[], fetched: Covered): readonly Covered[] {
  if (fetched.from >= fetched.to) return coverage;
  const pieces: Covered[] = [];
  for (const old of coverage) {
    pieces.push({ ...old, to: Math.min(old.to, fetched.from) });
    pieces.push({ ...old, from: Math.max(old.from, fetched.to) });
  }
  const parts = [...pieces, fetched].flatMap(settledApart).toSorted((a, b) => a.from - b.from);
  const joined: Covered[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before?.to === part.from && mayJoin(before, part)) {
      const fetchedAt = Math.max(before.fetchedAt, part.fetchedAt);
      joined[joined.length - 1] = { from: before.from, to: part.to, fetchedAt };
    } else joined.push(part);
  }
  return joined;
}

function settledApart(part: Covered): readonly Covered[] {
  const border = Math.min(Math.max(part.fetchedAt - SETTLE_MS, part.from), part.to);
  return [
    { ...part, to: border },
    { ...part, from: border },
  ].filter(({ from, to }) => from < to);
}

function mayJoin(before: Covered, after: Covered): boolean {
  const settled = (part: Covered): boolean => part.fetchedAt - SETTLE_MS >= part.to;
  return before.fetchedAt === after.fetchedAt
    ? settled(before) === settled(after)
    : settled(before) && settled(after);
}

export type CoverageState = 'fetched' | 'empty' | 'never';

export interface CoverageSpan extends Range {
  readonly state: CoverageState;
}

/**
 * The range cut into stretches that hold samples, that were fetched and hold none, and that were never fetched.
 * `heads` are the days of the series that hold samples; between them it looks no closer than a day.
 */
export function coverageSpans(
  coverage: readonly Covered[],
  heads: readonly DayHead[],
  range: Range,
): readonly CoverageSpan[] {
  const spans: CoverageSpan[] = [];
  const days = new Map(heads.map((head) => [head.day, head]));
  const add = (from: number, to: number, state: CoverageState): void => {
    if (from >= to) return;
    const before = spans.at(-1);
    if (before?.state === state && before.to === from) spans[spans.length - 1] = { ...before, to };
    else spans.push({ from, to, state });
  };
  let at = range.from;
  for (const covered of coverage) {
    const from = Math.max(covered.from, range.from);
    const to = Math.min(covered.to, range.to);
    if (from >= to) continue;
    add(at, from, 'never');
    addFetched(from, to, days, add);
    at = to;
  }
  add(at, range.to, 'never');
  return spans;
}

function addFetched(
  from: number,
  to: number,
  days: ReadonlyMap<number, DayHead>,
  add: (from: number, to: number, state: CoverageState) => void,
): void {
  for (let day = dayOf(from); day * DAY_MS < to; day += 1) {
    const start = Math.max(day * DAY_MS, from);
    const end = Math.min((day + 1) * DAY_MS, to);
    const head = days.get(day);
    const holds = head !== undefined && head.firstAt < end && head.lastAt >= start;
    add(start, end, holds ? 'fetched' : 'empty');
  }
}
