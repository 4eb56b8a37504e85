import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { TrashEntry } from '../../../shared/ipc/outbox.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { FollowedSite } from '../../sync/ports/mirror.ts';
import type { AppContext } from '../context.ts';
import { withdrawApprovals } from '../files/approvals.ts';
import { Bulk } from '../files/bulk.ts';
import type { FreshViews } from '../files/command-views.ts';
import { fileAt, keptSite, noteCame } from '../files/site-files.ts';

/** What syncs and people put into the trash of each site's folder; it is kept there for 30 days. */
export function trashCommands(
  app: AppContext,
  fresh: FreshViews,
): Pick<Handlers, `trash.${'list' | 'restore' | 'restoreMany'}`> {
  const restore = async (site: FollowedSite, entry: string): Promise<Result<RelPath>> => {
    const restored = await app.disk.restore(site.folder, entry);
    if (!restored.ok) return restored;
    await noLongerDeleted(app, fresh, site, restored.value);
    const file = await fileAt(app, site, restored.value);
    if (file.ok) noteCame(app, site, [file.value]);
    return restored;
  };
  return {
    'trash.list': async ({ site: id }) => {
      const entries: TrashEntry[] = [];
      for (const site of app.mirror.followed()) {
        if (id !== null && site.id !== id) continue;
        const listed = await app.disk.listTrash(site.folder);
        // Of several sites one may lie on a drive that is not there: the others are shown all the same.
        if (!listed.ok && id !== null) return listed;
        const siteName = app.mirror.site(site.id)?.name ?? site.id;
        for (const { id: entry, path, size, trashedAt } of listed.ok ? listed.value : [])
          entries.push({ site: site.id, siteName, entry, path, size, trashedAt });
      }
      return ok(entries.sort((a, b) => b.trashedAt - a.trashedAt));
    },
    'trash.restore': async ({ site: id, entry }) => {
      const site = keptSite(app, id);
      if (!site.ok) return fail(site.failure);
      const restored = await restore(site.value, entry);
      if (!restored.ok) return restored;
      app.changed(site.value.id);
      app.syncSoon(site.value.id);
      return ok({ path: restored.value });
    },
    'trash.restoreMany': async ({ site: id, entries }, signal) => {
      const site = keptSite(app, id);
      if (!site.ok) return fail(site.failure);
      const bulk = new Bulk();
      for (const entry of entries) {
        if (signal.aborted) break;
        const restored = await restore(site.value, entry);
        if (restored.ok) bulk.done();
        else bulk.failed(entry, restored.failure);
      }
      app.changed(site.value.id);
      app.syncSoon(site.value.id);
      return ok(bulk.result());
    },
  };
}

/** A delete that was asked for and has not reached the service yet is taken back with its file. */
async function noLongerDeleted(
  app: AppContext,
  fresh: FreshViews,
  site: FollowedSite,
  path: RelPath,
): Promise<void> {
  const approved = [...app.mirror.approvedDeletes(site.id)];
  if (approved.length === 0) return;
  const rows = await (await fresh()).rows(site.id, { keys: approved });
  withdrawApprovals(
    app,
    site,
    rows.filter((row) => row.path === path).map((row) => row.key as FileId),
  );
}
