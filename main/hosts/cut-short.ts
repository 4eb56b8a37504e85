import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../shared/failure.ts';
import { errnoOf } from '../adapters/disk/problem.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { LastStop } from '../sync/state/last-stop.ts';

/** What the last sync was ended or hindered by, as it is told by who does not sync. */
export type ToldStop = Omit<LastStop, 'kind'> & { readonly kind: LastStop['kind'] | 'disk-full' };

/**
 * A full disk ends a sync in its midst, and keeps the database from noting that: what waits looks as if it were in step.
 * So it is noted beside it, by an empty file: a disk without a free block has room for a name, as a rule.
 */
export function noteCutShort(data: string): void {
  // The first of several in a row tells since when.
  onDisk(() => closeSync(openSync(fileIn(data), 'a', 0o600)));
}

/** The same of a watch, which waits for room; null: it goes on. */
export function noteHindered(data: string, failure: Failure | null): void {
  if (failure === null) forgetCutShort(data);
  else if (failure.code === 'disk-full') noteCutShort(data);
}

/** A sync came to its end. */
export function forgetCutShort(data: string): void {
  onDisk(() => rmSync(fileIn(data), { force: true }));
}

/** Null too where each site was synced since: by the app, or by a sync that watches, which come to no end. */
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

/** What cannot be noted is not: the sync itself says what happened. */
function onDisk<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}
