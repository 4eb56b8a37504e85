import type { ContentHash } from '../../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Action, DeleteRemote, Wait } from './actions.ts';
import { originalOf } from '../names/conflict-name.ts';
import { holdsAgreed } from '../compare/fingerprint.ts';
import type { BaseFile, LocalFile, Trees } from '../trees.ts';

/**
 * Makes the delete of a record wait for an upload that may replace it. The file may have been put over another one (as
 * in a resolved conflict), renamed and edited, or copied elsewhere and deleted. Until that upload is confirmed, the
 * service and all other computers have the bytes in this record alone, and the upload may be refused for good. If it is
 * another file after all, which only got the inode of the deleted one, the delete merely comes later.
 *
 * `moves` count too: an edited file is sent once it lies where its record does, or its name is free.
 */
export function sentFirst(
  actions: readonly Action[],
  moves: readonly Action[],
  trees: Pick<Trees, 'base' | 'local'>,
): readonly Action[] {
  if (!actions.some(({ kind }) => kind === 'deleteRemote')) return actions;
  const unsent = new Unsent([...moves, ...actions].flatMap((action) => fileToSend(action, trees) ?? []));
  return actions.map((action) => {
    const after = action.kind === 'deleteRemote' ? unsent.insteadOf(action) : null;
    return action.kind === 'deleteRemote' && after !== null ? { ...action, after } : action;
  });
}

/** The file of this action, if no record may have its bytes yet; else null. */
function fileToSend(action: Action, trees: Pick<Trees, 'base' | 'local'>): LocalFile | null {
  switch (action.kind) {
    case 'create':
    case 'reconcile':
    case 'hash':
      return action.local;
    case 'update':
      return action.content ? action.local : null;
    case 'moveLocal':
      return holdsAgreed(action.local, action.base) ? null : action.local;
    case 'wait':
      return fileThatWaits(action, trees);
    default:
      return null;
  }
}

function fileThatWaits(
  { id, path, reason }: Wait,
  { base, local }: Pick<Trees, 'base' | 'local'>,
): LocalFile | null {
  const file = local.get(pathKey(path)) ?? null;
  if (reason === 'outcome-unknown' || reason === 'not-listed-yet') return file;
  // The wait of a record names the place to which it would come: whatever lies there is none of its own.
  if (reason === 'maybe-there') return id === null ? file : null;
  // A record that is still to come has no file here; a file that was not seen, or waits for its name, may be edited.
  const mayBeEdited = reason === 'not-seen' || reason === 'name-taken';
  const agreed = mayBeEdited && id !== null ? base.get(id) : undefined;
  return file === null || agreed === undefined || holdsAgreed(file, agreed) ? null : file;
}

/** Files that are still to be sent, by everything that can show that one is what became of another. */
class Unsent {
  readonly #byPlace: ReadonlyMap<PathKey, LocalFile>;
  readonly #byInode: ReadonlyMap<bigint, LocalFile>;
  readonly #byHash: ReadonlyMap<ContentHash | null, LocalFile>;
  /** Those that were not read yet. */
  readonly #bySize: ReadonlyMap<number, LocalFile>;

  constructor(files: readonly LocalFile[]) {
    this.#byPlace = new Map(files.map((file) => [pathKey(file.path), file]));
    this.#byInode = new Map(files.map((file) => [file.ino, file]));
    this.#byHash = new Map(files.map((file) => [file.hash, file]));
    this.#bySize = new Map(files.filter(({ hash }) => hash === null).map((file) => [file.size, file]));
  }

  insteadOf({ base }: DeleteRemote): RelPath | null {
    const file = this.#nextVersion(base) ?? (base.size === 0 ? undefined : this.#sameBytes(base));
    return file?.path ?? null;
  }

  /**
   * The file was renamed and edited: it has the same inode. Or it was a conflict copy, and lies in the place of its
   * original now.
   */
  #nextVersion({ ino, path }: BaseFile): LocalFile | undefined {
    const original = originalOf(path);
    const same = ino === 0n ? undefined : this.#byInode.get(ino);
    return same ?? (original === null ? undefined : this.#byPlace.get(pathKey(original)));
  }

  #sameBytes({ hash, size }: BaseFile): LocalFile | undefined {
    return this.#byHash.get(hash) ?? this.#bySize.get(size);
  }
}
