import { conflictReason, type ConflictReason } from '../../../shared/ipc/outbox.ts';
import { pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { originalOf } from '../../engine/names/conflict-name.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { Activity } from '../../sync/ports/mirror/history.ts';

/**
 * The places of files that conflict copies lie beside, and why both versions were kept; null: the history does not
 * tell.
 */
export type Contested = ReadonlyMap<PathKey, ConflictReason | null>;

/** How many lines of the history are searched for how conflicts arose and were decided. */
export const HISTORY = 5000;

/** `lines`: gives the lines of the history, the newest first; only called if there is a conflict. */
export function contestedOf(files: Iterable<LocalFile>, lines: () => readonly Activity[]): Contested {
  const contested = new Map<PathKey, ConflictReason | null>();
  for (const { path } of files) {
    const original = originalOf(path);
    if (original !== null) contested.set(pathKey(original), null);
  }
  if (contested.size === 0) return contested;
  for (const { action, path, reason } of lines().toReversed()) {
    const key = pathKey(path as RelPath);
    if (action === 'reconcile' && contested.has(key))
      contested.set(key, conflictReason.safeParse(reason).data ?? null);
  }
  return contested;
}
