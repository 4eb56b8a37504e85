import type { FileDetails, FileRow, FileStatus } from '../../../shared/ipc/files.ts';
import { otherName } from '../../engine/names/other-name.ts';
import type { Action } from '../../engine/plan/actions.ts';
import type { Platform } from '../../engine/policy.ts';
import type { LocalFile, RemoteFile } from '../../engine/trees.ts';
import { movesBytes } from './moved-bytes.ts';
import type { WaitsFor } from './status.ts';

/** A row with what sorting and filtering need beside it. */
export interface ViewRow {
  /** Its position among the rows of its view. */
  readonly index: number;
  readonly row: FileRow;
  /** Name, a line break, and path, folded for search. */
  readonly needle: string;
  readonly action: Action | null;
  /** Why it is to be done, in words; null if nothing is to be done. */
  readonly why: string | null;
  /** What it waits for; null unless its status is that it waits. */
  readonly waitsFor: WaitsFor | null;
  /** The same in words, without what is to be done then: beside that they are shown in the outbox. */
  readonly waitWords: string | null;
  readonly local: LocalFile | null;
}

const QUIET: ReadonlySet<Action['kind']> = new Set(['adopt', 'forget', 'hash', 'wait'] as const);
const DONE: ReadonlySet<FileStatus> = new Set(['failed'] as const);

/** Will it be sent or fetched? What failed or is held is an issue instead. */
export function isPending({ row, action, waitsFor }: Pick<ViewRow, 'row' | 'action' | 'waitsFor'>): boolean {
  if (action === null || (QUIET.has(action.kind) && !isBeingSent(action))) return false;
  return !DONE.has(row.status) && waitsFor !== 'yes';
}

/** How many bytes are to be sent or fetched for it; null: none, or an unknown number. */
export function bytesToMove({ row, action }: Pick<ViewRow, 'row' | 'action'>): number | null {
  return action !== null && movesBytes(action) ? row.size : null;
}

/**
 * Is it being sent? Once a request may have gone out, the engine leaves the file alone until the answer, but it is
 * still pending.
 */
export function isBeingSent(action: Action): boolean {
  return action.kind === 'wait' && action.reason === 'outcome-unknown';
}

/** Is something here that the service does not have? For a file that was not compared yet nobody knows. */
export function isUnsent(action: Action): boolean {
  switch (action.kind) {
    case 'create':
    case 'update':
      return true;
    case 'wait':
      // Only a new name from here waits for another file's name.
      if (action.reason === 'name-taken' || isBeingSent(action)) return true;
      if (action.reason === 'maybe-there') return false;
      return action.id === null && action.reason !== 'not-listed-yet';
    case 'reconcile':
      return action.base !== null;
    default:
      return false;
  }
}

/** See `FileDetails`. A file that is to be renamed, here or there, gets its name when that is done. */
export function otherNameOf(
  { action, local }: Pick<ViewRow, 'action' | 'local'>,
  record: Pick<RemoteFile, 'id' | 'category' | 'name' | 'facts'> | null,
  platform: Platform,
): FileDetails['otherName'] {
  if (action !== null || local === null || record === null) return null;
  const why = otherName(record, local.path, platform);
  return why === null ? null : { there: record.name, why };
}

/** See `FileDetails`. Other bytes under the same size and time lie in another file, as a download places them. */
export function copyOf({ size, mtimeNs, ino }: LocalFile): NonNullable<FileDetails['copy']> {
  return { size, version: `${size} ${mtimeNs} ${ino}` };
}
