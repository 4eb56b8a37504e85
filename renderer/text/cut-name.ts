import { cutMiddle } from './cut-middle.ts';
import { keptBeforeMark, splitName, type Ending } from './split-name.ts';
import type { TellingWord } from './telling-words.ts';

type Fits = (text: string) => boolean;

/**
 * Cuts a name that does not fit in its middle, and keeps the word that tells it from its neighbours, if there is one:
 * "Zone…22…floor)". Of a conflict copy that is the end of the name before its mark. Null if the name is too short for that. `fits` says whether a text fits.
 */
export function cutName(
  name: string,
  ending: Ending,
  telling: TellingWord | undefined,
  fits: Fits,
): string | null {
  const [start, end] = splitName(name, ending);
  if (ending === 'folder') {
    const shown = end === '' ? null : cutTelling(name, [start, end], telling, fits);
    return shown !== null && fits(shown) ? shown : cutName(name, 'extension', telling, fits);
  }
  if (end !== '') {
    const parts = [start, end] as const;
    return ending === 'word'
      ? cutToWord(name, parts, telling, fits)
      : cutTelling(name, parts, telling ?? keptBeforeMark(name), fits);
  }
  // A name of one long word has no other end than its last letters.
  return ending === 'word' ? cutName(name, 'extension', telling, fits) : null;
}

/**
 * Keeps the last word if the start then has as much room as it, else cuts at the end: a long word alone tells less than
 * the beginning of the name, and a part of a word tells nothing.
 */
function cutToWord(
  name: string,
  [start, end]: readonly [string, string],
  telling: TellingWord | undefined,
  fits: Fits,
): string {
  const withWord = cutTelling(name, [start, end], telling, fits);
  const tail = `…${end.trimStart()}`;
  const before = withWord.endsWith(tail) ? withWord.length - tail.length : 0;
  const hasRoom = before >= tail.length - 1 && fits(withWord);
  return hasRoom ? withWord : cutTelling(name, [name, ''], telling, fits);
}

function cutTelling(
  name: string,
  [start, end]: readonly [string, string],
  telling: TellingWord | undefined,
  fits: Fits,
): string {
  const tail = end.trimStart();
  const cut = cutMiddle(start, end, fits);
  const kept = cut.length - tail.length - 1;
  // It is in what is shown already: in the ending, or at the very start, before which there is nothing to cut.
  if (telling === undefined || telling.from === 0 || telling.from >= start.length || telling.to <= kept)
    return cut;
  const before = name.slice(0, telling.from);
  const word = name.slice(telling.from, telling.to);
  const after = name.slice(telling.to);
  const whole = cutMiddle(before, after.length > end.length ? `${word}…${tail}` : word + after, fits);
  return fits(whole) || after === '' ? whole : cutMiddle(before, `${word}…`, fits);
}
