import type { DeleteRemote } from '../../../engine/plan/actions.ts';
import type { SiteContext } from '../../context.ts';
import { again, done, failed, type Outcome } from '../../state/outcome.ts';
import { activityOfDelete } from '../commit/journal.ts';
import { checkMarker, checkPlace, checkRecord } from '../proof.ts';

/**
 * DELETE a record whose file was deleted here: the folder must be the site's, the record as it was agreed on, and the file
 * not be back, as by an undo while the service was busy, or by a program that takes the old file away before it saves.
 */
export async function deleteRemote(context: SiteContext, action: DeleteRemote): Promise<Outcome> {
  const stopped = await checkMarker(context);
  if (stopped !== null) return stopped;
  const checked = await checkRecord(context, action.id, action.expect);
  if (!checked.ok) return checked.outcome;
  const back = await checkPlace(context, action, action.inPlace);
  if (back !== null) return back;
  return send(context, action);
}

/** From here on nobody can take it back: whoever chooses to keep the file on the service alone is told so. */
async function send(context: SiteContext, action: DeleteRemote): Promise<Outcome> {
  const { mirror, progress, service, signal, site } = context;
  // Chosen while the record was looked at: that the file is missing here is no sign of a delete any more.
  if (mirror.agreement(site.id, action.id) === null) return again('it is not to be kept here any more');
  progress.deleting.add(action.id);
  try {
    const deleted = await service.deleteFile(action.id, { signal });
    if (!deleted.ok) return failed(deleted.failure);
    const activity = activityOfDelete(context, action, action.base.size);
    mirror.commit(site.id, [{ dropBase: action.id, dropRemote: action.id, activity }]);
    return done('deletedRemote');
  } finally {
    progress.deleting.delete(action.id);
  }
}
