import { counted } from '../../shared/counted.ts';
import { isKept, type Category, type Keep } from '../../shared/model/category.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';

/** So many files are named. */
const NAMED = 3;

/**
 * Does a delete that waits lapse with this choice? What is not kept here may be missing here, so that it is no sign of a
 * delete any more. `pinned`: what was chosen for the file itself, which goes before its category; null where nothing was.
 */
export function lapses(keep: Keep, category: Category, pinned: boolean | null): boolean {
  return !(pinned ?? isKept(keep, category));
}

/** What a person is told of deletes that were not sent, and will not be; null without any. */
export function lapsedWords(paths: readonly RelPath[]): string | null {
  if (paths.length === 0) return null;
  const isOne = paths.length === 1;
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${counted(paths.length, 'delete')} made here ${isOne ? 'was' : 'were'} not sent, and will not be: ${paths.slice(0, NAMED).join(', ')}${more} ${isOne ? 'stays' : 'stay'} on the service.`;
}
