/** The hidden folder in each site's folder; never scanned, watched or synced. */
export const HIDDEN = '.sitesync';
/** Models travel one way, service to laptop, by their own road: no scan reports them. */
export const MODELS = 'Models';
/** Gitignore lines of this folder. It stays on this computer, so that each person decides for theirs. */
export const IGNORE_FILE = '.siteignore';

/** Characters that HFS+ leaves out when it compares names: `.site<ZWNJ>sync` is `.sitesync` there. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Nearly every name: nothing in it to leave out or to compose. */
const PLAIN = /^[ -~]*$/;

/** Is this first path segment our hidden folder? A disk may fold case, so `.SiteSync` is ours too. */
export function isOwnSegment(segment: string): boolean {
  if (PLAIN.test(segment)) return segment.length === HIDDEN.length && segment.toLowerCase() === HIDDEN;
  return segment.replace(INVISIBLE, '').normalize('NFC').toLowerCase() === HIDDEN;
}

/** Does this path, relative to the site's folder, lie in what is ours or stays on this computer? */
export function isOwnPath(path: string): boolean {
  const slash = path.indexOf('/');
  const first = slash < 0 ? path : path.slice(0, slash);
  return isOwnSegment(first) || first === MODELS || path === IGNORE_FILE;
}
