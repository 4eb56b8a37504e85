import { gapLimit, median, usualInterval, type IsGap } from '../../shared/series/gaps.ts';
import { dayOf, decodeDay } from './day-blob.ts';
import type { Breather } from './breather.ts';
import type { Covered, DayHead } from './ports.ts';
import type { StoredSeries } from './stored-series.ts';

/**
 * How a series is sent. `even`: at equal pauses, so that a longer one is a gap. `uneven`: a sample comes when the
 * value changes, as from valves, set points and states, so that each holds until the next one, however late that
 * comes. `mixed`: one in a part of the range, the other in the rest.
 */
export type Cadence = 'even' | 'uneven' | 'mixed';

/**
 * How many days before and after a range are looked at too: a morning alone does not show how a valve rests at night.
 */
const AROUND_DAYS = 35;
/** The same if those hold few samples: a set point may be changed a few times in a year. */
export const FAR_DAYS = 400;
/** How many pauses it takes to tell how a series is sent. */
export const TELLING = 50;
/** A range is judged in parts of a week each, since a series may be set to send in another way one day. */
const PART_DAYS = 7;
/** A range of more weeks than this is judged in this many longer parts. */
const MOST_PARTS = 60;
/** A busy week is not another way of sending: each part is judged together with this many days before and after it. */
const BESIDE_DAYS = 7;
/** How many days of a part are looked at closely. */
const CLOSE_DAYS = PART_DAYS + 2 * BESIDE_DAYS;
/** How many pauses of each of them. */
const CLOSE_PAUSES = 250;
/** If there are this many samples, the first days are enough. */
const ENOUGH = 1000;

/** A pause counts as the usual one if it differs from it by no more than this share. */
const NEAR = 0.25;
/**
 * A series is uneven if no more than `MOST_NEAR` of its pauses are as the usual one, and more than `LEAST_LONG` of
 * them would be gaps. A sender that jitters, or an outage now and then, causes few gaps; a sender that loses every
 * third sample still has the usual pause most of the time.
 */
const MOST_NEAR = 0.5;
const LEAST_LONG = 0.05;
/** Days whose samples, at the usual pause, fill this share of their time are even without a closer look. */
const FULL = 0.9;

/**
 * A series is sent in bursts if `BURSTS` of its pauses are at least `BURST_TIMES` as long as the usual one, and
 * `BURSTS_ALIKE` of these about as long as each other: a gateway sends some values at once, or two programs send a few
 * seconds apart. Its step is from burst to burst.
 */
const BURSTS = 0.2;
const BURST_TIMES = 30;
const BURSTS_ALIKE = 0.8;

/** A day with fewer samples does not show how it was sent. */
const DAY_TELLS = 5;

/** How one part of a range is sent. */
interface Part {
  readonly isUneven: boolean;
  /** The usual pause, ms (with bursts, from one to the next); null if there is only one sample. */
  readonly step: number | null;
  readonly inBursts: boolean;
}

/** The days that show how those from `from` up to but not including `to` are sent: these days, and some around them. */
export function tellingHeads(series: StoredSeries, from: number, to: number): readonly DayHead[] {
  const within = (days: number): readonly DayHead[] => series.heads(from - days, to + days);
  const near = within(AROUND_DAYS);
  return samplesOf(near) > TELLING ? near : within(FAR_DAYS);
}

