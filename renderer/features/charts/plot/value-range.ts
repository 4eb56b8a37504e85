import type { Range } from '../chart-link.ts';
import { extent } from '../series-view.ts';
import type { ChartLine } from './line.ts';
import { areStates } from './value-axes.ts';

/** Share of the height that is left free above and below. */
const AIR = 0.06;

/** What an axis reaches over: all values in view of the lines of its unit, with some air. */
export function valueRange(
  lines: readonly ChartLine[],
  unit: string | null,
  view: Range,
): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const line of lines) {
    const found = line.unit === unit && line.data !== null ? extent(line.data, view) : null;
    if (found === null) continue;
    low = Math.min(low, found[0]);
    high = Math.max(high, found[1]);
  }
  if (low > high) return [0, 1];
  if (low === high) {
    const around = Math.max(Math.abs(low) * 0.05, 0.5);
    return [low - around, high + around];
  }
  const air = (high - low) * AIR;
  if (areStates(lines.filter((line) => line.unit === unit))) return [low - air, high + air];
  // A foot just below zero would look as if there were negative values.
  return [low >= 0 && low - air < 0 ? 0 : low - air, high <= 0 && high + air > 0 ? 0 : high + air];
}

/** Has any line of the unit a value in view? An axis without one has nothing to mark. */
export function hasValues(lines: readonly ChartLine[], unit: string | null, view: Range): boolean {
  return lines.some((line) => line.unit === unit && line.data !== null && extent(line.data, view) !== null);
}

/** A value to read: as many figures as tell something, never fewer than the whole number has. */
export function valueText(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return value.toExponential(3);
  return size >= 10_000 ? large.format(value) : small.format(value);
}

const large = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const small = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 5 });
