import { baseName, folderOf, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { foldKey } from './local-names.ts';
import type { Policy } from '../policy.ts';

/**
 * Are both paths one place on the disk of this folder? A disk that ignores case keeps one spelling of a folder, and
 * records that spell it in another way lie in it all the same. If that counted as a move, two such computers would send
 * each other their spellings for ever. The file's own name is compared exactly: another case of that is a rename.
 */
export function isSamePlace<Path extends RelPath | PathKey>(
  one: Path,
  other: Path,
  { ignoresCase }: Pick<Policy, 'ignoresCase'>,
): boolean {
  if (one === other) return true;
  const [path, otherPath] = [one as string as RelPath, other as string as RelPath];
  return (
    ignoresCase &&
    baseName(path) === baseName(otherPath) &&
    foldKey(folderOf(path) as RelPath) === foldKey(folderOf(otherPath) as RelPath)
  );
}

/** Are both paths one place there, but for the case of the file's own name? */
export function isRespelt(path: RelPath, other: RelPath, policy: Pick<Policy, 'ignoresCase'>): boolean {
  if (!policy.ignoresCase || foldKey(path) !== foldKey(other)) return false;
  return !isSamePlace(pathKey(path), pathKey(other), policy);
}

/**
 * Do the last names differ only in case, letter by letter, as disks compare them? Whether a name is free on any disk is
 * asked with `foldKey`, which is stricter: there ß is ss and ı is i. But Maße and Masse are two words, and two files.
 */
export function isOneName(path: RelPath, other: RelPath): boolean {
  return upperCase(baseName(path)) === upperCase(baseName(other));
}

function upperCase(name: string): string {
  return Array.from(name.normalize('NFC'), (letter) => {
    const upper = letter.toUpperCase();
    const isLetter = upper.length === letter.length && isAscii(upper) === isAscii(letter);
    return isLetter ? upper : letter;
  }).join('');
}

const isAscii = (letter: string): boolean => letter < '\u0080';
