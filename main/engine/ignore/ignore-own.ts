import { bareKey } from '../names/local-names.ts';

/** The hidden folder in each site's folder; never scanned, watched or synced. */
export const HIDDEN = '.sitesync';
/** Models travel one way, service to laptop, by their own road: no scan reports them. */
export const MODELS = 'Models';
/** Gitignore lines of this folder. It stays on this computer, so that each person decides for theirs. */
export const IGNORE_FILE = '.siteignore';
/**
 * Folders that stay on their computer at any depth, and that no line takes back: our own, in the copy of a site's folder,
 * and those of version control. They change together or are broken, and the next command of git runs what the `config` in
 * one names: a record must not get there.
 */
export const CLOSED_FOLDERS: readonly string[] = [HIDDEN, '.git', '.hg', '.svn'];

const CLOSED = new Set(CLOSED_FOLDERS.map(bareKey));

/** Nearly every name: nothing in it to leave out or to compose. */
const PLAIN = /^[ -~]*$/;

/** Is this first path segment our hidden folder? A disk may fold case, so `.SiteSync` is ours too. */
export function isOwnSegment(segment: string): boolean {
  return mayBe(segment, HIDDEN);
}

/** Is it the file that says what stays here? On a disk that folds case it is found as `.SITEIGNORE` too. */
export function isIgnoreFile(path: string): boolean {
  return mayBe(path, IGNORE_FILE);
}

/** By the name of a folder, wherever it lies. */
export function isClosedFolder(name: string): boolean {
  return CLOSED.has(bareKey(name));
}

/** Does this path, relative to the site's folder, lie in what is ours or stays on this computer? */
export function isOwnPath(path: string): boolean {
  const slash = path.indexOf('/');
  const first = slash < 0 ? path : path.slice(0, slash);
  return isOwnSegment(first) || first === MODELS || isIgnoreFile(path);
}

/** Would some disk take the one name for the other? */
function mayBe(name: string, ours: string): boolean {
  if (name.length !== ours.length && PLAIN.test(name)) return false;
  return bareKey(name) === bareKey(ours);
}
