import { counted } from '../../../shared/counted.ts';
import { isKept, type Category, type Keep } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { Commit } from '../../sync/ports/mirror/notes.ts';

/** At most this many files are named. */
const NAMED = 3;

/**
 * Does this choice cancel a waiting delete? A file that is not kept here may be missing here, so its absence no longer
 * means a delete. `pinned`: the choice for the file itself, which overrules its category; null if there is none.
 */
export function lapses(keep: Keep, category: Category, pinned: boolean | null): boolean {
  return !(pinned ?? isKept(keep, category));
}

/** A file that was deleted here, and whose delete is not sent any more. */
export interface LapsedDelete {
  readonly id: FileId;
  /** Where it lay. */
  readonly path: RelPath;
}

/**
 * The commits that make deletes lapse at once: nothing is agreed on any more for these files. If the next cycle did
 * that instead, a person who takes the choice back before it would have the files deleted on the service after all.
 */
export function commitsOfLapse(deletes: readonly LapsedDelete[]): readonly Commit[] {
  return deletes.map(({ id }) => ({ dropBase: id }));
}

/** What a person is told of deletes that were not sent, and will not be, and of others that went already; null without any. */
export function lapsedWords(
  deletes: readonly LapsedDelete[],
  gone: readonly LapsedDelete[] = [],
): string | null {
  const words: string[] = [];
  if (deletes.length > 0)
    words.push(
      `${counted(deletes.length, 'delete')} made here ${deletes.length === 1 ? 'was' : 'were'} not sent, and will not be: ${namesOf(deletes)} ${deletes.length === 1 ? 'stays' : 'stay'} on the service.`,
    );
  if (gone.length > 0)
    words.push(
      `${counted(gone.length, 'delete')} ${gone.length === 1 ? 'was' : 'were'} on the way already: ${namesOf(gone)} ${gone.length === 1 ? 'goes' : 'go'} from the service.`,
    );
  return words.length === 0 ? null : words.join(' ');
}

function namesOf(deletes: readonly LapsedDelete[]): string {
  const paths = deletes.map(({ path }) => path);
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${paths.slice(0, NAMED).join(', ')}${more}`;
}
