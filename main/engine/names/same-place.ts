import { baseName, folderOf, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { foldKey } from './local-names.ts';
import type { Platform } from '../policy.ts';

/** Do the disks of this system take two names that differ only in case for one? */
export function ignoresCase(platform: Platform): boolean {
  return platform !== 'linux';
}

/**
 * Are both one place on a disk of this system? A folder that ignores case stands under one spelling, and records that
 * spell it in another lie in it all the same: were this a move, two such computers would send each other their own
 * spelling for ever. The file's own name is compared exactly: another case of that is a rename.
 */
export function isSamePlace<Path extends RelPath | PathKey>(
  one: Path,
  other: Path,
  platform: Platform,
): boolean {
  if (one === other) return true;
  const [path, otherPath] = [one as string as RelPath, other as string as RelPath];
  return (
    ignoresCase(platform) &&
    baseName(path) === baseName(otherPath) &&
    foldKey(folderOf(path) as RelPath) === foldKey(folderOf(otherPath) as RelPath)
  );
}

/** Are both one place there, and the file's own name is another but for its case alone? */
export function isRespelt(path: RelPath, other: RelPath, platform: Platform): boolean {
  if (!ignoresCase(platform) || foldKey(path) !== foldKey(other)) return false;
  return !isSamePlace(pathKey(path), pathKey(other), platform);
}

/**
 * Do both last names differ in case alone, letter by letter as disks compare them? What has to be free on any disk is compared
 * folded, which is stricter: there ß is ss and ı is i. But Maße and Masse are two words, and two files.
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
