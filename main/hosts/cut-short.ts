import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../shared/failure.ts';
import { errnoOf } from '../adapters/disk/problem.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { LastStop } from '../sync/pacing/last-stop.ts';

/** What keeps the database itself from being written. */
type Cause = 'disk-full' | 'mirror-locked';

/** What ended or hindered the last sync, for programs that tell of it and do not sync themselves. */
export type ToldStop = Omit<LastStop, 'kind'> & { readonly kind: LastStop['kind'] | Cause };

const WORDS: Readonly<Record<Cause, string>> = {
  'disk-full':
    'The last sync was cut short, since the disk that holds SiteSync’s database was full. What it did not see is counted nowhere here. Free some space on it, then sync again.',
  'mirror-locked':
    'The last sync was cut short, since another program, perhaps a backup, kept SiteSync’s database locked. What it did not see is counted nowhere here. Sync again when that program is done.',
};

/**
 * Notes that a full disk, or another program's lock, ended a sync half-way. The database cannot note that then, and what
 * waits would look as if it were in step. So a file beside it does, which is empty for a full disk: one without a free
 * block usually has room for a name.
 */
export function noteCutShort(data: string, { code }: Pick<Failure, 'code'>): void {
  if (code !== 'disk-full' && code !== 'mirror-locked') return;
  onDisk(() => {
    // The first of several in a row tells since when.
    if (noted(data)?.cause === code) return;
    writeFileSync(fileIn(data), code === 'disk-full' ? '' : code, { mode: 0o600 });
  });
}

/** The same for a watch, which waits for room; null: it goes on. */
export function noteHindered(data: string, failure: Failure | null): void {
  if (failure === null) forgetCutShort(data);
  else noteCutShort(data, failure);
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
  const note = noted(data);
  if (note === null) return null;
  const { cause, since } = note;
  const kept = mirror.followed().filter(({ paused }) => !paused);
  if (kept.every(({ id }) => (mirror.siteState(id).syncedAt ?? 0) > since)) return null;
  return { kind: cause, words: WORDS[cause], since: Math.round(since) };
}

function noted(data: string): { readonly cause: Cause; readonly since: number } | null {
  const file = fileIn(data);
  const since = onDisk(() => statSync(file, { throwIfNoEntry: false })?.mtimeMs) ?? null;
  if (since === null) return null;
  const cause = onDisk(() => readFileSync(file, 'utf8')) === 'mirror-locked' ? 'mirror-locked' : 'disk-full';
  return { cause, since };
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
