import type { DeleteRemote } from '../../engine/actions.ts';
import type { SiteContext } from '../context.ts';
import { done, failed, type Outcome } from '../state/outcome.ts';
import { activityOfDelete } from './journal.ts';
import { checkMarker, checkPlace, checkRecord } from './proof.ts';

/**
 * DELETE a record whose file was deleted here: the folder must be the site's, the record as it was agreed on, and the file
 * not be back, as by an undo while the service was busy, or by a program that takes the old file away before it saves.
 */
export async function remove(context: SiteContext, action: DeleteRemote): Promise<Outcome> {
  const stopped = await checkMarker(context);
  if (stopped !== null) return stopped;
  const checked = await checkRecord(context, action.id, action.expect);
  if (!checked.ok) return checked.outcome;
  const back = await checkPlace(context, action, action.inPlace);
  if (back !== null) return back;
  const deleted = await context.service.deleteFile(action.id, { signal: context.signal });
  if (!deleted.ok) return failed(deleted.failure);
  context.mirror.commit(context.site.id, [
    {
      dropBase: action.id,
      dropRemote: action.id,
      activity: activityOfDelete(context, action, action.base.size),
    },
  ]);
  return done('deletedRemote');
}
