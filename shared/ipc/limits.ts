import { fitsBytes } from '../utf8.ts';

/**
 * The most bytes of one message from a window. The largest legitimate one is the review of a drop in a browser: some
 * thousand files, each with its path and, for a table, the first 4 kB for guessing its category.
 */
export const MESSAGE_BYTES = 32 * 1024 * 1024;

/** Is this text, as UTF-8, small enough for a host? */
export function fitsMessage(text: string): boolean {
  return fitsBytes(text, MESSAGE_BYTES);
}
