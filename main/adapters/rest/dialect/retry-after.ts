const DEFAULT_MS = 30_000;
const LONGEST_MS = 3_600_000;

/** How long to wait, in ms: seconds or an HTTP date; 30 s where nothing usable is said, never over an hour. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  if (!Number.isFinite(ms)) return DEFAULT_MS;
  return Math.ceil(Math.min(Math.max(ms, 0), LONGEST_MS));
}
