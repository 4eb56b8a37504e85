import type { Samples } from '../../shared/series/gaps.ts';

/** How far a series reaches. */
export interface Newest {
  /** Time of its newest sample with a value; null where none is known. */
  readonly lastAt: number | null;
  /** Time of its newest sample where that has no value: it still sends, but measures nothing. Null where it has one. */
  readonly emptyAt: number | null;
}

export const NOTHING_YET: Newest = { lastAt: null, emptyAt: null };

export function newestOf({ times, values }: Samples): Newest {
  let at = times.length - 1;
  while (at >= 0 && Number.isNaN(values[at])) at -= 1;
  return {
    lastAt: times[at] ?? null,
    emptyAt: at < times.length - 1 ? (times.at(-1) ?? null) : null,
  };
}

/** Both together. */
export function newerOf(one: Newest, other: Newest): Newest {
  const lastAt = later(one.lastAt, other.lastAt);
  const emptyAt = later(one.emptyAt, other.emptyAt);
  return { lastAt, emptyAt: emptyAt === null || emptyAt <= (lastAt ?? -Infinity) ? null : emptyAt };
}

function later(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
