import { twoDigits } from '../../../../shared/time/two-digits.ts';
import { addUnits, instantOf, startOf, wallOf } from '../../../../shared/time/zone.ts';
import type { Range } from './range.ts';
import { wallFormat } from './time-words.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Step =
  | { readonly kind: 'ms'; readonly ms: number }
  | { readonly kind: 'hours'; readonly hours: number }
  | { readonly kind: 'days' | 'weeks' | 'months' | 'years'; readonly count: number };

const FINE: readonly number[] = [1, 2, 5, 10, 15, 30].map((count) => count * SECOND);
const MINUTES: readonly number[] = [1, 2, 5, 10, 15, 30, 60].map((count) => count * MINUTE);

/** From the finest, with the shortest that each may be. */
const STEPS: readonly (readonly [number, Step])[] = [
  ...[...FINE, ...MINUTES].map((ms): readonly [number, Step] => [ms, { kind: 'ms', ms }]),
  ...[2, 3, 6, 12].map((hours): readonly [number, Step] => [hours * HOUR, { kind: 'hours', hours }]),
  [DAY, { kind: 'days', count: 1 }],
  [2 * DAY, { kind: 'days', count: 2 }],
  [7 * DAY, { kind: 'weeks', count: 1 }],
  [14 * DAY, { kind: 'weeks', count: 2 }],
  ...[1, 2, 3, 6].map((count): readonly [number, Step] => [count * 30.4 * DAY, { kind: 'months', count }]),
  ...[1, 2, 5, 10, 20, 50].map((count): readonly [number, Step] => [
    count * 365 * DAY,
    { kind: 'years', count },
  ]),
];

export interface Tick {
  readonly at: number;
  /** `13:15`, `Wed 11`, `Nov`, `2026`. */
  readonly label: string;
  /** The day, month or year of the labels from here on; null if the tick before said it. */
  readonly context: string | null;
}

/**
 * Where the axis of time is marked, at most `most` times: at round times of the zone's own clock, through both changes of
 * daylight saving time. In the hour that comes twice, both are marked.
 */
export function timeTicks(range: Range, zone: string, most: number): readonly Tick[] {
  const shortest = (range.to - range.from) / Math.max(1, most);
  const step = STEPS.find(([length]) => length >= shortest)?.[1] ?? { kind: 'years', count: 100 };
  const words = wordsOf(step);
  let before: string | null = null;
  return instants(step, range, zone).map((at) => {
    const wall = wallOf(at, zone);
    const context = words.context.format(wall);
    const tick = { at, label: words.label(wall), context: context === before ? null : context };
    before = context;
    return tick;
  });
}

function instants(step: Step, { from, to }: Range, zone: string): readonly number[] {
  const found: number[] = [];
  const add = (at: number): void => {
    if (at >= from && at < to && at !== found.at(-1)) found.push(at);
  };
  switch (step.kind) {
    case 'ms':
      for (let at = startOf('hour', from, zone); at < to; at += step.ms) add(at);
      return found;
    case 'hours':
      for (let day = startOf('day', from, zone); day < to; day = addUnits(day, 1, 'day', zone)) {
        const wall = wallOf(day, zone);
        for (let hour = 0; hour < 24; hour += step.hours) add(instantOf(wall + hour * HOUR, zone));
      }
      return found;
    case 'days':
    case 'weeks':
    case 'months':
    case 'years':
      for (let at = alignedStart(step, from, zone); at < to;) {
        add(at);
        at = addUnits(at, step.count, UNITS[step.kind], zone);
      }
      return found;
    default:
      return step satisfies never;
  }
}

const UNITS = { days: 'day', weeks: 'week', months: 'month', years: 'year' } as const;

/** Every second day, month, year: always the same ones, wherever the axis begins. */
function alignedStart(step: Exclude<Step, { kind: 'ms' | 'hours' }>, from: number, zone: string): number {
  const start = startOf(UNITS[step.kind], from, zone);
  const wall = new Date(wallOf(start, zone));
  const number = {
    days: Math.floor(wall.getTime() / DAY),
    // 5 January 1970 was a Monday.
    weeks: Math.floor((wall.getTime() / DAY - 4) / 7),
    months: wall.getUTCMonth(),
    years: wall.getUTCFullYear(),
  }[step.kind];
  return addUnits(start, -(number % step.count), UNITS[step.kind], zone);
}

interface Words {
  readonly label: (wall: number) => string;
  readonly context: Intl.DateTimeFormat;
}

function clock(wall: number, seconds: boolean): string {
  const at = new Date(wall);
  const minutes = `${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`;
  return seconds ? `${minutes}:${twoDigits(at.getUTCSeconds())}` : minutes;
}

const weekdayDay = wallFormat({ weekday: 'short', day: 'numeric' });
const dayMonth = wallFormat({ day: 'numeric', month: 'short' });
const shortMonth = wallFormat({ month: 'short' });
const wholeDay = wallFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const monthYear = wallFormat({ month: 'long', year: 'numeric' });
const justYear = wallFormat({ year: 'numeric' });
const era = wallFormat({ era: 'short' });

function wordsOf(step: Step): Words {
  switch (step.kind) {
    case 'ms':
      return { label: (wall) => clock(wall, step.ms < MINUTE), context: wholeDay };
    case 'hours':
      return { label: (wall) => clock(wall, false), context: wholeDay };
    case 'days':
      return { label: (wall) => weekdayDay.format(wall), context: monthYear };
    case 'weeks':
      return { label: (wall) => dayMonth.format(wall), context: justYear };
    case 'months':
      return { label: (wall) => shortMonth.format(wall), context: justYear };
    case 'years':
      return { label: (wall) => justYear.format(wall), context: era };
    default:
      return step satisfies never;
  }
}
