import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { FileRow, FileSelection } from '../../../shared/ipc/files.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import { isKept } from '../../../shared/model/category.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import { Bulk } from './bulk.ts';
import type { CommandViews, FreshViews } from './command-views.ts';
import { deleteFiles, isRecord } from './delete-files.ts';
import { inTurns } from '../../sync/concurrency/in-turns.ts';
import { isDocument, shownOnly } from './documents.ts';
import { unlessTooLong } from './long-path.ts';
import { fileBack, renameFile, setCategory } from './move-files.ts';
import { moveBack, moveToFolder } from './move-to-folder.ts';
import { absolutePath, fileAt, keptSite, noLongerThere, showAndSync, siteToChange } from './site-files.ts';

type Names =
  `files.${'setCategory' | 'fileBack' | 'move' | 'moveBack' | 'rename' | 'keep' | 'delete' | 'open' | 'reveal'}`;

interface Selected {
  readonly site: FollowedSite;
  readonly views: CommandViews;
  readonly rows: readonly FileRow[];
}

/** What a person does to files from the list. Everything works offline but for files that are only on the service. */
export function fileCommands(app: AppContext, fresh: FreshViews): Pick<Handlers, Names> {
  const selected = async (site: Result<FollowedSite>, files: FileSelection): Promise<Result<Selected>> => {
    if (!site.ok) return site;
    const views = await fresh();
    return ok({ site: site.value, views, rows: await views.rows(site.value.id, files) });
  };
  const single = async (
    site: Result<FollowedSite>,
    key: string,
  ): Promise<Result<Selected & { readonly row: FileRow }>> => {
    const found = await selected(site, { keys: [key] });
    if (!found.ok) return found;
    const [row] = found.value.rows;
    return row === undefined ? fail(noLongerThere()) : ok({ ...found.value, row });
  };
  /** Screens ask again afterwards, and a cycle follows soon. */
  const change = async <T>(
    id: SiteId,
    files: FileSelection,
    work: (at: Selected) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const found = await selected(await siteToChange(app, id), files);
    if (!found.ok) return found;
    const result = await work(found.value);
    showAndSync(app, found.value.site.id);
    return result;
  };
  const show = async (id: SiteId, key: string, how: 'open' | 'reveal'): Promise<Result<null>> => {
    const found = await single(keptSite(app, id), key);
    if (!found.ok) return found;
    const { site, row } = found.value;
    const file = await fileAt(app, site, row.path);
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
      change(site, files, async (at) => ok(await setCategory(app, at.views, at.site, at.rows, category))),
    'files.fileBack': ({ site, before }) =>
      takeBack({ app, fresh, site }, (views, kept) => fileBack(app, views, kept, before)),
    'files.move': ({ site, files, folder }) =>
      change(site, files, (at) => moveToFolder(app, at.views, at.site, at.rows, folder)),
    'files.moveBack': ({ site, moved }) =>
      takeBack({ app, fresh, site }, (views, kept) => moveBack(app, views, kept, moved)),
    'files.rename': async ({ site, key, name, still }) => {
      const found = await single(await siteToChange(app, site), key);
      if (!found.ok) return found;
      if (still !== undefined && found.value.row.name.normalize('NFC') !== still.normalize('NFC'))
        return fail(noLongerCalled(still, found.value.row.name));
      const renamed = await renameFile(app, found.value.views, found.value.site, found.value.row, name);
      showAndSync(app, found.value.site.id);
      return renamed;
    },
    'files.keep': async ({ site, files, keep }) => {
      const found = await selected(keptSite(app, site), files);
      if (!found.ok) return found;
      const result = await keepFiles(app, found.value, keep);
      showAndSync(app, found.value.site.id);
      return ok(result);
    },
    'files.delete': ({ site, files }) =>
      change(site, files, async (at) => ok(await deleteFiles(app, at.site, at.rows))),
    'files.open': ({ site, key }) => show(site, key, 'open'),
    'files.reveal': ({ site, key }) => show(site, key, 'reveal'),
  };
}

/** Undoes what was done before: `work` finds its files by that. */
async function takeBack<T>(
  at: { readonly app: AppContext; readonly fresh: FreshViews; readonly site: SiteId },
  work: (views: CommandViews, site: FollowedSite) => Promise<T>,
): Promise<Result<T>> {
  const site = await siteToChange(at.app, at.site);
  if (!site.ok) return site;
  const result = await work(await at.fresh(), site.value);
  showAndSync(at.app, site.value.id);
  return ok(result);
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
 * the file to its category; one that is its category's own now is a choice all the same, and holds when that changes.
 */
async function keepFiles(
  app: AppContext,
  { site, rows }: Selected,
  keep: boolean | null,
): Promise<ReturnType<Bulk['result']>> {
  const bulk = new Bulk();
  await inTurns(app.env, rows, (row) => {
    if (isRecord(row)) {
      const isTakenBack = keep !== null && row.pinned === !keep && keep === isKept(site.keep, row.category);
      app.mirror.setPin(site.id, row.key as FileId, isTakenBack ? null : keep);
      bulk.done(row.path);
    } else if (keep === false) {
      bulk.failed(row.path, notSentYet(row.name));
    }
  });
  return bulk.result();
}

function notSentYet(name: string): Pick<Failure, 'message' | 'hint'> {
  return {
    message: `${name} is not on the service yet, so its only copy stays here.`,
    hint: 'Make it online only after it was sent.',
  };
}
