/** The word of a text that tells it from others: its first code unit, and the one after its last. */
export interface TellingWord {
  readonly from: number;
  readonly to: number;
}

const SEAM = /[\s_\-.,:;/()[\]#]/u;
/** A longer word is cut to what is around the place, in code units. */
const LONGEST = 12;
const BEFORE = 3;

/**
 * For each text, the word that tells it from the one that begins most like it: points of a building often differ only
 * in a room number in the middle. None for a text that begins like no other.
 */
export function tellingWords(texts: readonly string[]): ReadonlyMap<string, TellingWord> {
  const words = new Map<string, TellingWord>();
  const sorted = [...new Set(texts)].toSorted();
  let alikeBefore = 0;
  for (const [at, text] of sorted.entries()) {
    const alikeAfter = alike(text, sorted[at + 1] ?? '');
    const first = Math.max(alikeBefore, alikeAfter);
    if (first > 0) words.set(text, wordAt(text, Math.min(first, text.length - 1)));
    alikeBefore = alikeAfter;
  }
  return words;
}

/** How many code units both begin with. */
function alike(one: string, other: string): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count += 1;
  return count;
}

function wordAt(text: string, at: number): TellingWord {
  let from = at;
  while (from > 0 && !SEAM.test(text[from - 1] ?? '')) from -= 1;
  // Where the word is over that goes on in the other text.
  let to = from < at && SEAM.test(text[at] ?? '') ? at : at + 1;
  while (to < text.length && !SEAM.test(text[to] ?? '')) to += 1;
  if (to - from > LONGEST) {
    from = Math.max(from, at - BEFORE);
    to = Math.min(to, from + LONGEST);
  }
  return { from: isHalf(text, from) ? from - 1 : from, to: isHalf(text, to) ? to + 1 : to };
}

/** Is it the second code unit of a letter of two? */
function isHalf(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '');
}
