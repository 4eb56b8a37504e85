import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { baseName, childOf, folderOf, joinPath, type RelPath } from '../../../../shared/model/rel-path.ts';
import { HIDDEN } from '../../../engine/names/own-names.ts';
import { foldKey } from '../../../engine/names/local-names.ts';
import { isOneName } from './last-look.ts';
import { errnoOf, isErrno } from '../problem.ts';

/** Only names with characters beyond these can be spelt in two ways. */
export const PLAIN = /^[\0-\x7f]*$/;

const FORMS = ['NFC', 'NFD'] as const;

/** The path with its last name as other systems may spell it. */
export function otherSpellings(full: string, separator = sep): readonly string[] {
  const at = full.lastIndexOf(separator) + 1;
  const name = full.slice(at);
  return FORMS.map((form) => name.normalize(form))
    .filter((other) => other !== name)
    .map((other) => full.slice(0, at) + other);
}

/**
 * Sorts entries of a folder so that composed names come first. Of two entries that are one name to us, the same one
 * comes first in whatever order the disk lists them.
 */
export function composedFirst<T extends { readonly name: string }>(entries: readonly T[]): readonly T[] {
  const odd = entries.filter(({ name }) => !isComposed(name));
  if (odd.length === 0) return entries;
  return [
    ...entries.filter(({ name }) => isComposed(name)),
    ...odd.sort((one, other) => (one.name < other.name ? -1 : 1)),
  ];
}

function isComposed(name: string): boolean {
  return PLAIN.test(name) || name === name.normalize('NFC');
}

/**
 * A folder in each spelling that exists, the given one among them if it exists. A disk that keeps é composed and
 * decomposed apart may have two, and whoever looks at one judges what is known of both.
 */
export function everySpelling(
  folder: string,
  isAnother: (other: string, folder: string) => boolean,
): readonly string[] {
  if (PLAIN.test(folder)) return [folder];
  const name = baseName(folder);
  return everySpelling(folderOf(folder), isAnother).flatMap((above) => {
    const given = childOf(above, name);
    const names = [given, ...otherSpellings(given, '/').filter((other) => isAnother(other, given))];
    return composedFirst(names.map((each) => ({ name: each }))).map((each) => each.name);
  });
}

/**
 * Are these two folders, and not one that the disk finds by either name? In doubt yes: then it is looked at, and told
 * of.
 */
export function isAnotherFolder(root: string, other: string, folder: string): boolean {
  const full = join(root, other);
  try {
    const isFolder = lstatSync(full, { throwIfNoEntry: false })?.isDirectory() ?? false;
    return isFolder && !isOneName(full, join(root, folder));
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    // Decomposed, a name may be too long for the disk.
    return !isErrno(error, 'ENAMETOOLONG');
  }
}

/**
 * Does the disk of a site's folder take two names that differ only in case for one? Then it finds our hidden folder in
 * capitals too, without listing it twice. Nothing is written for that. Null if the folder cannot be listed.
 */
export function ignoresCase(root: string): boolean | null {
  try {
    return isOneName(join(root, HIDDEN), join(root, HIDDEN.toUpperCase()));
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

/**
 * A folder as the disk spells it. A disk that ignores case also finds it by its former name: its files must not be
 * known by both, or each would count as two.
 */
export function asOnDisk(root: string, folder: string): string {
  try {
    if (process.platform === 'linux') return asListed(root, folder);
    return respelt(folder, realpathSync.native(root), realpathSync.native(join(root, folder)));
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    // Windows tells no real path on some drives, such as those in memory, nor on a network drive where this user may not
    // look into each folder on the way. What else is wrong with the folder, reading it will tell.
    return folder;
  }
}

/**
 * The path of a file that was just put at `path`: a disk that ignores case puts it into the existing folder, whose case
 * may differ. A drive may not tell how that is spelt.
 */
export async function placeOnDisk(root: string, path: RelPath): Promise<RelPath> {
  const folder = folderOf(path);
  if (folder === '') return path;
  try {
    if (process.platform === 'linux') return joinPath(asListed(root, folder), baseName(path));
    const [above, full] = await Promise.all([realpath(root), realpath(join(root, folder))]);
    return joinPath(respelt(folder, above, full), baseName(path));
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return path;
  }
}

/** Linux tells no real path on such a disk, so each name is looked up in the list of the folder above. */
function asListed(root: string, folder: string): string {
  if (ignoresCase(root) !== true) return folder;
  return folder.split('/').reduce((above, name) => {
    const names = readdirSync(join(root, above));
    const key = foldKey(name as RelPath);
    const listed = names.includes(name) ? name : names.find((each) => foldKey(each as RelPath) === key);
    return childOf(above, listed ?? name);
  }, '');
}

function respelt(folder: string, root: string, full: string): string {
  const spelt = relative(root, full).split(sep).join('/');
  const isOther = spelt.normalize('NFC') !== folder.normalize('NFC');
  return isOther && foldKey(spelt as RelPath) === foldKey(folder as RelPath) ? spelt : folder;
}
