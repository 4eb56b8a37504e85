/** A pause longer than this many usual pauses is a gap: no line is drawn across it. */
const GAP_FACTOR = 3;

/** How many differences are used to find the usual pause; more would only take time. */
const PROBES = 20_000;

/**
 * The median pause between samples, ms; null if there are fewer than two. For a very long series only a part is used.
 */
export function usualInterval(times: Float64Array): number | null {
  if (times.length < 2) return null;
  const pauses = new Float64Array(Math.min(times.length - 1, PROBES));
  const stride = (times.length - 1) / pauses.length;
  for (let at = 0; at < pauses.length; at += 1) {
    const index = Math.floor(at * stride);
    pauses[at] = (times[index + 1] ?? 0) - (times[index] ?? 0);
  }
  return median(pauses);
}

/** The median (of two middle ones, the lower). Sorts the given list. */
export function median(numbers: Float64Array): number | null {
  return numbers.length === 0 ? null : (numbers.sort()[(numbers.length - 1) >> 1] ?? null);
}

/** The longest pause that is still no gap, ms; infinite if the usual pause is not known. */
export function gapLimit(interval: number | null): number {
  return interval === null ? Infinity : interval * GAP_FACTOR;
}

/** Is the pause between two samples a gap, across which no line is drawn? Their times are epoch ms. */
export type IsGap = (before: number, after: number) => boolean;

export interface Samples {
  /** Epoch ms, ascending. */
  readonly times: Float64Array;
  /** NaN: no value. */
  readonly values: Float64Array;
}

/**
 * How long after the last sample a gap is marked, ms. A value holds up to the mark, as it does up to a sample without a
 * value.
 */
export const MARK_AFTER = 1;

/** The samples with a NaN where every gap begins. */
export function withGaps({ times, values }: Samples, isGap: IsGap): Samples {
  const after: number[] = [];
  for (let at = 1; at < times.length; at += 1) {
    if (isGap(times[at - 1] ?? 0, times[at] ?? 0)) after.push(at - 1);
  }
  if (after.length === 0) return { times, values };
  const longer = new Float64Array(times.length + after.length);
  const filled = new Float64Array(longer.length);
  let taken = 0;
  let next = 0;
  for (let at = 0; at < times.length; at += 1) {
    longer[next] = times[at] ?? 0;
    filled[next] = values[at] ?? Number.NaN;
    next += 1;
    if (after[taken] !== at) continue;
    longer[next] = (times[at] ?? 0) + MARK_AFTER;
    filled[next] = Number.NaN;
    next += 1;
    taken += 1;
  }
  return { times: longer, values: filled };
}
