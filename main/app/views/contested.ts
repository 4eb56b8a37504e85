import { conflictReason, type ConflictReason, type OwnVersion } from '../../../shared/ipc/outbox.ts';
import { pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { deviceOf, originalOf, safeDevice } from '../../engine/names/conflict-name.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { Activity } from '../../sync/ports/mirror/history.ts';

/** What is known of a file that conflict copies lie beside. */
export interface Contest {
  /** Why both versions were kept; null: the history does not tell. */
  readonly reason: ConflictReason | null;
  /** Was the version that kept the name sent from this computer? */
  readonly isFileOwn: boolean;
  /** The copies that were made on this computer; the others came from the service. */
  readonly ownCopies: ReadonlySet<PathKey>;
}

/** By the places of the files that conflict copies lie beside. */
export type Contested = ReadonlyMap<PathKey, Contest>;

/** How many lines of the history are searched for how conflicts arose and were decided. */
export const HISTORY = 5000;

/** Updates of a record with other bytes; the others change its name or category alone. */
const SENT_BYTES: ReadonlySet<string> = new Set(['new-here', 'edit-beats-delete', 'edited-here']);

/**
 * `device`: the name of this computer. `lines`: gives the lines of the history, the newest first; only called if there
 * is a conflict.
 */
export function contestedOf(
  files: Iterable<LocalFile>,
  device: string,
  lines: () => readonly Activity[],
): Contested {
  const contested = new Map<PathKey, Contest & { reason: ConflictReason | null; isFileOwn: boolean }>();
  const copies = new Map<
    PathKey,
    { readonly original: PathKey; isOwn: boolean; isTold: boolean; isTheirs: boolean }
  >();
  for (const { path } of files) {
    const original = originalOf(path);
    if (original === null) continue;
    const key = pathKey(original);
    contested.set(key, { reason: null, isFileOwn: false, ownCopies: new Set() });
    const isOwn = deviceOf(path) === safeDevice(device);
    copies.set(pathKey(path), { original: key, isOwn, isTold: false, isTheirs: false });
  }
  if (contested.size === 0) return contested;
  for (const { action, path, reason } of lines().toReversed()) {
    const key = pathKey(path as RelPath);
    const file = contested.get(key);
    const copy = copies.get(key);
    if (file !== undefined) {
      if (action === 'reconcile') file.reason = conflictReason.safeParse(reason).data ?? null;
      if (action === 'download') file.isFileOwn = false;
      if ((action === 'create' || action === 'update') && SENT_BYTES.has(reason)) file.isFileOwn = true;
    }
    if (copy === undefined) continue;
    if (action === 'download') copy.isTheirs = reason === 'changed-on-service';
    if (action === 'update' && SENT_BYTES.has(reason)) copy.isTheirs = false;
    // How it came to be here at first says more than its name: two computers may have the same, and one another in time.
    if (!copy.isTold && (action === 'create' || action === 'download')) {
      copy.isOwn = action === 'create';
      copy.isTold = true;
    }
  }
  const own = Map.groupBy(
    // For all that is known, one that others changed since holds nothing of this computer's version any more.
    [...copies].filter(([, { isOwn, isTheirs }]) => isOwn && !isTheirs),
    ([, { original }]) => original,
  );
  return new Map(
    [...contested].map(([key, file]) => [
      key,
      { ...file, ownCopies: new Set(own.get(key)?.map(([copy]) => copy)) },
    ]),
  );
}

/** Which of the two versions was made on this computer, of a conflict copy and the file beside it. */
export function ownOf(contested: Contested, copy: RelPath, original: RelPath): OwnVersion {
  const contest = contested.get(pathKey(original));
  if (contest === undefined || contest.ownCopies.has(pathKey(copy))) return 'copy';
  return contest.isFileOwn ? 'file' : 'neither';
}
