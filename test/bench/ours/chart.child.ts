import { decimate } from '../../support/decimate.ts';
import { argumentsOf, say } from '../harness/child.ts';

/** Thins points for a screen, and for comparison finds the lowest and highest in one pass over the same array. */
const { points, columns } = argumentsOf() as { points: number; columns: number };
const times = new Float64Array(points);
const values = new Float64Array(points);
for (let n = 0; n < points; n++) {
  times[n] = n * 1000;
  values[n] = Math.sin(n / 5000) * 20 + Math.sin(n / 7);
}
// A few rounds first, so that neither side is measured while it is compiled.
for (let n = 0; n < 3; n++) {
  decimate(times, values, 0, points * 500, columns);
  pass(values);
}
const passFrom = performance.now();
const found = pass(values);
const passMs = performance.now() - passFrom;
const thinFrom = performance.now();
const thinned = decimate(times, values, 0, points * 1000, columns);
const thinMs = performance.now() - thinFrom;
if (Math.max(...thinned.values) !== found.high || Math.min(...thinned.values) !== found.low)
  throw new Error('A spike was lost');
say({ passMs, thinMs, kept: thinned.times.length });

function pass(of: Float64Array): { readonly low: number; readonly high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < of.length; at++) {
    const value = of[at] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
