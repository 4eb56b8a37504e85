import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { FileRow, Moved } from '../../../shared/ipc/files.ts';
import type { Category } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { folderOf, joinPath, parseRelPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { fitsBytes } from '../../../shared/utf8.ts';
import { isClosedFolder } from '../../engine/ignore/ignore-own.ts';
import { categoryOfPath, isReserved, MAX_BYTES, MAX_FOLDERS } from '../../engine/names/implied-path.ts';
import { toLocalName } from '../../engine/names/local-names.ts';
import { forEachLimited } from '../../sync/concurrency/for-each-limited.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import { Bulk } from './bulk.ts';
import { changeRecord } from './change-record.ts';
import type { CommandViews } from './command-views.ts';
import { isRecord } from './delete-files.ts';
import { AT_ONCE, moveAll, refusalOf, taken, type Move } from './move-files.ts';
import { ignoredPaths } from './site-files.ts';

type Done = ReturnType<Bulk['result']> & { readonly moved: Moved[] };

/** A file on its way to another folder. */
interface Leaving extends Move {
  readonly row: FileRow;
}

/** See `files.move`. Fails as a whole only where no file could lie in such a folder. */
export async function moveToFolder(
  app: AppContext,
  views: CommandViews,
  site: FollowedSite,
  rows: readonly FileRow[],
  typed: string,
): Promise<Result<Done>> {
  const folder = await folderNamed(app, views, site, typed);
  if (!folder.ok) return folder;
  const bulk = new Bulk();
  const moved: Moved[] = [];
  const moves = movesTo(folder.value, rows, bulk);
  const here = moves.filter(({ row }) => row.here);
  await moveAll(app, views, site, here, bulk, ({ row, from, to }) => {
    chooseCategory(app, site, to, row, row.category);
    moved.push({ from, to, record: null, category: row.category });
  });
  const away = moves.filter(({ row }) => !row.here);
  await moveRecords(app, views, site, away, bulk, ({ row, from, to }) =>
    moved.push({ from, to, record: row.key, category: row.category }),
  );
  return ok({ ...bulk.result(), moved });
}

/** Each file goes back to the folder that it was in, and is again what it was there. */
export async function moveBack(
  app: AppContext,
  views: CommandViews,
  site: FollowedSite,
  moved: readonly Moved[],
): Promise<ReturnType<Bulk['result']>> {
  const bulk = new Bulk();
  const back = moved.flatMap(({ from, to, record, category }) => {
    const [was, is] = [parseRelPath(from), parseRelPath(to)];
    return was === null || is === null ? [] : [{ from: is, to: was, record, category }];
  });
  const here = back.filter(({ record }) => record === null);
  await moveAll(app, views, site, here, bulk, ({ to, category }) =>
    chooseCategory(app, site, to, null, category),
  );
  await forEachLimited(back, AT_ONCE, async ({ record, from, to, category }) => {
    if (record === null) return;
    const changed = await changeRecord(app, site, record as FileId, { category, place: to });
    if (changed.ok) bulk.done(to);
    else bulk.failed(from, changed.failure);
  });
  return bulk.result();
}

function movesTo(folder: string, rows: readonly FileRow[], bulk: Bulk): readonly Leaving[] {
  return rows.flatMap((row): readonly Leaving[] => {
    const from = parseRelPath(row.path);
    if (from === null || folderOf(from) === folder) return [];
    const to = joinPath(folder, row.name);
    // A file directly in the site's folder may not stand where a category's folder has to be.
    const isInTheWay = folder === '' && categoryOfPath(joinPath(row.name, row.name)) !== null;
    if (fitsBytes(to, MAX_BYTES) && !isInTheWay) return [{ row, from, to }];
    bulk.failed(from, isInTheWay ? taken(to) : tooLong(row.name));
    return [];
  });
}

/** Where only the service has the files, their records are changed: other computers move theirs then. */
async function moveRecords(
  app: AppContext,
  views: CommandViews,
  site: FollowedSite,
  moves: readonly Leaving[],
  bulk: Bulk,
  onMoved: (move: Leaving) => void,
): Promise<void> {
  if (moves.length === 0) return;
  const wanted = moves.map(({ to }) => to);
  const { free } = await views.holdings(site.id, { wanted, leaving: [], sizes: [] });
  const ignored = await ignoredPaths(app, site);
  await forEachLimited([...moves.entries()], AT_ONCE, async ([index, move]) => {
    const { row, from, to } = move;
    const refused = refusalOf(to, free[index], ignored);
    const category = categoryOfPath(to) ?? row.category;
    const changed =
      refused === null
        ? await changeRecord(app, site, row.key as FileId, { category, place: to })
        : fail(refused);
    if (changed.ok) {
      bulk.done(to);
      onMoved(move);
    } else bulk.failed(from, changed.failure);
  });
}

/** Outside the category folders no place says what a file is: it stays what it was, also before it is sent. */
function chooseCategory(
  app: AppContext,
  site: FollowedSite,
  to: RelPath,
  row: FileRow | null,
  category: Category,
): void {
  const isTold =
    row !== null && isRecord(row) && app.mirror.record(site.id, row.key as FileId)?.category === category;
  const chosen = categoryOfPath(to) !== null || isTold ? null : category;
  app.mirror.setChosenCategory(site.id, to, chosen);
}

/** The folder as it is spelled where it exists; a new one in a folder that exists begins as that does. */
async function folderNamed(
  app: AppContext,
  views: CommandViews,
  site: FollowedSite,
  typed: string,
): Promise<Result<string>> {
  // Whoever works on Windows types its separators.
  const names = typed
    .normalize('NFC')
    .split(/[/\\]/)
    .map((name) => name.trim());
  const segments = names.filter((name, at) => name !== '' || (at > 0 && at < names.length - 1));
  const refused = folderRefusal(segments, app);
  if (refused !== null) return fail(refused);
  const above = segments.map((_, at) => segments.slice(0, at + 1).join('/'));
  const known = await views.spelledFolders(site.id, above);
  const last = known.findLastIndex((path) => path !== null);
  return ok([...(last < 0 ? [] : [known[last] ?? '']), ...segments.slice(last + 1)].join('/'));
}

function folderRefusal(segments: readonly string[], { env }: AppContext): Failure | null {
  const bad = segments.find(
    (name) => name === '' || !toLocalName(name, env.platform).exact || !fitsBytes(name, NAME_BYTES),
  );
  if (bad !== undefined) return badFolder(bad);
  if (segments.length > MAX_FOLDERS) return tooDeep();
  const path = segments.join('/') as RelPath;
  if (!fitsBytes(path, MAX_BYTES)) return tooLong(path.slice(0, 40));
  return segments.some(isClosedFolder) || (path !== '' && isReserved(path)) ? notSynced(path) : null;
}

/** Bytes that one name may have on any system. */
const NAME_BYTES = 255;

function badFolder(name: string): Failure {
  return {
    code: 'bad-name',
    message: `“${name}” cannot be the name of a folder on this computer.`,
    hint: 'Leave out special characters, and keep it shorter than 255 characters.',
    retry: 'on-change',
  };
}

function tooDeep(): Failure {
  return {
    code: 'bad-name',
    message: `That is more than ${MAX_FOLDERS} folders deep.`,
    hint: 'Choose a folder further up: other computers could not hold it.',
    retry: 'on-change',
  };
}

function tooLong(name: string): Failure {
  return {
    code: 'bad-name',
    message: `The path of ${name} would be too long for other computers.`,
    hint: 'Choose a folder further up, or shorten its name.',
    retry: 'on-change',
  };
}

function notSynced(path: string): Failure {
  return {
    code: 'bad-name',
    message: `${path} is left out of sync: a file there would be deleted on the service.`,
    hint: 'Choose another folder.',
    retry: 'on-change',
  };
}
