import { progressParts, sizeParts, type SizeParts } from '../../../shared/size-parts.ts';
import { offsetAt, safeZone } from '../../../shared/time/zone.ts';
import { LOCALE } from '../../text/locale.ts';
import { text } from '../../text/setup.ts';
import { durationParts } from '../../../shared/time/duration.ts';

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
const DAYS_KEPT = 10_000;
const NONE = '–';

/** A moment: ms since 1970, ISO text of the service, or nothing. */
export type Moment = number | string | null | undefined;

/** Numbers, sizes and times in the words of a person's own locale, in one time zone. */
export interface Format {
  /** `3.8 MB`; decimal units, as disks and services count. */
  readonly bytes: (bytes: number | null) => string;
  /** `209 of 529 MB`: the unit is said once where both share it; the two never read alike before all is done. */
  readonly bytesOf: (done: number, total: number) => string;
  /** `2.4 MB/s`. */
  readonly rate: (bytesPerSecond: number) => string;
  /** `2 min left`, from seconds; a dash if it is not known. */
  readonly timeLeft: (seconds: number | null) => string;
  /** `1 h 5 min`, from seconds. */
  readonly duration: (seconds: number) => string;
  readonly count: (count: number) => string;
  /** `41 %` from 0.41; never 100 % before it is done. */
  readonly percent: (share: number) => string;
  /** `09:41`. */
  readonly time: (at: Moment) => string;
  /** The shortest that is clear in a column: `09:36`, `Mon 18:22`, `12 Nov`, `12 Nov 2025`. */
  readonly when: (at: Moment, now?: number) => string;
  /** By itself: `Today 08:12`, `Mon 16 Nov 17:05`. */
  readonly whenLong: (at: Moment, now?: number) => string;
  /** In a sentence: `today 08:12`. */
  readonly whenSaid: (at: Moment, now?: number) => string;
  /** All of it, with the zone: for titles and details. */
  readonly dateTime: (at: Moment) => string;
  /** `5 minutes ago`, `in 3 hours`. */
  readonly ago: (at: Moment, now?: number) => string;
  /** `a, b and c`. */
  readonly list: (words: readonly string[]) => string;
  /** `a, b or c`: of what is not there, none is. */
  readonly listOr: (words: readonly string[]) => string;
  /** `CET`, or `GMT+2` if the zone has no short name. */
  readonly zoneName: (at: Moment) => string;
}

/** Formats for a locale and an IANA zone; without a zone, that of this computer. */
export function makeFormat(locale: string, zone?: string): Format {
  const numbers = numberFormats(locale);
  const times = timeFormats(locale, zone);
  return { ...numbers, ...times };
}

type NumberWords = Pick<
  Format,
  'bytes' | 'bytesOf' | 'rate' | 'timeLeft' | 'duration' | 'count' | 'percent' | 'list' | 'listOr'
>;

function numberFormats(locale: string): NumberWords {
  const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const digits = [0, 1, 2, 3].map(
    (places) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places }),
  );
  const join = new Intl.ListFormat(locale, { type: 'conjunction' });
  const either = new Intl.ListFormat(locale, { type: 'disjunction' });
  const figure = (value: number, places: number): string => (digits[places] ?? integer).format(value);
  const sized = ({ value, places, unit }: SizeParts): string => `${figure(value, places)} ${unit}`;
  const bytes = (size: number | null): string =>
    size === null || !Number.isFinite(size) ? NONE : sized(sizeParts(size));
  const duration = (seconds: number): string =>
    durationParts(seconds)
      .map(({ value, unit }) => `${integer.format(value)} ${unit}`)
      .join(' ');
  return {
    bytes,
    bytesOf: (done, total) => {
      const { part, whole } = progressParts(done, total);
      const alike = part.unit === whole.unit || done === 0;
      return text('ui.format.of', {
        part: alike ? figure(part.value, part.places) : sized(part),
        whole: sized(whole),
      });
    },
    rate: (perSecond) => `${bytes(perSecond)}/s`,
    timeLeft: (seconds) =>
      seconds === null || !Number.isFinite(seconds)
        ? NONE
        : text('ui.format.left', { time: duration(seconds) }),
    duration,
    count: (count) => integer.format(count),
    percent: (share) => `${integer.format(share >= 1 ? 100 : Math.min(99, Math.floor(share * 100)))} %`,
    list: (words) => join.format(words),
    listOr: (words) => either.format(words),
  };
}

type TimeWords = Pick<Format, 'time' | 'when' | 'whenLong' | 'whenSaid' | 'dateTime' | 'ago' | 'zoneName'>;

