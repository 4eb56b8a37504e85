/**
 * The longest range of timeseries that anybody asks for, ms: no chart shows more, and a longer one is a mistyped year, which
 * would have thousands of questions asked of the service.
 */
export const LONGEST_MS = 100 * 366 * 86_400_000;
