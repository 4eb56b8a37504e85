import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../shared/failure.ts';
import { errnoOf } from '../adapters/disk/problem.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { LastStop } from '../sync/state/last-stop.ts';

/** What ended or hindered the last sync, for programs that tell of it and do not sync themselves. */
export type ToldStop = Omit<LastStop, 'kind'> & { readonly kind: LastStop['kind'] | 'disk-full' };

/**
 * Notes that a full disk ended a sync half-way. The database cannot note that on such a disk, and what waits would
 * look as if it were in step. So an empty file beside it does: a disk without a free block usually has room for a
 * name.
 */
export function noteCutShort(data: string): void {
  // The first of several in a row tells since when.
  onDisk(() => closeSync(openSync(fileIn(data), 'a', 0o600)));
}

/** The same for a watch, which waits for room; null: it goes on. */
export function noteHindered(data: string, failure: Failure | null): void {
  if (failure === null) forgetCutShort(data);
  else if (failure.code === 'disk-full') noteCutShort(data);
}

/** Drops the note: a sync came to its end. */
export function forgetCutShort(data: string): void {
  onDisk(() => rmSync(fileIn(data), { force: true }));
}

/**
 * What was noted; null if nothing was. Null too if each site was synced since, by the app or a watch, which never
 * come to an end and so drop no note.
 */
export function cutShort(data: string, mirror: Pick<Mirror, 'followed' | 'siteState'>): ToldStop | null {
  const since = onDisk(() => statSync(fileIn(data), { throwIfNoEntry: false })?.mtimeMs) ?? null;
  if (since === null) return null;
  const kept = mirror.followed().filter(({ paused }) => !paused);
  if (kept.every(({ id }) => (mirror.siteState(id).syncedAt ?? 0) > since)) return null;
  const words =
    'The last sync was cut short, since the disk that holds SiteSync’s database was full. What it did not see is counted nowhere here. Free some space on it, then sync again.';
  return { kind: 'disk-full', words, since: Math.round(since) };
}

function fileIn(data: string): string {
  return join(data, 'cut-short');
}

/** Null if it cannot be noted, which does no harm: the sync itself says what happened. */
function onDisk<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}