/** The index of the first day from one on. */
function firstFrom(heads: readonly DayHead[], day: number): number {
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((heads[middle]?.day ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function samplesOf(heads: readonly DayHead[]): number {
  return heads.reduce((sum, { count }) => sum + count, 0);
}

/** Judges how the days are sent, a part of them at a time as it is asked for. */
export class CadenceJudge {
  readonly #series: StoredSeries;
  readonly #heads: readonly DayHead[];
  readonly #coverage: readonly Covered[];
  readonly #days: number;
  readonly #parts = new Map<number, Part>();
  /** The pauses within days that were looked at, kept since neighbouring parts share days. */
  readonly #within = new Map<number, readonly number[]>();

  /** `heads` as of `tellingHeads`. `coverage`: what counts as fetched. */
  constructor(
    series: StoredSeries,
    heads: readonly DayHead[],
    coverage: readonly Covered[] = series.facts.coverage,
  ) {
    this.#series = series;
    this.#heads = heads;
    this.#coverage = coverage;
    const length = (heads.at(-1)?.day ?? 0) - (heads[0]?.day ?? 0) + 1;
    this.#days = Math.max(PART_DAYS, Math.ceil(length / MOST_PARTS));
  }

  /** Judges each part of a range, with turns for other work in between: for years it takes a tenth of a second. */
  async judge(from: number, to: number, breather: Pick<Breather, 'breathe'>): Promise<void> {
    for (const { day, firstAt, lastAt } of this.#heads) {
      if (firstAt >= to || lastAt < from || this.#parts.has(Math.floor(day / this.#days))) continue;
      this.#partOf(day);
      await breather.breathe();
    }
  }

  /** How a range (epoch ms) is sent; for a range without a sample, the time around it counts. */
  cadenceOf(from: number, to: number): Cadence {
    const days = this.#heads
      .filter(({ firstAt, lastAt }) => firstAt < to && lastAt >= from)
      .map(({ day }) => day);
    const found = new Set((days.length > 0 ? days : [dayOf(from)]).map((day) => this.#partOf(day).isUneven));
    return found.size > 1 ? 'mixed' : found.has(true) ? 'uneven' : 'even';
  }

  /** Is a part of a range sent in bursts? Then its usual pause does not show how much of it came. */
  inBursts(from: number, to: number): boolean {
    return this.#heads.some(
      ({ day, firstAt, lastAt }) => firstAt < to && lastAt >= from && this.#partOf(day).inBursts,
    );
  }

  /** Is the pause between two samples a gap? If some of it was never fetched, nobody knows whether the value held. */
  readonly isGap: IsGap = (before, after) => {
    const [one, other] = [this.#partOf(dayOf(before)), this.#partOf(dayOf(after))];
    if (one.isUneven && other.isUneven)
      return unfetched(this.#coverage, before, after) > gapLimit(Math.max(one.step ?? 0, other.step ?? 0));
    const step = Math.max(evenStep(one), evenStep(other));
    if (step === 0 || after - before <= gapLimit(step)) return false;
    // In the week in which a series was set to send less often, its single days show more than the whole week.
    return after - before > gapLimit(Math.max(this.#ownStep(dayOf(before)), this.#ownStep(dayOf(after))));
  };

  /** The usual pause of a day that was sent evenly from its first sample to its last, ms; 0 for any other day. */
  #ownStep(day: number): number {
    const head = this.#heads[firstFrom(this.#heads, day)];
    const isTelling = head?.day === day && head.count > DAY_TELLS && head.step !== null;
    return isTelling && isFull([head], head.step) ? head.step : 0;
  }

  /** The pauses that show how a day is sent, looked at closely; null if there are none. */
  pausesAround(day: number): Pauses | null {
    return pausesOf(this.#closePauses(this.#around(Math.floor(day / this.#days))));
  }

  #partOf(day: number): Part {
    const at = Math.floor(day / this.#days);
    const known = this.#parts.get(at);
    if (known !== undefined) return known;
    const part = this.#judged(this.#around(at));
    this.#parts.set(at, part);
    return part;
  }

  /** The days of a part and those beside it; if they hold few samples, as many more on either side as are needed. */
  #around(part: number): readonly DayHead[] {
    const heads = this.#heads;
    let start = firstFrom(heads, part * this.#days - BESIDE_DAYS);
    let end = firstFrom(heads, (part + 1) * this.#days + BESIDE_DAYS);
    let count = samplesOf(heads.slice(start, end));
    while (count <= TELLING && (start > 0 || end < heads.length)) {
      start = Math.max(0, start - 1);
      end = Math.min(heads.length, end + 1);
      count = samplesOf(heads.slice(start, end));
    }
    return heads.slice(start, end);
  }

  #judged(heads: readonly DayHead[]): Part {
    const step = stepOf(heads);
    const even = { isUneven: false, step, inBursts: false };
    if (step === null || isFull(heads, step)) return even;
    const pauses = pausesOf(this.#closePauses(heads));
    if (pauses === null) return even;
    if (isUneven(pauses)) return { isUneven: true, step: pauses.usual, inBursts: false };
    const inBursts = isInBursts(pauses);
    return { isUneven: false, step: inBursts ? pauses.rest : pauses.usual, inBursts };
  }

  #closePauses(heads: readonly DayHead[]): Float64Array {
    return this.#pausesOf(samplesOf(heads) > ENOUGH ? heads.slice(0, CLOSE_DAYS) : heads);
  }

  /** Pauses between samples of these days, except those in which something was never fetched. */
  #pausesOf(heads: readonly DayHead[]): Float64Array {
    const lacking = heads.filter(({ day }) => !this.#within.has(day));
    const [first, last] = [lacking[0], lacking.at(-1)];
    if (first !== undefined && last !== undefined) this.#look(first.day, last.day);
    const pauses: number[] = [];
    for (const [at, { day, firstAt }] of heads.entries()) {
      const before = heads[at - 1]?.lastAt;
      if (before !== undefined && unfetched(this.#coverage, before, firstAt) === 0)
        pauses.push(firstAt - before);
      pauses.push(...(this.#within.get(day) ?? []));
    }
    return Float64Array.from(pauses);
  }

  #look(first: number, last: number): void {
    for (const { day, blob } of this.#series.points(first, last + 1)) {
      const { times } = decodeDay(blob, day);
      const stride = Math.ceil(times.length / CLOSE_PAUSES);
      const pauses: number[] = [];
      const isWhole = unfetched(this.#coverage, times[0] ?? 0, times.at(-1) ?? 0) === 0;
      for (let at = stride; at < times.length; at += stride) {
        const [before, after] = [times[at - 1] ?? 0, times[at] ?? 0];
        if (isWhole || unfetched(this.#coverage, before, after) === 0) pauses.push(after - before);
      }
      this.#within.set(day, pauses);
    }
  }
}

/** How much of a stretch of time was never fetched, ms. */
export function unfetched(coverage: readonly Covered[], from: number, to: number): number {
  let never = to - from;
  for (const part of coverage) {
    if (part.from >= to) break;
    never -= Math.max(0, Math.min(part.to, to) - Math.max(part.from, from));
  }
  return never;
}

/** A summary of the pauses between samples of some days. */
export interface Pauses {
  readonly count: number;
  /** Usual and longest one, ms. */
  readonly usual: number;
  readonly longest: number;
  /** Shares of those that are about as long as the usual one, and of those that would be gaps. */
  readonly near: number;
  readonly long: number;
  /** The usual one of the long pauses, ms, if long ones are no exception; else the usual one of all. */
  readonly rest: number;
  /** Share of the long ones that are about as long as that. */
  readonly alike: number;
}

/** Sorts what it is given. */
function pausesOf(pauses: Float64Array): Pauses | null {
  const usual = median(pauses);
  if (usual === null) return null;
  const count = pauses.length;
  const longOnes = pauses.filter((pause) => pause > gapLimit(usual));
  const long = longOnes.length / count;
  const rest = long > LEAST_LONG ? (median(longOnes) ?? usual) : usual;
  return {
    count,
    usual,
    longest: pauses.at(-1) ?? usual,
    near: shareNear(pauses, usual),
    long,
    rest,
    alike: shareNear(longOnes, rest),
  };
}

function shareNear(pauses: Float64Array, usual: number): number {
  let near = 0;
  for (const pause of pauses) if (Math.abs(pause - usual) <= NEAR * usual) near += 1;
  return pauses.length === 0 ? 0 : near / pauses.length;
}

function isInBursts({ usual, long, rest, alike }: Pauses): boolean {
  return long >= BURSTS && rest >= BURST_TIMES * usual && alike >= BURSTS_ALIKE;
}

export function isUneven({ near, long }: Pauses): boolean {
  return near <= MOST_NEAR && long > LEAST_LONG;
}

/** Are most pauses as the usual one? Then it is known that a sample was due. */
export function isRegular({ near }: Pauses): boolean {
  return near > MOST_NEAR;
}

function evenStep({ isUneven: isHeld, step }: Part): number {
  return isHeld ? 0 : (step ?? 0);
}

/** Do the samples fill the days at the usual pause? Nights and outages leave parts empty. */
function isFull(heads: readonly DayHead[], step: number): boolean {
  const span = (heads.at(-1)?.lastAt ?? 0) - (heads[0]?.firstAt ?? 0);
  return (samplesOf(heads) - 1) * step >= FULL * span;
}

/** The usual pause of a series, from the heads of its days, ms. */
export function stepOf(heads: readonly DayHead[]): number | null {
  const steps = heads.flatMap(({ step }) => step ?? []);
  if (steps.length > 0) return median(Float64Array.from(steps));
  return usualInterval(Float64Array.from(heads, (head) => head.firstAt));
}
