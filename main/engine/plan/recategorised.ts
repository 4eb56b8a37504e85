import type { Category } from '../../../shared/model/category.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { categoryOfPath } from '../names/implied-path.ts';
import type { Policy } from '../policy.ts';

/**
 * Did the person choose another category for a file that stayed where it is? Inside the category folders only a move
 * says so. If the record still has another category there, the service did not take our change: it is not sent again
 * and again.
 */
export function isRecategorised(path: RelPath, recorded: Category, policy: Policy): boolean {
  const chosen = categoryOfPath(path) === null ? policy.chosenCategory(path) : null;
  return chosen !== null && chosen !== recorded;
}
