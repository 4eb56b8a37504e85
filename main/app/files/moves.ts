import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { baseName, folderOf, foldersAbove, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { categoryOfPath } from '../../engine/names/implied-path.ts';
import { foldKey } from '../../engine/names/local-names.ts';
import { takeChoiceAlong } from '../../sync/apply/commit/choices.ts';
import { forEachLimited } from '../../sync/concurrency/for-each-limited.ts';
import type { Bulk } from './bulk.ts';
import type { FilesContext } from './files-context.ts';
import { fileAt, ignoredPaths, noteMoved } from './site-files.ts';

/** Moves on the disk under way at a time; it flushes once for those that go together. */
const MOVES_AT_ONCE = 32;

export interface Move {
  readonly from: RelPath;
  readonly to: RelPath;
}

/**
 * Those of these moves whose places are free, no two of them the same, and in which no file stands where a folder has to be.
 * Names the files that stay.
 */
export async function freeMoves<M extends Move>(
  { app, views, site }: FilesContext,
  moves: readonly M[],
  bulk: Bulk,
): Promise<readonly M[]> {
  if (moves.length === 0) return [];
  const folders = new Map(
    moves.flatMap(({ to }) => foldersIn(to).map((folder) => [foldKey(folder), folder] as const)),
  );
  const wanted = [...folders.values(), ...moves.map(({ to }) => to)];
  const { free } = await views.holdings(site.id, { wanted, leaving: [], sizes: [] });
  // As far as names go, a folder may be where no file is.
  const files = new Set([...folders].flatMap(([key, folder], at) => (free[at] === folder ? [] : [key])));
  const ignored = await ignoredPaths(app, site);
  return moves.filter(({ from, to }, index) => {
    const file = foldersIn(to).find((folder) => files.has(foldKey(folder)));
    const refused = file === undefined ? refusalOf(to, free[folders.size + index], ignored) : noFolder(file);
    if (refused !== null) bulk.failed(from, refused);
    return refused === null;
  });
}

function foldersIn(path: RelPath): readonly RelPath[] {
  return foldersAbove(path).flatMap((folder) => (folder === '' ? [] : [folder]));
}

/** Moves files on the disk, whose places are free. `onMoved` is called for each that was moved. */
export async function moveAll<M extends Move>(
  at: FilesContext,
  moves: readonly M[],
  bulk: Bulk,
  onMoved: (move: M) => void,
): Promise<void> {
  await forEachLimited(moves, MOVES_AT_ONCE, async (move) => {
    const moved = await moveFile(at, move);
    if (moved.ok) {
      bulk.done(move.to);
      onMoved(move);
    } else bulk.failed(move.from, moved.failure);
  });
}

/** Moves one file. The disk looks once more whether the place is free; a choice of category goes along. */
export async function moveFile(at: FilesContext, { from, to }: Move): Promise<Result<void>> {
  const { app, site } = at;
  const file = await fileAt(app, site, from);
  if (!file.ok) return file;
  const moved = await app.disk.move(site.folder, file.value, to);
  if (!moved.ok) {
    const there = await app.disk.stat(site.folder, to);
    return there.ok && there.value !== null && pathKey(from) !== pathKey(to) ? fail(taken(to)) : moved;
  }
  if (categoryOfPath(from) === null) takeChoiceAlong({ mirror: app.mirror, site }, from, to);
  noteMoved(app, site, from, moved.value);
  await app.disk.pruneEmptyFolders(site.folder, from);
  return ok(undefined);
}

/** Why no file may be moved `to` a place; null if one may. `free`: the free place that is nearest to it. */
export function refusalOf(
  to: RelPath,
  free: RelPath | undefined,
  ignored: (path: RelPath) => boolean,
): Failure | null {
  if (free !== to) return taken(to);
  return ignored(to) ? leftOut(to) : null;
}

export function taken(path: RelPath): Failure {
  return {
    code: 'bad-name',
    message: `There is a ${baseName(path)} in ${folderOf(path) === '' ? 'the site’s folder' : folderOf(path)} already.`,
    hint: 'Rename one of the two first.',
    retry: 'on-change',
  };
}

function noFolder(path: RelPath): Failure {
  return {
    code: 'bad-name',
    message: `${path} is a file, so no folder can have its name.`,
    hint: 'Choose another folder, or rename that file first.',
    retry: 'on-change',
  };
}

function leftOut(path: RelPath): Failure {
  return {
    code: 'bad-name',
    message: `${path} would be left out of sync by the ignore list, and so be deleted on the service.`,
    hint: 'Choose another name, or change the patterns in the settings or in .siteignore.',
    retry: 'on-change',
  };
}
