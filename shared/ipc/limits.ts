/**
 * Most bytes of one message from a window. The largest honest one is the review of a browser's drop: some thousand
 * files, each with its path and, for a table, the 4 kB by which its category is guessed.
 */
export const MESSAGE_BYTES = 32 * 1024 * 1024;

/** Is this text, as UTF-8, one that a host takes? */
export function fitsMessage(text: string): boolean {
  // UTF-8 takes up to three bytes for a unit of a string; counting exactly costs only where it may matter.
  if (text.length * 3 <= MESSAGE_BYTES) return true;
  return text.length <= MESSAGE_BYTES && utf8Length(text) <= MESSAGE_BYTES;
}

/** Lone surrogates count as the three bytes of the mark that replaces them. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
