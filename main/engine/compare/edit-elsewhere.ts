import { baseName, folderOf, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { BaseFile, LocalFile } from '../trees.ts';

/** Of two files with one inode: may the later one be the other, edited in a folder that was renamed? */
export function isEditElsewhere(base: BaseFile, local: LocalFile): boolean {
  return (
    local.mtimeNs > base.mtimeNs &&
    pathKey(baseName(local.path) as RelPath) === pathKey(baseName(base.path) as RelPath) &&
    pathKey(folderOf(local.path) as RelPath) !== pathKey(folderOf(base.path) as RelPath)
  );
}
