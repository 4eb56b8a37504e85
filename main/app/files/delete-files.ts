import type { FileRow } from '../../../shared/ipc/files.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { isKept } from '../../../shared/model/category.ts';
import { ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { Activity } from '../../sync/ports/mirror/history.ts';
import type { TrashEntry } from '../../sync/ports/disk.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { forEachLimited } from '../../sync/concurrency/for-each-limited.ts';
import type { AppContext } from '../context.ts';
import { DELETED } from '../views/words.ts';
import { approveAgain, approveDeletes, withdrawApprovals } from './approvals.ts';
import { Bulk } from './bulk.ts';
import { rememberPins, type PinsBefore } from './pins-before.ts';
import { fileAt, noteGone } from './site-files.ts';
import { recordOfKey } from '../../../shared/model/file-key.ts';

const AT_ONCE = 4;

/**
 * Copies go to the trash of this computer, and the next sync deletes their records: the person named these files, so
 * that is their yes. A file that is only on the service is not deleted: no trash would hold it. `waiting`: the records whose
 * deletes wait already.
 */
export async function deleteFiles(
  app: AppContext,
  site: FollowedSite,
  rows: readonly FileRow[],
  waiting: ReadonlySet<string> = new Set(),
): Promise<ReturnType<Bulk['result']> & { readonly trash: string[] }> {
  const bulk = new Bulk();
  const before = new Set((await trashOf(app, site)).map(({ id }) => id));
  const here = rows.filter((row) => row.here);
  for (const row of rows)
    if (!row.here) bulk.failed(row.path, (waiting.has(row.key) ? deletedAlready : onlyOnService)(row.name));
  const ids = here.filter(isRecord).map((row) => row.key as FileId);
  rememberPins(app, site, pinUnwanted(app, site, here));
  await approveDeletes(app, site, ids);
  const stayed: FileId[] = [];
  await forEachLimited(here, AT_ONCE, async (row) => {
    const id = isRecord(row) ? (row.key as FileId) : null;
    const trashed = await trashFile(app, site, row.path, (file) => deletedLine(app, site, file, id));
    if (trashed.ok) {
      bulk.done(row.path);
      return;
    }
    bulk.failed(row.path, trashed.failure);
    if (isRecord(row)) stayed.push(row.key as FileId);
  });
  withdrawApprovals(app, site, stayed);
  await approveAgain(app, site, ids, stayed);
  const paths = new Set<string>(here.map((row) => row.path));
  const trash = (await trashOf(app, site)).filter(({ id, path }) => !before.has(id) && paths.has(path));
  return { ...bulk.result(), trash: trash.map(({ id }) => id) };
}

/** A trash that cannot be read costs the way back by one press, not the delete. */
export async function trashOf(app: AppContext, site: FollowedSite): Promise<readonly TrashEntry[]> {
  const listed = await app.disk.listTrash(site.folder);
  return listed.ok ? listed.value : [];
}

/** Into the trash, and out of the local tree. `told`: what the history says of it. */
export async function trashFile(
  app: AppContext,
  site: FollowedSite,
  path: string,
  told?: (file: LocalFile) => Activity,
): Promise<Result<void>> {
  const file = await fileAt(app, site, path);
  if (!file.ok) return file;
  const trashed = await app.disk.trash(site.folder, file.value);
  if (!trashed.ok) return trashed;
  noteGone(app, site, file.value.path, told?.(file.value));
  await app.disk.pruneEmptyFolders(site.folder, file.value.path);
  return ok(undefined);
}

/** In the history at once: until the next sync nothing else tells that the person wanted it. */
function deletedLine(
  { env }: AppContext,
  site: FollowedSite,
  { path, size }: LocalFile,
  file: FileId | null,
): Activity {
  return { at: env.now(), site: site.id, file, path, action: DELETED, reason: 'asked', bytes: size };
}

/**
 * What is not kept here may lack here without being deleted; these are to be deleted all the same. Returns what was said of
 * them before.
 */
function pinUnwanted(app: AppContext, site: FollowedSite, rows: readonly FileRow[]): PinsBefore {
  // A file that was moved here and not sent yet has one category here and another one there.
  const isWanted = ({ key, category, pinned }: FileRow): boolean =>
    pinned ??
    [category, app.mirror.record(site.id, key as FileId)?.category ?? category].every((each) =>
      isKept(site.keep, each),
    );
  const unwanted = rows.filter((row) => isRecord(row) && !isWanted(row));
  const pins = unwanted.map((row) => ({ pin: { id: row.key as FileId, keep: true } }));
  if (pins.length > 0) app.mirror.commit(site.id, pins);
  return new Map(unwanted.map((row) => [row.key as FileId, row.pinned]));
}

export function isRecord(row: FileRow): boolean {
  return recordOfKey(row.key) !== null;
}

function deletedAlready(name: string): Pick<Failure, 'message' | 'hint'> {
  return {
    message: `${name} was deleted here already, and its delete still waits.`,
    hint: 'The outbox says what for.',
  };
}

function onlyOnService(name: string): Pick<Failure, 'message' | 'hint'> {
  return {
    message: `${name} is only on the service: if it were deleted there, nothing could be restored.`,
    hint: 'Choose “Keep offline” first. When it is here, delete it: a copy then stays in the trash.',
  };
}
