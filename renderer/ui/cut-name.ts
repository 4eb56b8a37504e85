import { cutMiddle } from './cut-middle.ts';
import { splitName } from './split-name.ts';
import type { TellingWord } from './telling-words.ts';

/**
 * A name that has no room, cut in its middle; the word that tells it from those beside it stays, where there is one:
 * "Zone…22…floor)". Null for a name that is too short to be cut so. `fits` says whether a text has room.
 */
export function cutName(
  name: string,
  ending: number | 'extension',
  telling: TellingWord | undefined,
  fits: (text: string) => boolean,
): string | null {
  const [start, end] = splitName(name, ending);
  if (end === '') return null;
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
