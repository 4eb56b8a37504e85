import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { FileRow, Moved } from '../../../shared/ipc/files.ts';
import type { Category } from '../../../shared/model/category.ts';
import { localKey, recordOfKey } from '../../../shared/model/file-key.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import {
  baseName,
  folderOf,
  joinPath,
  parseRelPath,
  pathKey,
  type RelPath,
} from '../../../shared/model/rel-path.ts';
import { typedFolder } from '../../../shared/typed-folder.ts';
import { fitsBytes } from '../../../shared/utf8.ts';
import { isClosedFolder } from '../../engine/names/own-names.ts';
import { categoryOfPath, isReserved, MAX_BYTES, MAX_FOLDERS } from '../../engine/names/implied-path.ts';
import { toLocalName } from '../../engine/names/local-names.ts';
import type { Platform } from '../../engine/policy.ts';
import { forEachLimited } from '../../sync/concurrency/for-each-limited.ts';
import type { AppContext } from '../context.ts';
import { Bulk } from './bulk.ts';
import { changeRecord, CHANGES_AT_ONCE } from './change-record.ts';
import { isRecord } from './delete-files.ts';
import type { FilesContext } from './files-context.ts';
import { freeMoves, moveAll, taken, type Move } from './moves.ts';

type Done = ReturnType<Bulk['result']> & { readonly moved: Moved[] };

/** A file on its way to another folder. */
interface OnItsWay extends Move {
  /** The id of its record, where only the service has it; null for a file that lies here. */
  readonly record: string | null;
  /** What the record is to be from then on; null: what it is. */
  readonly category: Category | null;
}

interface Leaving extends OnItsWay {
  readonly row: FileRow;
}

/** See `files.move`. Fails as a whole only where no file could lie in such a folder. */
export async function moveToFolder(
  at: FilesContext,
  rows: readonly FileRow[],
  typed: string,
): Promise<Result<Done>> {
  const { app } = at;
  const folder = await folderNamed(at, typed);
  if (!folder.ok) return folder;
  const bulk = new Bulk();
  const moved: Moved[] = [];
  const moves = movesTo(folder.value, rows, app.env.platform, bulk);
  await carryOut(at, moves, bulk, ({ row, from, to, record }) => {
    if (record === null) chooseCategory(at, to, row, row.category);
    const key = isRecord(row) ? row.key : localKey(to);
    moved.push({ from, to, key, record, category: row.category });
  });
  return ok({ ...bulk.result(), moved });
}

/** Each file that still lies where it was moved goes back to the folder that it was in, and is again what it was there. */
export async function moveBack(
  at: FilesContext,
  moved: readonly Moved[],
): Promise<ReturnType<Bulk['result']>> {
  const { site, views } = at;
  const bulk = new Bulk();
  const sent = moved.flatMap(({ key }) => recordOfKey(key) ?? []);
  const rows = new Map((await views.rows(site.id, { keys: sent })).map((row) => [row.key, row]));
  const back = moved.flatMap((file): readonly (OnItsWay & { was: Category })[] => {
    const { from, to, key, record, category } = file;
    const row = rows.get(key);
    // One that was not sent then is known by its place alone.
    const [was, is] = [parseRelPath(from), parseRelPath(row?.path ?? to)];
    if (was === null || is === null) return [];
    // A disk may spell its name otherwise than it was given.
    if (recordOfKey(key) !== null && (row === undefined || pathKey(is) !== pathKey(to as RelPath))) {
      bulk.failed(to, noLongerAt(to));
      return [];
    }
    const given = categoryOfPath(is) === null ? null : category;
    const way = { from: is, to: was, record: row?.here === false ? record : null };
    return [{ ...way, category: categoryOfPath(was) ?? given, was: category }];
  });
  await carryOut(at, back, bulk, ({ to, record, was }) => {
    if (record === null) chooseCategory(at, to, null, was);
  });
  return bulk.result();
}

/** Files here are moved on the disk. Where only the service has them, their records are: other computers move theirs then. */
async function carryOut<M extends OnItsWay>(
  at: FilesContext,
  moves: readonly M[],
  bulk: Bulk,
  onMoved: (move: M) => void,
): Promise<void> {
  // All at once, so that no two of them get one name.
  const free = await freeMoves(at, moves, bulk);
  const here = free.filter((move) => move.record === null);
  await moveAll(at, here, bulk, onMoved);
  await forEachLimited(free, CHANGES_AT_ONCE, async (move) => {
    const { record, from, to, category } = move;
    if (record === null) return;
    const kind = category === null ? {} : { category };
    const changed = await changeRecord(at.app, at.site, record as FileId, { place: to, ...kind });
    if (changed.ok) {
      bulk.done(to);
      onMoved(move);
    } else bulk.failed(from, changed.failure);
  });
}

function movesTo(
  folder: string,
  rows: readonly FileRow[],
  platform: Platform,
  bulk: Bulk,
): readonly Leaving[] {
  return rows.flatMap((row): readonly Leaving[] => {
    const from = parseRelPath(row.path);
    if (from === null || folderOf(from) === folder) return [];
    // A record whose name this computer cannot hold goes by another one here.
    const name = toLocalName(row.name, platform).exact ? row.name : baseName(from);
    const to = joinPath(folder, name);
    // A file directly in the site's folder may not stand where a category's folder has to be.
    const isInTheWay = folder === '' && categoryOfPath(joinPath(name, name)) !== null;
    if (fitsBytes(to, MAX_BYTES) && !isInTheWay)
      return [{ row, from, to, record: row.here ? null : row.key, category: categoryOfPath(to) }];
    bulk.failed(from, isInTheWay ? taken(to) : tooLong(name));
    return [];
  });
}

/** Outside the category folders no place says what a file is: it stays what it was, also before it is sent. */
function chooseCategory(
  { app, site }: FilesContext,
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
async function folderNamed({ app, site, views }: FilesContext, typed: string): Promise<Result<string>> {
  // One that exists may be called what nobody could type: with blanks at an end, or a backslash.
  const [picked] = await views.spelledFolders(site.id, [typed]);
  if (picked === typed) return ok(typed);
  const segments = typedFolder(typed);
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

/** Somebody renamed, moved or deleted it since. */
function noLongerAt(path: string): Failure {
  return {
    code: 'not-found',
    message: `${path} was renamed, moved or deleted meanwhile, and stays as it is now.`,
    hint: 'Look where it is now, and move it from there.',
    retry: 'on-change',
  };
}
