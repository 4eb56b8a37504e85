import type { RelPath } from '../../../shared/model/rel-path.ts';

/*
 * A folder that the person may not read holds up no deletes: nobody puts files into it, and `lost+found` would hold them up
 * for ever. But a folder with known files may be renamed and forbidden between two looks. Then all that is seen is that its
 * files are gone, and that elsewhere there is a new folder which cannot be read. So it is remembered which folders were
 * forbidden, and which files were missing when another one came.
 *
 * All missing files count, and not only those of folders that are gone: what others sent may have made such a folder anew.
 * So do files below a folder that could not be read itself in that look: they may have left it before.
 */

export interface ForbiddenFolders {
  /** `since` counts up: folders that were first met together have the same number. */
  readonly folders: readonly { readonly folder: string; readonly since: number }[];
  /** Files that may lie in a forbidden folder which was met when they were missing first, or later. */
  readonly missing: readonly { readonly path: RelPath; readonly since: number }[];
}

export const NONE_FORBIDDEN: ForbiddenFolders = { folders: [], missing: [] };

/**
 * What to remember after a look at the whole folder. `forbidden`: the folders that it was not let into; `missing`: all files
 * that it did not find. A folder that can be read by now, or is gone, holds up nothing any more, and a file that was found
 * waits for none. Returns `before` if nothing changed.
 */
export function noteForbidden(
  before: ForbiddenFolders,
  forbidden: readonly string[],
  missing: readonly RelPath[],
): ForbiddenFolders {
  const now = new Set(forbidden);
  const isMissing = new Set<RelPath>(missing);
  const kept = before.folders.filter(({ folder }) => now.has(folder));
  const known = new Set(kept.map(({ folder }) => folder));
  const since = 1 + latestOf(before.folders);
  const fresh = [...now].filter((folder) => !known.has(folder)).map((folder) => ({ folder, since }));
  const folders = [...kept, ...fresh];
  const latest = latestOf(folders);
  const still = before.missing.filter((each) => each.since <= latest && isMissing.has(each.path));
  const isAsBefore = kept.length === before.folders.length && still.length === before.missing.length;
  if (fresh.length === 0) return isAsBefore ? before : { folders, missing: still };
  const noted = new Set(still.map(({ path }) => path));
  const more = missing.filter((path) => !noted.has(path)).map((path) => ({ path, since }));
  return { folders, missing: [...still, ...more] };
}

/**
 * What to remember after any look, also one that was not whole or led to no plan. A folder that it could read (`isRead`) may
 * have got files since: if it is forbidden again later, it counts as one that was not met before. Returns `before` if nothing
 * changed.
 */
export function withoutRead(before: ForbiddenFolders, isRead: (folder: string) => boolean): ForbiddenFolders {
  const folders = before.folders.filter(({ folder }) => !isRead(folder));
  if (folders.length === before.folders.length) return before;
  const latest = latestOf(folders);
  return { folders, missing: before.missing.filter(({ since }) => since <= latest) };
}

/** Tells in which forbidden folder a missing file may lie; null: in none. */
export function mayLieIn({ folders, missing }: ForbiddenFolders): (path: RelPath) => string | null {
  const noted = new Map(missing.map(({ path, since }) => [path, since]));
  return (path) => {
    const from = noted.get(path);
    return from === undefined ? null : (folders.find(({ since }) => since >= from)?.folder ?? null);
  };
}

/**
 * May files that were seen before lie in one of these folders by now? In one that was not met before, in the look that
 * meets it; and as long as others are missing since then.
 */
export function mayHideFiles({ folders, missing }: ForbiddenFolders, forbidden: readonly string[]): boolean {
  const known = new Set(folders.map(({ folder }) => folder));
  return forbidden.length > 0 && (missing.length > 0 || forbidden.some((folder) => !known.has(folder)));
}

function latestOf(folders: ForbiddenFolders['folders']): number {
  return folders.reduce((latest, { since }) => Math.max(latest, since), 0);
}
