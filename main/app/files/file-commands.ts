import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { FileRow, FileSelection } from '../../../shared/ipc/files.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import { isKept } from '../../../shared/model/category.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import { Bulk } from './bulk.ts';
import type { FreshViews } from './command-views.ts';
import { deleteFiles, isRecord } from './delete-files.ts';
import { inTurns } from '../../sync/concurrency/in-turns.ts';
import { isDocument, shownOnly } from './documents.ts';
import { unlessTooLong } from './long-path.ts';
import type { FilesContext } from './files-context.ts';
import { moveBack, moveToFolder } from './move-to-folder.ts';
import { renameFile } from './rename-file.ts';
import { restoreCategories, setCategory } from './set-category.ts';
import { absolutePath, fileAt, keptSite, noLongerThere, showAndSync, siteToChange } from './site-files.ts';

type Names =
  `files.${'setCategory' | 'restoreCategories' | 'move' | 'moveBack' | 'rename' | 'keep' | 'delete' | 'open' | 'reveal'}`;

/** What a person does to files from the list. Everything works offline but for files that are only on the service. */
export function fileCommands(app: AppContext, fresh: FreshViews): Pick<Handlers, Names> {
  const contextOf = async (site: Result<FollowedSite>): Promise<Result<FilesContext>> =>
    site.ok ? ok({ app, site: site.value, views: await fresh() }) : site;
  /** Screens ask again afterwards, and a cycle follows soon. */
  const change = async <T>(
    id: SiteId,
    work: (at: FilesContext) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const at = await contextOf(await siteToChange(app, id));
    if (!at.ok) return at;
    const result = await work(at.value);
    showAndSync(app, at.value.site.id);
    return result;
  };
  const show = async (id: SiteId, key: string, how: 'open' | 'reveal'): Promise<Result<null>> => {
    const at = await contextOf(keptSite(app, id));
    if (!at.ok) return at;
    const row = await rowOf(at.value, key);
    if (!row.ok) return row;
    const { site } = at.value;
    const file = await fileAt(app, site, row.value.path);
    if (!file.ok) return file;
    const path = absolutePath(app, site, file.value.path);
    const name = baseName(file.value.path);
    if (how === 'reveal' || isDocument(name))
      return unlessTooLong(await app.host[how](path), path, app.env.platform);
    const shown = await app.host.reveal(path);
    return shown.ok ? fail(shownOnly(name)) : shown;
  };
  return {
    'files.setCategory': ({ site, files, category }) =>
      change(site, async (at) => ok(await setCategory(at, await rowsOf(at, files), category))),
    'files.restoreCategories': ({ site, before }) =>
      change(site, async (at) => ok(await restoreCategories(at, before))),
    'files.move': ({ site, files, folder }) =>
      change(site, async (at) => moveToFolder(at, await rowsOf(at, files), folder)),
    'files.moveBack': ({ site, moved }) => change(site, async (at) => ok(await moveBack(at, moved))),
    'files.rename': ({ site, key, name, still }) =>
      change(site, async (at) => {
        const row = await rowOf(at, key);
        if (!row.ok) return row;
        const isOther = still !== undefined && row.value.name.normalize('NFC') !== still.normalize('NFC');
        return isOther ? fail(noLongerCalled(still, row.value.name)) : renameFile(at, row.value, name);
      }),
    'files.keep': async ({ site, files, keep }) => {
      const at = await contextOf(keptSite(app, site));
      if (!at.ok) return at;
      const result = await keepFiles(at.value, await rowsOf(at.value, files), keep);
      showAndSync(app, site);
      return ok(result);
    },
    'files.delete': ({ site, files }) =>
      change(site, async (at) =>
        ok(await deleteFiles(app, at.site, await rowsOf(at, files), await deletedIn(at))),
      ),
    'files.open': ({ site, key }) => show(site, key, 'open'),
    'files.reveal': ({ site, key }) => show(site, key, 'reveal'),
  };
}

function rowsOf({ site, views }: FilesContext, files: FileSelection): Promise<readonly FileRow[]> {
  return views.rows(site.id, files);
}

/** The records whose deletes wait. */
async function deletedIn({ site, views }: FilesContext): Promise<ReadonlySet<string>> {
  return new Set(await views.waitingDeletes(site.id));
}

async function rowOf(at: FilesContext, key: string): Promise<Result<FileRow>> {
  const [row] = await rowsOf(at, { keys: [key] });
  return row === undefined ? fail(noLongerThere()) : ok(row);
}

function noLongerCalled(before: string, now: string): Failure {
  return {
    code: 'not-found',
    message: `${before} was renamed meanwhile, and is called ${now} now.`,
    hint: 'Rename that one if it is to be called otherwise.',
    retry: 'on-change',
  };
}

/**
 * The next cycle fetches what is to be kept, and frees what is not when it is in step. A choice that is taken back leaves
 * the file to its category; one that is its category's own now is a choice all the same, and holds when that changes. A file
 * whose delete waits is left out: if it were not kept here, it would lack here on purpose, and the delete would be lost.
 */
async function keepFiles(
  at: FilesContext,
  rows: readonly FileRow[],
  keep: boolean | null,
): Promise<ReturnType<Bulk['result']>> {
  const { app, site } = at;
  const bulk = new Bulk();
  const deleted = await deletedIn(at);
  await inTurns(app.env, rows, (row) => {
    if (deleted.has(row.key)) bulk.failed(row.path, deleteWaits(row.name));
    else if (isRecord(row)) {
      const isTakenBack = keep !== null && row.pinned === !keep && keep === isKept(site.keep, row.category);
      app.mirror.setPin(site.id, row.key as FileId, isTakenBack ? null : keep);
      bulk.done(row.path);
    } else if (keep === false) {
      bulk.failed(row.path, notSentYet(row.name));
    }
  });
  return bulk.result();
}

function deleteWaits(name: string): Pick<Failure, 'message' | 'hint'> {
  return {
    message: `${name} was deleted here, and its delete still waits: nothing was chosen for it.`,
    hint: 'If the delete was not meant, put the file back from the trash first.',
  };
}

function notSentYet(name: string): Pick<Failure, 'message' | 'hint'> {
  return {
    message: `${name} is not on the service yet, so its only copy stays here.`,
    hint: 'Make it online only after it was sent.',
  };
}
