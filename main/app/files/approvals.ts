import type { FileId } from '../../../shared/model/ids.ts';
import type { FollowedSite } from '../../sync/ports/mirror.ts';
import type { AppContext } from '../context.ts';
import { inTurns } from '../../sync/in-turns.ts';
import { forgetPins, putPinsBack } from './pins-before.ts';

/**
 * The person asked for these deletes one by one: the guard of mass deletes lets them pass. What was approved for
 * files that neither side has any more is forgotten, so that no yes outlives its delete.
 */
export async function approveDeletes(
  app: AppContext,
  site: FollowedSite,
  ids: readonly FileId[],
): Promise<void> {
  if (ids.length === 0) return;
  const gone = new Set<FileId>();
  await inTurns(app.env, app.mirror.approvedDeletes(site.id), (id) => {
    // What was deleted on the service has no record, and is agreed on until its file is in the trash.
    if (app.mirror.record(site.id, id) === null && app.mirror.agreement(site.id, id) === null) gone.add(id);
  });
  forgetPins(app, site, gone);
  // Read once more: others were given or withdrawn meanwhile.
  const alive = [...app.mirror.approvedDeletes(site.id)].filter((id) => !gone.has(id));
  app.mirror.setApprovedDeletes(site.id, [...new Set([...alive, ...ids])]);
}

/**
 * Once more, when all was done: a cycle that saw files in their places still has taken back the yes for them.
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

/** The file is back or was never deleted: a later delete needs a yes of its own, and it is kept here, or not, as before. */
export function withdrawApprovals(app: AppContext, site: FollowedSite, ids: readonly FileId[]): void {
  putPinsBack(app, site, ids);
  const approved = app.mirror.approvedDeletes(site.id);
  const withdrawn = new Set(ids);
  if (!ids.some((id) => approved.has(id))) return;
  app.mirror.setApprovedDeletes(
    site.id,
    [...approved].filter((id) => !withdrawn.has(id)),
  );
}
