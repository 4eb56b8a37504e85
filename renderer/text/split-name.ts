import { CONFLICT_MARK } from '../../shared/model/conflict-mark.ts';
import type { TellingWord } from './telling-words.ts';

const KEPT_BEFORE_DOT = 4;
const LONGEST_EXTENSION = 10;
const SHORT = 12;
const SEAM = /[\s_-]/u;

/** How much of a name's end stays: a number of letters, the extension, the last word, or the last folder of a path. */
export type Ending = number | 'extension' | 'word' | 'folder';

/**
 * Splits a name into what may be cut and what stays readable. With `extension`, that is the ending with the short
 * word or the number before it, where revisions stand; a name that is short is not split at all.
 */
export function splitName(name: string, ending: Ending): readonly [string, string] {
  const letters = Array.from(name);
  const kept = typeof ending === 'number' ? ending : KEPT[ending](name);
  if (kept <= 0 || letters.length <= Math.max(SHORT, kept + 2)) return [name, ''];
  const at = letters.length - kept;
  // A space at the seam would be swallowed at the end of the first part.
  return [letters.slice(0, at).join(''), letters.slice(at).join('').replace(/^ /, '\u00A0')];
}

/**
 * If a word has no seam near its end, this much of it is kept: enough to tell it from the mark of the cut, and from
 * others.
 */
const KEPT_OF_WORD = 3;

/** How many characters the last of several folders has, with the slash before it. */
function lastFolderOf(path: string): number {
  return Array.from(/[^\\/][\\/][^\\/]+$/.exec(path)?.[0] ?? '').slice(1).length;
}

/** How many characters the last of several words has, with the space before it. */
function lastWordOf(name: string): number {
  return Array.from(/\S\s(\S+)$/u.exec(name)?.[0] ?? '').slice(1).length;
}

/**
 * What stays of the name before the mark in a conflict copy's name, which is alike in all copies of that minute; from its
 * first code unit to the one after its last. Undefined for a name without that mark.
 */
export function keptBeforeMark(name: string): TellingWord | undefined {
  const mark = CONFLICT_MARK.exec(name);
  if (mark === null) return undefined;
  const plain = name.slice(0, mark.index);
  const kept = Array.from(plain).slice(-keptOf(plain)).join('').trimStart();
  return { from: mark.index - kept.length, to: mark.index };
}

/** How many characters at the end stay: a short word or a number whole, of a longer one its end. */
function keptOf(name: string): number {
  const dot = name.lastIndexOf('.');
  const ending = dot <= 0 ? 0 : Array.from(name.slice(dot)).length;
  const known = ending > LONGEST_EXTENSION ? 0 : ending;
  const letters = Array.from(name);
  const before = letters.slice(0, letters.length - known).slice(-KEPT_BEFORE_DOT);
  const seam = before.findIndex((letter) => SEAM.test(letter));
  if (seam >= 0) return known + before.length - seam;
  const isNumber = before.some((letter) => /\d/u.test(letter));
  // A dot after the mark of the cut would read as a part of it.
  if (isNumber) return known + before.length - (before[0] === '.' ? 1 : 0);
  return known + (known === 0 ? before.length : Math.min(KEPT_OF_WORD, before.length));
}

const KEPT = { extension: keptOf, word: lastWordOf, folder: lastFolderOf } as const;
