import type { ContentHash } from '../../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Action, DeleteRemote, MoveLocal, Wait } from './actions.ts';
import { originalOf } from '../names/conflict-name.ts';
import { holdsAgreed } from '../compare/fingerprint.ts';
import type { BaseFile, LocalFile, Trees } from '../trees.ts';

/**
 * Makes the delete of a record wait for an upload that may replace it: the file was put over another one (a conflict was
 * resolved so), was renamed and edited, or was copied elsewhere and deleted. Until that upload is confirmed the service and
 * all other computers have the bytes in this record alone, and it may be refused for good. If it is another file after all,
 * which only got the inode of the deleted one, the delete merely comes later. `moves`: they count as well, since an edited
 * file is sent once it lies where its record does.
 */
export function sentFirst(
  actions: readonly Action[],
  moves: readonly MoveLocal[],
  trees: Pick<Trees, 'base' | 'local'>,
): readonly Action[] {
  if (!actions.some(({ kind }) => kind === 'deleteRemote')) return actions;
  const unsent = new Unsent([...moves, ...actions].flatMap((action) => fileToSend(action, trees) ?? []));
  return actions.map((action) => {
    const after = action.kind === 'deleteRemote' ? unsent.insteadOf(action) : null;
    return action.kind === 'deleteRemote' && after !== null ? { ...action, after } : action;
  });
}

/** The file of this action if its bytes may be in no record yet; else null. */
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
  // What comes has no file here; one that was not seen may be edited.
  const agreed = reason === 'not-seen' && id !== null ? base.get(id) : undefined;
  return file === null || agreed === undefined || holdsAgreed(file, agreed) ? null : file;
}

/** Files that are still to be sent, by what tells that one of them may be what became of another. */
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

  /** It was renamed and edited, or is a copy that became the original and was saved anew. */
  #nextVersion({ ino, path }: BaseFile): LocalFile | undefined {
    const original = originalOf(path);
    const same = ino === 0n ? undefined : this.#byInode.get(ino);
    return same ?? (original === null ? undefined : this.#byPlace.get(pathKey(original)));
  }

  #sameBytes({ hash, size }: BaseFile): LocalFile | undefined {
    return this.#byHash.get(hash) ?? this.#bySize.get(size);
  }
}
