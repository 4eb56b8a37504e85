/**
 * The longest range of timeseries that may be asked for, ms. No chart shows more. A longer one is a mistyped year,
 * which would cause thousands of requests.
 */
export const LONGEST_MS = 100 * 366 * 86_400_000;
