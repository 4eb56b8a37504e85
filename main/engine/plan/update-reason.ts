import { folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Update } from './actions.ts';
import type { BaseFile } from '../trees.ts';

/** Why a record is sent again. Bytes go before a category, and that before a name. */
export function updateReason(
  base: BaseFile,
  path: RelPath,
  content: boolean,
  recategorised: boolean,
): Update['reason'] {
  if (content) return 'edited-here';
  if (recategorised) return 'category-changed-here';
  return folderOf(path) === folderOf(base.path) ? 'renamed-here' : 'moved-here';
}
