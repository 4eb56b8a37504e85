import { createHash } from 'node:crypto';
import { CATEGORIES } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { HIDDEN } from '../../engine/ignore/ignore-own.ts';

export const MARKER = `${HIDDEN}/site.json`;
export const PARTIALS = `${HIDDEN}/tmp`;
export const TRASH = `${HIDDEN}/trash`;

export const CATEGORY_FOLDERS: readonly string[] = CATEGORIES.map((category) => category.label);

/** Files up to this size are read, hashed and handed over whole; larger ones in chunks of it. */
export const CHUNK = 1024 * 1024;

/**
 * Downloads up to this size are held in memory while they come, where there is room: to write them piece by piece costs
 * more than to fetch them.
 */
export const SMALL = 4 * 1024 * 1024;
/** What came of one up to this size stays in memory where it breaks off; of a larger one it is put into a part. */
export const NO_PART = 256 * 1024;

/**
 * The file name, without ending, of a partial download. A UUID serves as it is; any other id may hold what no disk
 * takes, or differ from another only in case, and is hashed.
 */
export function partialName(id: FileId): string {
  if (/^[0-9a-f][0-9a-f-]{7,63}$/.test(id)) return id;
  return createHash('sha256').update(id).digest('hex').slice(0, 40);
}
