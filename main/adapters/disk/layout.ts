import { createHash } from 'node:crypto';
import { CATEGORIES } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { HIDDEN } from '../../engine/names/own-names.ts';

export const MARKER = `${HIDDEN}/site.json`;
export const PARTIALS = `${HIDDEN}/tmp`;
export const TRASH = `${HIDDEN}/trash`;

export const CATEGORY_FOLDERS: readonly string[] = CATEGORIES.map((category) => category.label);

/** Files up to this size are read, hashed and handed over whole; larger ones in chunks of it. */
export const CHUNK = 1024 * 1024;

/**
 * Downloads up to this size are held in memory while they come, if there is room: writing them piece by piece would
 * cost more than fetching them.
 */
export const SMALL = 4 * 1024 * 1024;
/** If such a download breaks off, up to this many bytes of it stay in memory; more is written to a part. */
export const NO_PART = 256 * 1024;

/**
 * The file name, without its extension, of a partial download. A UUID is used as it is. Any other id is hashed: it may
 * hold characters that no disk takes, or differ from another one only in case.
 */
export function partialName(id: FileId): string {
  if (/^[0-9a-f][0-9a-f-]{7,63}$/.test(id)) return id;
  return createHash('sha256').update(id).digest('hex').slice(0, 40);
}
