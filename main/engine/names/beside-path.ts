import { baseName, folderOf, joinPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { cutName } from './local-names.ts';

/** The name that a file gets where its own is taken: `Other/plan.pdf` → `Other/plan (2).pdf`. */
export function besidePath(path: RelPath, number: number): RelPath {
  return joinPath(folderOf(path), cutName(baseName(path), ` (${number})`));
}
