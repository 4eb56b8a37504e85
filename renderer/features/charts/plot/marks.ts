import { LOCALE } from '../../../text/locale.ts';

/** Most characters of a tick label. A longer one is written with an exponent if that is shorter. */
const LONGEST = 11;
/** No axis of values has more marks. */
const MOST = 25;

/** How marks that lie a step apart are written, all of an axis in one way. */
export function markTexts(marks: readonly number[], step: number): readonly string[] {
  // Two figures of the step: it may be 2.5 of something.
  const decimals = Math.max(0, 1 - powerOf(step));
  const plain = marks.map((at) => markFormat(decimals).format(at));
  const longest = longestOf(plain);
  if (longest <= LONGEST) return plain;
  const short = marks.map((at) =>
    at === 0 ? '0' : at.toExponential(figuresOf(at, step)).replace(/\.?0+e/, 'e'),
  );
  return longestOf(short) < longest ? short : plain;
}

/** The most letters of a mark on an axis that reaches from `low` to `high`. */
export function longestMark(low: number, high: number): number {
  const least = (high - low) / MOST;
  const power = powerOf(least);
  // Of the steps 1, 2, 2.5 and 5 of a power of ten those that are no shorter.
  const decimals = Math.max(0, (least > 2.5 * 10 ** power ? 0 : 1) - power);
  const most = Math.max(Math.abs(low), Math.abs(high)) * (low < 0 ? -1 : 1);
  const plain = markFormat(decimals, decimals).format(most).length;
  const short = most.toExponential(figuresOf(most, least)).length;
  return Math.min(plain, Math.max(short, LONGEST));
}

const powerOf = (size: number): number => Math.floor(Math.log10(Math.abs(size)));

/** Decimals before an exponent that tell one mark from the next. */
function figuresOf(at: number, step: number): number {
  return Math.min(20, Math.max(0, powerOf(at) - powerOf(step) + 1));
}

function longestOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

const FORMATS = new Map<string, Intl.NumberFormat>();

/** uPlot's own are in the browser's language, where `1.200` may be 1200. */
function markFormat(most: number, least = 0): Intl.NumberFormat {
  const key = `${most} ${least}`;
  const known = FORMATS.get(key);
  if (known !== undefined) return known;
  const [maximumFractionDigits, minimumFractionDigits] = [Math.min(20, most), Math.min(20, least)];
  const made = new Intl.NumberFormat(LOCALE, { maximumFractionDigits, minimumFractionDigits });
  FORMATS.set(key, made);
  return made;
}
