/** More different values than this make it a measurement. */
const MOST_STATES = 12;
/** How many samples are looked at: a switch shows itself soon. */
const PROBES = 4000;
const NO_UNITS: ReadonlySet<string> = new Set([
  '',
  '-',
  'bool',
  'boolean',
  'binary',
  'enum',
  'state',
  'on/off',
  'none',
]);

/**
 * Is it a state (on or off, a mode) that holds until the next sample, and not a measurement whose samples a line may
 * join? A few whole numbers without a unit are a state. NaN is no value.
 */
export function looksLikeStates(values: Float64Array, unit: string | null): boolean {
  if (!NO_UNITS.has((unit ?? '').trim().toLowerCase())) return false;
  const seen = new Set<number>();
  const stride = Math.max(1, Math.floor(values.length / PROBES));
  for (let at = 0; at < values.length; at += stride) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value)) return false;
    seen.add(value);
    if (seen.size > MOST_STATES) return false;
  }
  return seen.size > 0;
}
