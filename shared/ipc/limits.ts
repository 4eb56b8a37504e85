import { fitsBytes } from '../utf8.ts';

/**
 * Most bytes of one message from a window. The largest honest one is the review of a browser's drop: some thousand
 * files, each with its path and, for a table, the 4 kB by which its category is guessed.
 */
export const MESSAGE_BYTES = 32 * 1024 * 1024;

/** Is this text, as UTF-8, one that a host takes? */
export function fitsMessage(text: string): boolean {
  return fitsBytes(text, MESSAGE_BYTES);
}
