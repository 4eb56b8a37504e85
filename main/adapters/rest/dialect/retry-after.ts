/** How long the service wants to be left alone, in ms, from seconds or an HTTP date; null if nothing usable is said. */
export function askedMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  // Date.parse takes almost anything for a year; an HTTP date names its month.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) - nowMs : Number.NaN;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : date;
  return Number.isFinite(ms) ? Math.ceil(Math.max(ms, 0)) : null;
}
