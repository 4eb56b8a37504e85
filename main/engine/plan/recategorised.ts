import type { Category } from '../../../shared/model/category.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { categoryOfPath } from '../names/implied-path.ts';
import type { Policy } from '../policy.ts';

/**
 * Did the person choose another category for a file that stayed where it is? Inside the category folders only a move says
 * so: a folder that does not fit there is a change that the service did not take, and is not sent for ever.
 */
export function isRecategorised(path: RelPath, recorded: Category, policy: Policy): boolean {
  const chosen = categoryOfPath(path) === null ? policy.chosenCategory(path) : null;
  return chosen !== null && chosen !== recorded;
}
