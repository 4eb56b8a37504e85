import type { Failure } from '../../../../shared/failure.ts';
import { pathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import type { DeleteRemote } from '../../../engine/plan/actions.ts';
import type { SiteContext, StepContext } from '../../context.ts';
import { again, done, failed, type Outcome } from '../../steps/outcome.ts';
import { choiceOfGone } from '../commit/choices.ts';
import { activityOfDelete } from '../commit/journal.ts';
import { checkMarker, checkPlace, checkRecord } from '../proof.ts';

/**
 * DELETE a record whose file was deleted here. First it is proved that the folder is the site's, that the record is
 * as it was agreed on, and that the file is not back: by an undo while the service was busy, or by a program that
 * removes the old file before it saves the new one.
 */
export async function deleteRemote(context: StepContext, action: DeleteRemote): Promise<Outcome> {
  const stopped = await checkMarker(context);
  if (stopped !== null) return stopped;
  const checked = await checkRecord(context, action.id, action.expect);
  if (!checked.ok) return checked.outcome;
  const back = await checkPlace(context, action, action.inPlace);
  if (back !== null) return back;
  const wrong = await checkMirror(context, action);
  if (wrong !== null) return wrong;
  return send(context, action);
}

/**
 * If the very file that was agreed on lies in its place, and no other agreement claims it, the mirror is damaged: a
 * damaged row can hide other rows from a search. Null if all is as the plan says.
 */
async function checkMirror(
  { disk, mirror, site }: SiteContext,
  { base, inPlace }: DeleteRemote,
): Promise<Outcome | null> {
  if (!inPlace.includes(base.path)) return null;
  const there = await disk.stat(site.folder, base.path);
  if (!there.ok || there.value === null || !sameFingerprint(there.value, base)) return null;
  // While files trade places, two agreements may name one place.
  const spellings = new Set([base.path, pathKey(base.path) as string as RelPath]);
  const claims = [...spellings].flatMap((each) => mirror.agreedAt(site.id, each));
  if (claims.some((id) => id !== base.id)) return null;
  mirror.distrust(`${base.path} is there and counts as deleted`);
  return failed(contradicted(base.path));
}

function contradicted(path: RelPath): Failure {
  return {
    code: 'mirror-broken',
    message: `${path} was not deleted on the service: SiteSync’s database says that it is gone, but it is here.`,
    hint: 'Start SiteSync again: it checks its database, and makes it anew if it is damaged, which deletes nothing.',
    retry: 'later',
  };
}

/**
 * Sends the DELETE. From here on nobody can take it back: a person who makes the file online only meanwhile is told
 * so.
 */
async function send(context: StepContext, action: DeleteRemote): Promise<Outcome> {
  const { mirror, progress, service, signal, site } = context;
  // A person made the file online only while the record was looked at: its absence here is no longer a delete.
  if (mirror.agreement(site.id, action.id) === null) return again('it is not to be kept here any more');
  progress.deleting.add(action.id);
  try {
    const deleted = await service.deleteFile(action.id, { signal });
    if (!deleted.ok) return failed(deleted.failure);
    const activity = activityOfDelete(context, action, action.base.size);
    const choice = choiceOfGone(context, action.path);
    mirror.commit(site.id, [{ dropBase: action.id, dropRemote: action.id, ...choice, activity }]);
    return done('deletedRemote');
  } finally {
    progress.deleting.delete(action.id);
  }
}
