const DEFAULT_MS = 30_000;
const LONGEST_MS = 3_600_000;

/** How long to wait, in ms, from seconds or an HTTP date. 30 s if nothing usable is said, and an hour at most. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? '';
  // Date.parse takes almost anything for a year; an HTTP date names its month.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) - nowMs : Number.NaN;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : date;
  if (!Number.isFinite(ms)) return DEFAULT_MS;
  return Math.ceil(Math.min(Math.max(ms, 0), LONGEST_MS));
}
