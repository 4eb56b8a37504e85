import { CATEGORIES, type Category, categoryLabel } from '../../../shared/model/category.ts';
import { baseName, folderOf, joinPath, parseRelPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { isClosedFolder } from './own-names.ts';
import { fitsBytes } from '../../../shared/utf8.ts';
import { aliasPath, bareKey, foldKey, toLocalName } from './local-names.ts';
import type { Platform } from '../policy.ts';
import type { RemoteFile } from '../trees.ts';

/** Deeper folders and longer paths in a record are ignored: some system could not make them. */
export const MAX_FOLDERS = 32;
export const MAX_BYTES = 1024;

/** Top-level names that are ours. The last two are what Windows makes of the first two as 8.3 names. */
const RESERVED = /^(\.SITESYNC|\.SITEIGNORE|MODELS|SITESY~[0-9]+|SITEIG~[0-9]+)$/;
/** What Windows makes of the closed folders as 8.3 names. */
const CLOSED_SHORT = /^(SITESY|GIT|HG|SVN)~[0-9]+$/;

const categoryByFold = new Map<string, Category>(CATEGORIES.map(({ id, label }) => [fold(label), id]));

/**
 * Where a record wants to lie: in the folder that a client of our kind stated, else in its category's folder, always
 * under its own name. Whatever the service sent, the result stays inside the site's folder, outside what is ours and
 * what is closed, and is a path that this system can hold. It is not yet unique among records.
 */
export function impliedPath(
  remote: Pick<RemoteFile, 'id' | 'category' | 'name' | 'facts'>,
  platform: Platform,
): RelPath {
  const own = toLocalName(remote.name, platform);
  const isAsNamed = own.exact && !isOfGit(own.name);
  const place = (folder: string): RelPath => {
    const path = joinPath(folder, own.name);
    return isAsNamed ? path : aliasPath(path, remote.id, 0);
  };
  const stated = statedFolder(remote.facts.path, remote.category, platform);
  if (stated !== null) {
    const path = place(stated);
    // A file of this name, directly in the site's folder, would stand where one of our category folders has to be.
    const blocksFolder = stated === '' && categoryByFold.has(fold(path));
    if (!isReserved(path) && !blocksFolder && fitsBytes(path, MAX_BYTES)) return path;
  }
  return place(categoryLabel(remote.category));
}

/** The folder of the stated path as this system can hold it, corrected for the category; null where it is of no use. */
function statedFolder(path: RelPath | null, category: Category, platform: Platform): string | null {
  const safe = parseRelPath(path);
  if (safe === null) return null;
  const folder = folderOf(safe);
  const isLast = lastStated.folder === folder && lastStated.category === category;
  if (!isLast || lastStated.platform !== platform)
    lastStated = { folder, category, platform, stated: folderHere(folder, category, platform) };
  return lastStated.stated;
}

/** Remembered, since files of one folder mostly come one after the other. */
let lastStated: {
  readonly folder: string;
  readonly category: Category;
  readonly platform: Platform;
  readonly stated: string | null;
} = { folder: '', category: 'other', platform: 'linux', stated: '' };

function folderHere(folder: string, category: Category, platform: Platform): string | null {
  if (folder === '') return '';
  if (!fitsBytes(folder, MAX_BYTES)) return null;
  const segments = folder.split('/').map((segment) => toLocalName(segment, platform).name);
  if (segments.length > MAX_FOLDERS || segments.some(isClosed)) return null;
  const first = segments[0] ?? '';
  const stated = categoryByFold.get(fold(first)) ?? null;
  if (stated === null) return segments.join('/');
  // Most disks of the other systems have one folder for `other` and `Other`: it is spelt as the label. This one is not asked,
  // since agreements keep the path that is implied, and the site's folder may come to lie on another disk.
  const keep = stated === category && platform === 'linux';
  return [keep ? first : categoryLabel(category), ...segments.slice(1)].join('/');
}

/** The category whose folder a file lies in, whatever the folder's case; null outside the category folders. */
export function categoryOfPath(path: RelPath): Category | null {
  const slash = path.indexOf('/');
  return slash < 0 ? null : (categoryByFold.get(fold(path.slice(0, slash))) ?? null);
}

/**
 * Does the path that a record states still fit the record? Another client that renames the record leaves our facts as they
 * were.
 */
export function fitsRecord(
  path: RelPath,
  { name, category }: Pick<RemoteFile, 'name' | 'category'>,
): boolean {
  return baseName(path) === name && (categoryOfPath(path) ?? category) === category;
}

/**
 * True for paths that are ours, or lie in a folder of ours: such files are never uploaded, and no record places a file
 * there.
 */
export function isReserved(path: RelPath): boolean {
  return RESERVED.test(endless(path.split('/', 1)[0] ?? ''));
}

/**
 * Is it a file by which git takes a folder for a repository, so that the next git command, as that of a prompt, runs what a
 * file `config` beside it names? With `HEAD` any folder may be one, besides `.git`. Such a record gets an alias.
 */
function isOfGit(name: string): boolean {
  return name.length <= LONGEST_OF_GIT && OF_GIT.has(bareKey(name));
}

const OF_GIT: ReadonlySet<string> = new Set(['.git', 'HEAD'].map(bareKey));
/** With some characters that a Mac leaves out. Longer names need not be looked at. */
const LONGEST_OF_GIT = 64;

function isClosed(folder: string): boolean {
  const key = endless(folder);
  return isClosedFolder(key) || CLOSED_SHORT.test(key);
}

/** The name as Windows takes it: without dots and blanks at its end. */
function endless(name: string): string {
  return bareKey(name).replace(/[. ]+$/, '');
}

function fold(segment: string): string {
  return foldKey(segment as RelPath);
}