function timeFormats(locale: string, zone: string | undefined): TimeWords {
  const shape = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, zone === undefined ? options : { ...options, timeZone: zone });
  const clock = shape({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const weekday = shape({ weekday: 'short' });
  const dayMonth = shape({ day: 'numeric', month: 'short' });
  const dayMonthYear = shape({ day: 'numeric', month: 'short', year: 'numeric' });
  const weekdayDay = shape({ weekday: 'short', day: 'numeric', month: 'short' });
  const full = shape({ dateStyle: 'full', timeStyle: 'long' });
  const zoned = shape({ timeZoneName: 'short' });
  const numeric = shape({ year: 'numeric', month: '2-digit', day: '2-digit' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  // The day's number in this zone, so that "today" ends at the zone's own midnight.
  const days = new Map<number, number>();
  const dayOf = (ms: number): number => {
    // No zone changes its offset within a quarter of an hour, and lists ask for the same times again and again.
    const quarter = Math.floor(ms / QUARTER_MS);
    const known = days.get(quarter);
    if (known !== undefined) return known;
    const day = readDay(ms);
    if (days.size >= DAYS_KEPT) days.clear();
    days.set(quarter, day);
    return day;
  };
  const readDay = (ms: number): number => {
    const part = Object.fromEntries(numeric.formatToParts(ms).map(({ type, value }) => [type, value]));
    return Date.UTC(Number(part['year']), Number(part['month']) - 1, Number(part['day'])) / DAY_MS;
  };
  const sameYear = (a: number, b: number): boolean =>
    new Date(dayOf(a) * DAY_MS).getUTCFullYear() === new Date(dayOf(b) * DAY_MS).getUTCFullYear();
  const said =
    (words: (ms: number, now: number) => string) =>
    (at: Moment, now: number = Date.now()): string => {
      const ms = momentMs(at);
      return ms === null ? NONE : words(ms, now);
    };
  const dayAndTime = (ms: number, now: number, today: 'today' | 'saidToday'): string => {
    const days = dayOf(now) - dayOf(ms);
    const time = clock.format(ms);
    if (days === 0) return text(`ui.format.${today}`, { time });
    if (days === 1)
      return text(today === 'today' ? 'ui.format.yesterday' : 'ui.format.saidYesterday', { time });
    return `${(sameYear(ms, now) ? weekdayDay : dayMonthYear).format(ms)} ${time}`;
  };
  return {
    time: said((ms) => clock.format(ms)),
    when: said((ms, now) => {
      const days = dayOf(now) - dayOf(ms);
      if (days === 0) return clock.format(ms);
      if (days > 0 && days < 7) return `${weekday.format(ms)} ${clock.format(ms)}`;
      return (sameYear(ms, now) ? dayMonth : dayMonthYear).format(ms);
    }),
    whenLong: said((ms, now) => dayAndTime(ms, now, 'today')),
    whenSaid: said((ms, now) => dayAndTime(ms, now, 'saidToday')),
    dateTime: said((ms) => full.format(ms)),
    ago: said((ms, now) => agoIn(relative, (ms - now) / 1000)),
    zoneName: said(
      (ms) => zoned.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? NONE,
    ),
  };
}

const AGO_STEPS = [
  { unit: 'second', seconds: 1, below: 60 },
  { unit: 'minute', seconds: 60, below: 3600 },
  { unit: 'hour', seconds: 3600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 30 * 86_400 },
  { unit: 'month', seconds: 30.44 * 86_400, below: 365 * 86_400 },
] as const;

function agoIn(relative: Intl.RelativeTimeFormat, seconds: number): string {
  // "now" says more than a count of seconds that is old before it is read.
  if (Math.abs(seconds) < 10) return relative.format(0, 'second');
  const step = AGO_STEPS.find(({ below }) => Math.abs(seconds) < below);
  return step === undefined
    ? relative.format(Math.trunc(seconds / (365.25 * 86_400)), 'year')
    : relative.format(Math.trunc(seconds / step.seconds), step.unit);
}

function momentMs(at: Moment): number | null {
  if (at === null || at === undefined) return null;
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return Number.isFinite(ms) ? ms : null;
}

export const format: Format = makeFormat(LOCALE);

const zones = new Map<string, Format>();

/** The same in a site's zone; made once a zone. Null is the zone of this computer. */
export function formatIn(zone: string | null): Format {
  if (zone === null) return format;
  const known = zones.get(zone);
  if (known !== undefined) return known;
  const made = makeFormat(LOCALE, zone);
  zones.set(zone, made);
  return made;
}

/** This computer's zone. */
const OWN = safeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

/**
 * For times of this computer and of a site on one screen: if their clocks differ at that moment, the time names its
 * zone, as in `Mon 18:22 CET`. A site without a zone uses this computer's.
 */
export function formatBeside(
  zone: string | null,
  own = OWN,
): { readonly here: Format; readonly there: Format } {
  const theirs = zone === null ? own : safeZone(zone);
  const differAt = (ms: number): boolean => offsetAt(ms, theirs) !== offsetAt(ms, own);
  return { here: named(formatIn(own), differAt), there: named(formatIn(theirs), differAt) };
}

function named(times: Format, isNeeded: (ms: number) => boolean): Format {
  const withZone =
    (say: Format['when']): Format['when'] =>
    (at, now) => {
      const [ms, said] = [momentMs(at), say(at, now)];
      // A day by itself is told without a clock.
      const hasClock = ms !== null && said.includes(times.time(ms));
      return hasClock && isNeeded(ms) ? `${said} ${times.zoneName(ms)}` : said;
    };
  const { when, whenLong, whenSaid } = times;
  return { ...times, when: withZone(when), whenLong: withZone(whenLong), whenSaid: withZone(whenSaid) };
}
