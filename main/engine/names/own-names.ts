import type { RelPath } from '../../../shared/model/rel-path.ts';
import { bareKey } from './local-names.ts';

/** The hidden folder in each site's folder; never scanned, watched or synced. */
export const HIDDEN = '.sitesync';
/** Models go one way, from the service to the laptop, and not by the sync: no scan reports them. */
export const MODELS = 'Models';
/** Gitignore lines of this folder. The file stays on its computer, so that each person decides for theirs. */
export const IGNORE_FILE = '.siteignore';
/**
 * What Notepad makes of that name. Its lines count for nothing, which has to be told. It stays on its computer as the list
 * that it was meant to be: whoever leaves files out wants no list of them on the service.
 */
export const IGNORE_FILE_AS_TEXT = '.siteignore.txt' as RelPath;
/**
 * Folders that stay on their computer, at any depth, whatever the ignore lines say: our own (in the copy of a site's
 * folder), and those of version control. The files of a repository are only valid together; and the next git command
 * runs what its `config` names, so no record may get there.
 */
export const CLOSED_FOLDERS: readonly string[] = [HIDDEN, '.git', '.hg', '.svn'];

const CLOSED = new Set(CLOSED_FOLDERS.map(bareKey));

/** Nearly every name: it has no character to leave out or to compose. */
const PLAIN = /^[ -~]*$/;

/** Is this first path segment our hidden folder? A disk may fold case, so `.SiteSync` is ours too. */
export function isOwnSegment(segment: string): boolean {
  return mayBe(segment, HIDDEN);
}

/** Is it the file with the ignore lines? On a disk that folds case, `.SITEIGNORE` is found as well. */
export function isIgnoreFile(path: string): boolean {
  return mayBe(path, IGNORE_FILE);
}

/** Is it an ignore list that Notepad gave another name, in whatever case? */
export function isIgnoreFileAsText(path: string): boolean {
  return mayBe(path, IGNORE_FILE_AS_TEXT);
}

/** Is it the name of a folder that stays on its computer, wherever it lies? */
export function isClosedFolder(name: string): boolean {
  return CLOSED.has(bareKey(name));
}

/** Is this path, relative to the site's folder, ours, or does it stay on this computer? */
export function isOwnPath(path: string): boolean {
  const slash = path.indexOf('/');
  const first = slash < 0 ? path : path.slice(0, slash);
  return isOwnSegment(first) || first === MODELS || isIgnoreFile(path);
}

/** Would some disk take one name for the other? */
function mayBe(name: string, ours: string): boolean {
  if (name.length !== ours.length && PLAIN.test(name)) return false;
  return bareKey(name) === bareKey(ours);
}
