/**
 * Does a text fit into two lines as a page breaks it: between words, and within a word only if that is longer than a
 * line? `fits` says whether a part fits into one line.
 */
export function fitsTwoLines(text: string, fits: (part: string) => boolean): boolean {
  let first = '';
  const words = text.split(/(?<= )/);
  for (const [at, word] of words.entries()) {
    const line = first + word;
    if (fits(line.trimEnd())) first = line;
    else {
      const rest = words.slice(at).join('');
      return fits(rest.trimEnd()) || (at === 0 && fits(afterFirstLine(rest, fits).trimEnd()));
    }
  }
  return true;
}

/** What is left of a text whose first word is broken at the end of the line. */
function afterFirstLine(text: string, fits: (part: string) => boolean): string {
  const letters = Array.from(text);
  let count = letters.length - 1;
  while (count > 1 && !fits(letters.slice(0, count).join(''))) count -= 1;
  return letters.slice(count).join('');
}
