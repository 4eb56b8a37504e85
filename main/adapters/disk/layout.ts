import { createHash } from 'node:crypto';
import { CATEGORIES } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';

/** The hidden folder in each site's folder; never scanned, watched or synced. */
export const HIDDEN = '.sitesync';
export const MARKER = `${HIDDEN}/site.json`;
export const PARTIALS = `${HIDDEN}/tmp`;
export const TRASH = `${HIDDEN}/trash`;
/** Models travel one way, service to laptop, by their own road: no scan reports them. */
export const MODELS = 'Models';
/** Gitignore lines of this folder. It stays on this computer, so that each person decides for theirs. */
export const IGNORE_FILE = '.siteignore';

export const CATEGORY_FOLDERS: readonly string[] = CATEGORIES.map((category) => category.label);

/** Files up to this size are read, hashed and handed over whole; larger ones in chunks of it. */
export const CHUNK = 1024 * 1024;

/** Is this first path segment ours? A disk may fold case, so `.SiteSync` is ours too. */
export function isOwnSegment(segment: string): boolean {
  return segment.normalize('NFC').toLowerCase() === HIDDEN;
}

/**
 * The file name, without ending, of a partial download. A UUID serves as it is; any other id may hold what no disk
 * takes, or differ from another only in case, and is hashed.
 */
export function partialName(id: FileId): string {
  if (/^[0-9a-f][0-9a-f-]{7,63}$/.test(id)) return id;
  return createHash('sha256').update(id).digest('hex').slice(0, 40);
}
