import type { FileId } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { pathsOf, recordOf } from '../../engine/plan/action-subject.ts';
import type { Action } from '../../engine/plan/actions.ts';
import type { Step } from './step.ts';

/** The records, places and files that steps in flight are about: other actions about them wait. */
export class Locks {
  readonly #records: ReadonlySet<FileId>;
  readonly #places: ReadonlySet<string>;
  readonly #files: ReadonlySet<string>;

  constructor(steps: Iterable<Step>) {
    const all = [...steps];
    this.#records = new Set(all.flatMap((step) => recordOf(step) ?? []));
    this.#places = new Set(all.flatMap((step) => pathsOf(step).map(pathKey)));
    this.#files = new Set(all.flatMap(filesOf));
  }

  hold(action: Action): boolean {
    const record = recordOf(action);
    return (
      (record !== null && this.holdRecord(record)) ||
      pathsOf(action).some((path) => this.holdPlace(path)) ||
      filesOf(action).some((file) => this.#files.has(file))
    );
  }

  holdRecord(id: FileId): boolean {
    return this.#records.has(id);
  }

  holdPlace(path: RelPath): boolean {
    return this.#places.has(pathKey(path));
  }
}

/**
 * Keys by which a file is recognised even if it was moved meanwhile. The inode alone would not do: a deleted file leaves it to
 * the next one. None on a drive without inodes.
 */
function filesOf(action: Action): readonly string[] {
  const local = 'local' in action ? action.local : action.kind === 'download' ? action.replaces : null;
  return local === null || local.ino === 0n ? [] : [`${local.ino} ${local.size} ${local.mtimeNs}`];
}
