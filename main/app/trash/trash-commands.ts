import { fail, ok } from '../../../shared/failure.ts';
import type { FileRow } from '../../../shared/ipc/files.ts';
import type { TrashEntry } from '../../../shared/ipc/trash.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { foldKey } from '../../engine/names/local-names.ts';
import { slices } from '../../sync/concurrency/in-turns.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import { withdrawApprovals } from '../files/approvals.ts';
import { Bulk } from '../files/bulk.ts';
import type { FreshViews } from '../files/command-views.ts';
import { fileAt, noteCame, showAndSync, siteToChange } from '../files/site-files.ts';
import { compareText } from '../views/file-query.ts';
import { restoredLine } from './restored-line.ts';
import { reasonsIn } from '../files/trash-reasons.ts';
import { nameOf } from '../../sync/following/site-name.ts';

/** Files that are given back at a time: the disk flushes once for those that go together. */
const AT_ONCE = 32;

/** More than a person reads. */
const NAMED = 100;

/** What syncs and people put into the trash of each site's folder; it is kept there for 30 days. */
export function trashCommands(
  app: AppContext,
  fresh: FreshViews,
): Pick<Handlers, `trash.${'list' | 'restore' | 'restoreMany'}`> {
  return {
    'trash.list': async ({ site: id }) => {
      const entries: TrashEntry[] = [];
      for (const site of app.mirror.followed()) {
        if (id !== null && site.id !== id) continue;
        const listed = await app.disk.listTrash(site.folder);
        // Of several sites one may lie on a drive that is not there: the others are shown all the same.
        if (!listed.ok && id !== null) return listed;
        const siteName = nameOf(app, site);
        const found = listed.ok ? listed.value : [];
        const reasons = reasonsIn(app.mirror, site.id, found);
        for (const { id: entry, path, size, trashedAt } of found) {
          const why = reasons.get(entry) ?? null;
          entries.push({ site: site.id, siteName, entry, path, size, trashedAt, why });
        }
      }
      return ok(entries.sort((a, b) => b.trashedAt - a.trashedAt || compareText(a.path, b.path)));
    },
    'trash.restore': async ({ site: id, entry }) => {
      const site = await siteToChange(app, id);
      if (!site.ok) return fail(site.failure);
      const deleted = await deletedHere(app, fresh, site.value);
      const restored = await app.disk.restore(site.value.folder, entry);
      if (!restored.ok) return restored;
      await noteRestored(app, site.value, [restored.value], deleted);
      showAndSync(app, site.value.id);
      return ok({ path: restored.value, over: besideWhat(entry, restored.value) });
    },
    'trash.restoreMany': async ({ site: id, entries }, signal) => {
      const site = await siteToChange(app, id);
      if (!site.ok) return fail(site.failure);
      const bulk = new Bulk();
      const deleted = await deletedHere(app, fresh, site.value);
      const beside: Beside[] = [];
      const paths = [...Map.groupBy(entries, placeOf).values()];
      for (const some of slices(paths, AT_ONCE)) {
        if (signal.aborted) break;
        const restored = await Promise.all(
          some.map((same) => restoreInOrder(app, site.value, same, { bulk, beside })),
        );
        await noteRestored(app, site.value, restored.flat(), deleted);
      }
      showAndSync(app, site.value.id);
      return ok({ ...bulk.result(), beside: beside.slice(0, NAMED) });
    },
  };
}

interface Beside {
  readonly path: RelPath;
  readonly over: RelPath;
}

/** Where an entry lay. */
function pathOf(entry: string): RelPath {
  return entry.slice(entry.indexOf('/') + 1) as RelPath;
}

/** The path of what lies in the place of an entry that was put beside it; null if it is back in its place. */
function besideWhat(entry: string, path: RelPath): RelPath | null {
  const place = pathOf(entry);
  return foldKey(place) === foldKey(path) ? null : place;
}

/** Where an entry wants to go back to: of several with this name each finds its own beside those before it. */
function placeOf(entry: string): string {
  return foldKey(pathOf(entry));
}

/** Returns the paths that they got. */
async function restoreInOrder(
  app: AppContext,
  site: FollowedSite,
  entries: readonly string[],
  { bulk, beside }: { readonly bulk: Bulk; readonly beside: Beside[] },
): Promise<readonly RelPath[]> {
  const paths: RelPath[] = [];
  for (const entry of entries) {
    const restored = await app.disk.restore(site.folder, entry);
    if (restored.ok) {
      bulk.done(restored.value);
      paths.push(restored.value);
      const over = besideWhat(entry, restored.value);
      if (over !== null) beside.push({ path: restored.value, over });
    } else bulk.failed(entry, restored.failure);
  }
  return paths;
}

/** The records whose deletes were asked for and have not reached the service yet, by their places. */
async function deletedHere(
  app: AppContext,
  fresh: FreshViews,
  site: FollowedSite,
): Promise<ReadonlyMap<string, readonly FileRow[]>> {
  const approved = [...app.mirror.approvedDeletes(site.id)];
  if (approved.length === 0) return new Map();
  const rows = await (await fresh()).rows(site.id, { keys: approved });
  return Map.groupBy(rows, (row) => row.path);
}

/** What is back is seen at once, and its delete is off. */
async function noteRestored(
  app: AppContext,
  site: FollowedSite,
  paths: readonly RelPath[],
  deleted: ReadonlyMap<string, readonly FileRow[]>,
): Promise<void> {
  const recordsAt = (path: string): readonly FileId[] =>
    (deleted.get(path) ?? []).map((row) => row.key as FileId);
  withdrawApprovals(app, site, paths.flatMap(recordsAt));
  const found = await Promise.all(paths.map((path) => fileAt(app, site, path)));
  const files = found.flatMap((file) => (file.ok ? file.value : []));
  noteCame(app, site, files);
  // Else the last that the history says of a file that lies here would be that it went into the trash.
  const at = app.env.now();
  const about = { at, site: site.id };
  app.mirror.commit(
    site.id,
    files.map(({ path, size }) => ({
      activity: restoredLine({ ...about, file: recordsAt(path)[0] ?? null, path, bytes: size }),
    })),
  );
}
