const DEFAULT_MS = 30_000;
const LONGEST_MS = 3_600_000;

/** How long to wait, in ms: seconds or an HTTP date; 30 s where nothing usable is said, never over an hour. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? '';
  // Date.parse reads almost anything as a year; a date of HTTP names its month.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) - nowMs : Number.NaN;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : date;
  if (!Number.isFinite(ms)) return DEFAULT_MS;
  return Math.ceil(Math.min(Math.max(ms, 0), LONGEST_MS));
}
