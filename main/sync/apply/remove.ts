import type { DeleteRemote } from '../../engine/actions.ts';
import { sameFingerprint } from '../../engine/fingerprint.ts';
import { again, done, failed, type Outcome, type SiteContext } from '../context.ts';
import { activityOfDelete } from './journal.ts';
import { checkMarker, checkRecord } from './proof.ts';

/**
 * DELETE a record whose file was deleted here: the folder must be the site's, the record as it was agreed on, and the file
 * not be back, as by an undo while the service was busy.
 */
export async function remove(context: SiteContext, action: DeleteRemote): Promise<Outcome> {
  const stopped = await checkMarker(context);
  if (stopped !== null) return stopped;
  const checked = await checkRecord(context, action.id, action.expect);
  if (!checked.ok) return checked.outcome;
  const there = await context.disk.stat(context.site.folder, action.path);
  if (there.ok && there.value !== null && sameFingerprint(there.value, action.base))
    return again('the file is back', action.path);
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
