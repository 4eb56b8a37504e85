import type { ContentHash } from '../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../shared/model/rel-path.ts';
import type { Action, DeleteRemote } from './actions.ts';
import { originalOf } from './conflict-name.ts';
import { sameFingerprint } from './fingerprint.ts';
import type { LocalFile } from './trees.ts';

/**
 * Lets deletes of records wait for what is sent in their stead: the file of the record was put over another one (a
 * conflict was resolved so), or holds the same bytes. Until that is confirmed the service, and all other computers, have
 * these bytes in this record alone; and what is sent may be refused for good.
 */
export function sentFirst(
  actions: readonly Action[],
  local: ReadonlyMap<PathKey, LocalFile>,
): readonly Action[] {
  if (!actions.some(({ kind }) => kind === 'deleteRemote')) return actions;
  const unsent = new Unsent(actions.flatMap((action) => fileToSend(action, local) ?? []));
  return actions.map((action) => {
    const after = action.kind === 'deleteRemote' ? unsent.insteadOf(action) : null;
    return action.kind === 'deleteRemote' && after !== null ? { ...action, after } : action;
  });
}

/** The file whose bytes no record is agreed to hold, or of which that is not known; null where there is none. */
function fileToSend(action: Action, local: ReadonlyMap<PathKey, LocalFile>): LocalFile | null {
  switch (action.kind) {
    case 'create':
    case 'reconcile':
    case 'hash':
      return action.local;
    case 'update':
      return action.content ? action.local : null;
    case 'moveLocal':
      return action.local.hash === action.base.hash ? null : action.local;
    case 'wait':
      // A rename that waits for a name has its bytes there, and may wait for this very delete.
      return action.reason === 'outcome-unknown' || action.reason === 'not-listed-yet'
        ? (local.get(pathKey(action.path)) ?? null)
        : null;
    default:
      return null;
  }
}

/** Files that are still to be sent, by what tells that one of them took the place of another. */
class Unsent {
  readonly #byPlace: ReadonlyMap<PathKey, LocalFile>;
  /** Those that were not read since they came to their places: a file that is moved keeps all of its fingerprint. */
  readonly #unread: ReadonlyMap<bigint, LocalFile>;
  readonly #byHash: ReadonlyMap<ContentHash | null, LocalFile>;

  constructor(files: readonly LocalFile[]) {
    this.#byPlace = new Map(files.map((file) => [pathKey(file.path), file]));
    this.#unread = new Map(files.filter(({ hash }) => hash === null).map((file) => [file.ino, file]));
    this.#byHash = new Map(files.map((file) => [file.hash, file]));
  }

  insteadOf({ base }: DeleteRemote): RelPath | null {
    const unread = base.ino === 0n ? undefined : this.#unread.get(base.ino);
    if (unread !== undefined && sameFingerprint(unread, base)) return unread.path;
    // Of an empty file nothing can be lost.
    const same = base.size === 0 ? undefined : this.#byHash.get(base.hash);
    if (same !== undefined) return same.path;
    // What was saved over a copy that had become the original has neither its fingerprint nor its bytes.
    const original = originalOf(base.path);
    return (original === null ? undefined : this.#byPlace.get(pathKey(original))?.path) ?? null;
  }
}
