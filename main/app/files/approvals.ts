import type { FileId } from '../../../shared/model/ids.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import { inTurns } from '../../sync/concurrency/in-turns.ts';
import { forgetPins, putPinsBack } from './pins-before.ts';

/**
 * Approves deletes that the person asked for by name: the guard of mass deletes lets them pass. Approvals for files that
 * neither side has any more are dropped, so that none outlives its delete.
 */
export async function approveDeletes(
  app: AppContext,
  site: FollowedSite,
  ids: readonly FileId[],
): Promise<void> {
  if (ids.length === 0) return;
  const gone = new Set<FileId>();
  await inTurns(app.env, app.mirror.approvedDeletes(site.id), (id) => {
    // A file deleted on the service has no record any more, but an agreement until it is in the trash.
    if (app.mirror.record(site.id, id) === null && app.mirror.agreement(site.id, id) === null) gone.add(id);
  });
  forgetPins(app, site, gone);
  // Read once more: approvals may have been given or withdrawn meanwhile.
  const alive = [...app.mirror.approvedDeletes(site.id)].filter((id) => !gone.has(id));
  app.mirror.setApprovedDeletes(site.id, [...new Set([...alive, ...ids])]);
}

/**
 * Approves once more when all is done: a cycle that still saw some of the files in their places has withdrawn their approvals.
 */
export function approveAgain(
  app: AppContext,
  site: FollowedSite,
  ids: readonly FileId[],
  stayed: readonly FileId[],
): Promise<void> {
  const kept = new Set(stayed);
  return approveDeletes(
    app,
    site,
    ids.filter((id) => !kept.has(id)),
  );
}

/** The files are back, or were never deleted: later deletes need approvals of their own, and earlier choices hold again. */
export function withdrawApprovals(
  app: Pick<AppContext, 'mirror'>,
  site: FollowedSite,
  ids: readonly FileId[],
): void {
  putPinsBack(app, site, ids);
  const approved = app.mirror.approvedDeletes(site.id);
  const withdrawn = new Set(ids);
  if (!ids.some((id) => approved.has(id))) return;
  app.mirror.setApprovedDeletes(
    site.id,
    [...approved].filter((id) => !withdrawn.has(id)),
  );
}
