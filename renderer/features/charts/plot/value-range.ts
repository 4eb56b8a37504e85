import { LOCALE } from '../../../text/locale.ts';
import type { Range } from '../time/range.ts';
import { extent } from './series-view.ts';
import type { ChartLine } from './line.ts';
import { areStates } from './value-axes.ts';

/** Share of the height that is left free above and below. */
const AIR = 0.06;
/**
 * Values that differ by less of their size differ by what computing them left over: a computer holds some sixteen
 * figures. Between such values there are no numbers for the marks of an axis, which are counted up from the lowest.
 */
const LEAST_SHARE = 1e-12;
/** What an axis reaches to at most, below zero and above: so its length is a number, too. */
const FARTHEST = Number.MAX_VALUE / 2.5;

/** What an axis reaches over: all values in view of the lines of its unit, with some air. */
export function valueRange(
  lines: readonly ChartLine[],
  unit: string | null,
  view: Range,
): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const line of lines) {
    const found = line.unit === unit && line.data !== null ? extent(line.data, view, line.step) : null;
    if (found === null) continue;
    low = Math.min(low, found[0]);
    high = Math.max(high, found[1]);
  }
  if (low > high) return [0, 1];
  [low, high] = [withinReach(low), withinReach(high)];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= size * LEAST_SHARE) {
    const around = Math.max(size * 0.05, 0.5);
    return [low - around, high + around];
  }
  const air = (high - low) * AIR;
  if (areStates(lines.filter((line) => line.unit === unit))) return [low - air, high + air];
  // A foot just below zero would look as if there were negative values.
  return [low >= 0 && low - air < 0 ? 0 : low - air, high <= 0 && high + air > 0 ? 0 : high + air];
}

const withinReach = (value: number): number => Math.min(FARTHEST, Math.max(-FARTHEST, value));

/** Has any line of the unit a value in view? An axis without one has nothing to mark. */
export function hasValues(lines: readonly ChartLine[], unit: string | null, view: Range): boolean {
  return lines.some(
    (line) => line.unit === unit && line.data !== null && extent(line.data, view, line.step) !== null,
  );
}

/** Significant figures that a value is told with. */
const FIGURES = 5;

/** A value to read: as many figures as tell something, never fewer than the whole number has. */
export function valueText(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return isPlain(value) ? shaped(value).format(value) : value.toExponential(3);
}

type Told = 'min' | 'mean' | 'max' | 'last';

/**
 * The numbers of a range, with as many decimals as the values themselves: a mean with more decimals than were measured
 * only looks exact. Two digits always stay, for the mean of states.
 */
export function statTexts(stats: Readonly<Record<Told, number | null>>): Readonly<Record<Told, string>> {
  const { min, mean, max, last } = stats;
  const places = placesOfAll(stats);
  const least = mean === null || mean === 0 ? 0 : 1 - Math.floor(Math.log10(Math.abs(mean)));
  return {
    min: withPlaces(min, places),
    mean: withPlaces(mean, Math.max(places, Math.min(least, placesOf(mean)))),
    max: withPlaces(max, places),
    last: withPlaces(last, places),
  };
}

/** A value that stands beside the numbers of its stretch: what is the same there is told in the same figures. */
export function textBeside(value: number | null, stats: Readonly<Record<Told, number | null>>): string {
  return withPlaces(value, Math.max(placesOfAll(stats), placesOf(value)));
}

function placesOfAll({ min, max, last }: Readonly<Record<Told, number | null>>): number {
  return Math.max(placesOf(min), placesOf(max), placesOf(last));
}

/** With this many decimals, except those beyond its digits. */
function withPlaces(value: number | null, places: number): string {
  if (value === null || !isPlain(value)) return valueText(value);
  const whole = Math.max(1, Math.floor(Math.log10(Math.max(1, Math.abs(value)))) + 1);
  const digits = Math.min(places, Math.max(FIGURES - whole, placesOf(value)));
  return fixed(digits).format(value);
}

/** Decimals that a value is told with. */
function placesOf(value: number | null): number {
  if (value === null || !isPlain(value)) return 0;
  const parts = shaped(value).formatToParts(value);
  return parts.find(({ type }) => type === 'fraction')?.value.length ?? 0;
}

/** Neither missing nor without an end, and told without an exponent. */
function isPlain(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size < 1e15 && size >= 1e-6);
}

const shaped = (value: number): Intl.NumberFormat => (Math.abs(value) >= 10_000 ? large : small);
const large = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const small = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: FIGURES });

const FIXED = new Map<number, Intl.NumberFormat>();

function fixed(digits: number): Intl.NumberFormat {
  const known = FIXED.get(digits);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  FIXED.set(digits, made);
  return made;
}
