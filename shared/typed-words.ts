/** The words of what a person typed to look for something, each of which is to be found. */
export function typedWords(typed: string): readonly string[] {
  return typed.split(/\s+/).filter((word) => word !== '');
}

/** Text as it is searched: without case, accents composed. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
