import type { TrashLocal } from '../../../engine/plan/actions.ts';
import type { StepContext } from '../../context.ts';
import { done, failedOrAgain, type Outcome } from '../../steps/outcome.ts';
import { choiceOfGone } from '../commit/choices.ts';
import { activityOfDelete } from '../commit/journal.ts';
import { checkMarker, proveGone } from '../proof.ts';

/** Moves a file to the trash after others deleted its record, once that is proved (rules 3, 4 and 6). */
export async function trashLocal(context: StepContext, action: TrashLocal): Promise<Outcome> {
  const stopped = (await checkMarker(context)) ?? (await proveGone(context, action.id, action.path));
  if (stopped !== null) return stopped;
  const trashed = await context.disk.trash(context.site.folder, action.local);
  if (!trashed.ok) return failedOrAgain(trashed.failure, action.path);
  context.mirror.commit(context.site.id, [
    {
      dropBase: action.id,
      dropRemote: action.id,
      dropLocal: action.path,
      ...choiceOfGone(context, action.path),
      activity: activityOfDelete(context, action, action.local.size),
    },
  ]);
  await context.disk.pruneEmptyFolders(context.site.folder, action.path);
  return done('trashed');
}
