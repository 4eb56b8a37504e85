/** Bytes of a text in UTF-8; a lone surrogate counts as the three bytes of the mark that replaces it. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** UTF-8 bytes that one UTF-16 unit takes at most: most texts are short enough to tell by their length alone. */
export const MOST_BYTES_PER_UNIT = 3;

/** Has a text at most so many bytes in UTF-8? */
export function fitsBytes(text: string, bytes: number): boolean {
  if (text.length * MOST_BYTES_PER_UNIT <= bytes) return true;
  return text.length <= bytes && utf8Length(text) <= bytes;
}
