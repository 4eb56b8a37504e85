import { baseName, folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Platform } from '../policy.ts';
import type { RemoteFile } from '../trees.ts';
import { impliedPath } from './implied-path.ts';
import { foldKey, isAliasOf } from './local-names.ts';

/** Why a file is not called here as its record is: another file or folder has that name, or this disk cannot hold it. */
export type OtherName = 'taken' | 'not-possible';

/**
 * Why a file that is in step lies at `path` under another name than its record has; null if the names are equal but
 * for their spelling, or if it is no alias of ours.
 */
export function otherName(
  record: Pick<RemoteFile, 'id' | 'category' | 'name' | 'facts'>,
  path: RelPath,
  platform: Platform,
): OtherName | null {
  if (foldKey(baseName(path) as RelPath) === foldKey(record.name as RelPath)) return null;
  const implied = impliedPath(record, platform);
  if (foldKey(path) === foldKey(implied)) return 'not-possible';
  return folderOf(path) === folderOf(implied) && isAliasOf(path, implied, record.id) ? 'taken' : null;
}
