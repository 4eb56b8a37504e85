import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { FiledBefore, FileRow } from '../../../shared/ipc/files.ts';
import { localKey } from '../../../shared/model/file-key.ts';
import { categoryLabel, type Category } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import {
  baseName,
  folderOf,
  foldersAbove,
  joinPath,
  parseRelPath,
  pathKey,
  type RelPath,
} from '../../../shared/model/rel-path.ts';
import { categoryOfPath } from '../../engine/names/implied-path.ts';
import { foldKey, toLocalName } from '../../engine/names/local-names.ts';
import { inTurns } from '../../sync/concurrency/in-turns.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { forEachLimited } from '../../sync/concurrency/for-each-limited.ts';
import type { AppContext } from '../context.ts';
import { Bulk } from './bulk.ts';
import { changeRecord } from './change-record.ts';
import type { CommandViews } from './command-views.ts';
import { isRecord } from './delete-files.ts';
import { fileAt, ignoredPaths, noteMoved } from './site-files.ts';

/** Requests under way at a time. */
export const AT_ONCE = 4;
/** Moves on the disk under way at a time; it flushes once for those that go together. */
const MOVES_AT_ONCE = 32;

export interface Move {
  readonly from: RelPath;
  readonly to: RelPath;
}

/** A file on its way to the folder of another category. */
interface Refiled extends Move {
  readonly row: FileRow;
  readonly was: Category;
}

/**
 * A file in a category folder moves to the other one and keeps its path below; outside them it stays and the choice is
 * remembered; where only the service has it, its record is changed. `before`: what the changed files were, for `fileBack`.
 */
export async function setCategory(
  app: AppContext,
  views: CommandViews,
  site: FollowedSite,
  rows: readonly FileRow[],
  category: Category,
): Promise<ReturnType<Bulk['result']> & { readonly before: FiledBefore }> {
  const bulk = new Bulk();
  const moves: Refiled[] = [];
  const changed: { readonly key: string; readonly was: Category }[] = [];
  const here = rows.filter((row) => row.here);
  await inTurns(app.env, here, (row) => {
    const from = parseRelPath(row.path);
    const inFolder = from === null ? null : categoryOfPath(from);
    if (from === null || (inFolder ?? row.category) === category) return;
    if (inFolder === null) {
      app.mirror.setChosenCategory(site.id, from, category);
      bulk.done(from);
      changed.push({ key: row.key, was: row.category });
      return;
    }
    const to = parseRelPath(`${categoryLabel(category)}/${from.slice(from.indexOf('/') + 1)}`);
    if (to !== null) moves.push({ from, to, row, was: inFolder });
  });
  const free = await freeMoves(app, views, site, moves, bulk);
  await moveAll(app, site, free, bulk, ({ row, to, was }) => {
    changed.push({ key: isRecord(row) ? row.key : localKey(to), was });
  });
  const away = rows.filter((row) => !row.here && row.category !== category);
  await forEachLimited(away, AT_ONCE, async (row) => {
    const sent = await changeRecord(app, site, row.key as FileId, { category });
    if (sent.ok) {
      bulk.done(row.path);
      changed.push({ key: row.key, was: row.category });
    } else bulk.failed(row.path, sent.failure);
  });
  const before = [...Map.groupBy(changed, ({ was }) => was)].map(([was, files]) => ({
    category: was,
    keys: files.map(({ key }) => key),
  }));
  return { ...bulk.result(), before };
}

/** Each of these files gets the category back that it had. */
export async function fileBack(
  app: AppContext,
  views: CommandViews,
  site: FollowedSite,
  before: FiledBefore,
): Promise<ReturnType<Bulk['result']>> {
  const all = new Bulk();
  for (const { category, keys } of before) {
    // oxlint-disable-next-line no-await-in-loop -- Two groups may want one place: the first to come has it.
    all.add(await setCategory(app, views, site, await views.rows(site.id, { keys }), category));
  }
  return all.result();
}

/** Another name in the same folder. */
export async function renameFile(
  app: AppContext,
  views: CommandViews,
  site: FollowedSite,
  row: FileRow,
  name: string,
): Promise<Result<null>> {
  const given = name.trim().normalize('NFC');
  if (!toLocalName(given, app.env.platform).exact) return fail(badName(given));
  if (given === row.name) return ok(null);
  if (!row.here) {
    const changed = await changeRecord(app, site, row.key as FileId, { name: given });
    return changed.ok ? ok(null) : changed;
  }
  const from = parseRelPath(row.path);
  if (from === null) return fail(badName(row.path));
  const to = joinPath(folderOf(from), given);
  const leaving = foldKey(from) === foldKey(to) ? [from] : [];
  const { free } = await views.holdings(site.id, { wanted: [to], leaving, sizes: [] });
  const refused = refusalOf(to, free[0], await ignoredPaths(app, site));
  if (refused !== null) return fail(refused);
  const moved = await moveFile(app, site, { from, to });
  return moved.ok ? ok(null) : moved;
}

/**
 * Those of these moves whose places are free, no two of them the same, and in which no file stands where a folder has to be.
 * Names the files that stay.
 */
export async function freeMoves<M extends Move>(
  app: AppContext,
  views: CommandViews,
  site: FollowedSite,
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
  app: AppContext,
  site: FollowedSite,
  moves: readonly M[],
  bulk: Bulk,
  onMoved?: (move: M) => void,
): Promise<void> {
  await forEachLimited(moves, MOVES_AT_ONCE, async (move) => {
    const moved = await moveFile(app, site, move);
    if (moved.ok) {
      bulk.done(move.to);
      onMoved?.(move);
    } else bulk.failed(move.from, moved.failure);
  });
}

/** The disk looks once more whether the place is free; a choice of category goes along. */
async function moveFile(app: AppContext, site: FollowedSite, { from, to }: Move): Promise<Result<void>> {
  const file = await fileAt(app, site, from);
  if (!file.ok) return file;
  const moved = await app.disk.move(site.folder, file.value, to);
  if (!moved.ok) {
    const there = await app.disk.stat(site.folder, to);
    return there.ok && there.value !== null && pathKey(from) !== pathKey(to) ? fail(taken(to)) : moved;
  }
  if (categoryOfPath(from) === null) takeChoiceAlong(app, site, { from, to });
  noteMoved(app, site, from, moved.value);
  await app.disk.pruneEmptyFolders(site.folder, from);
  return ok(undefined);
}

function takeChoiceAlong(app: AppContext, site: FollowedSite, { from, to }: Move): void {
  const chosen = app.mirror.chosenCategories(site.id).get(pathKey(from));
  if (chosen === undefined) return;
  app.mirror.setChosenCategory(site.id, from, null);
  app.mirror.setChosenCategory(site.id, to, chosen);
}

function refusalOf(
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

function badName(name: string): Failure {
  return {
    code: 'bad-name',
    message: `“${name}” cannot be the name of a file on this computer.`,
    hint: 'Leave out slashes and other special characters, and keep it shorter than 255 characters.',
    retry: 'on-change',
  };
}
