import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import type { MoveLocal } from '../../../engine/plan/actions.ts';
import type { BaseFile, LocalFile } from '../../../engine/trees.ts';
import type { SiteContext } from '../../context.ts';
import { againBeside, done, failedOrAgain, type Outcome } from '../../steps/outcome.ts';
import { choiceAlong } from '../commit/choices.ts';
import { activityOf } from '../commit/journal.ts';
import { noteBytesToMove } from '../commit/note-bytes.ts';
import { checkNewer } from '../proof.ts';
import { stillSent } from '../commit/sent-over.ts';

/** Moves a file here: to where its record lies, or out of the way of another file or a folder. */
export async function moveLocal(context: SiteContext, action: MoveLocal): Promise<Outcome> {
  const outdated = await checkNewer(context, action.base, action.remote);
  if (outdated !== null) return outdated;
  // The record does not show a move of our own: after a crash only this note tells where the file is.
  const isOurs = action.reason === 'makes-room' || action.reason === 'new-on-both';
  if (isOurs && action.base.ino === 0n) await noteBytesToMove(context, action);
  const moved = await context.disk.move(context.site.folder, action.local, action.to);
  if (!moved.ok) return (await placeTaken(context, action)) ?? failedOrAgain(moved.failure, action.path);
  if (action.reason === 'new-on-both') return becameCopy(context, action, moved.value);
  const { base, remote } = action;
  const stays = moved.value.path === action.path;
  const settled: BaseFile = action.settles
    ? {
        ...base,
        name: remote.name,
        category: remote.category,
        remote: remote.fingerprint,
        opId: remote.facts.opId,
        updatedAt: remote.updatedAt,
      }
    : base;
  context.mirror.commit(context.site.id, [
    {
      // A folder may keep its own spelling of the same name.
      base: { ...settled, path: moved.value.path, impliedPath: action.impliedPath },
      ...(action.settles ? stillSent(context.mirror, context.site.id, remote, base.hash) : {}),
      dropLocal: action.path,
      local: moved.value,
      ...choiceAlong(context, action.path, moved.value.path),
      ...(stays ? {} : { activity: activityOf(context, { ...action, path: moved.value.path }, 0) }),
    },
  ]);
  return done(stays ? 'recorded' : 'moved');
}

/** Is the file as it was, and another one in its new place? A disk that ignores case may show the file itself there. */
async function placeTaken(
  { disk, site }: SiteContext,
  { local, path, to }: MoveLocal,
): Promise<Outcome | null> {
  const [here, there] = [await disk.stat(site.folder, path), await disk.stat(site.folder, to)];
  if (!here.ok || here.value === null || !sameFingerprint(here.value, local)) return null;
  const isOther = there.ok && there.value !== null && !sameFingerprint(there.value, local);
  return isOther ? againBeside(to) : null;
}

/** The agreement stays, so that the next plan sends the move. The history shows it as a conflict. */
function becameCopy(context: SiteContext, action: MoveLocal, moved: LocalFile): Outcome {
  const activity = activityOf(context, { ...action, kind: 'reconcile' }, 0);
  context.mirror.commit(context.site.id, [{ dropLocal: action.path, local: moved, activity }]);
  return done('conflict');
}
