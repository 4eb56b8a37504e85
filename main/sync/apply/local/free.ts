import type { Failure } from '../../../../shared/failure.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { Free } from '../../../engine/plan/actions.ts';
import type { SiteContext } from '../../context.ts';
import { again, done, failed, failedOrAgain, type Outcome } from '../../state/outcome.ts';
import { bytesHeld } from './bytes-held.ts';
import { activityOf } from '../commit/journal.ts';
import type { NextGeneration } from '../commit/next-generation.ts';
import { checkMarker, checkRecord } from '../proof.ts';

const MINUTES = 10;
/** An update that was begun before an edit of ours was taken may end so long after it, ms. */
const OVERTAKEN = MINUTES * 60_000;

/**
 * Removes a copy that the service proved to hold, so that nothing but the space is given up (rule 16). Where it holds
 * another number of bytes, as one that rewrites what it takes, or kept a part of it, ours goes to the trash.
 *
 * An edit stays for a while: who began to send an older version before it came may end after it, and then this copy is the
 * only one, by which it is seen and sent again.
 */
export async function free(
  context: SiteContext,
  nextGeneration: NextGeneration,
  action: Free,
): Promise<Outcome> {
  const young = justSent(context, action);
  if (young !== null) return failed(young);
  const stopped = (await checkMarker(context)) ?? (await checkBytes(context, action));
  if (stopped !== null) return stopped;
  const held = await bytesHeld(context, action);
  const checked = await checkRecord(context, action.id, action.expect);
  if (!checked.ok) return checked.outcome;
  if (!held.ok) return failed(held.failure);
  const begun = await nextGeneration.begin();
  if (!begun.ok) return failedOrAgain(notNoted(action.path, begun.failure), action.path);
  // Who wants it back may have said so meanwhile.
  if (context.wanted(checked.record)) return again('it is wanted here after all', action.path);
  const { size } = action.local;
  return freeAgreed(context, action, (held.value ?? checked.record.size ?? size) === size);
}

/** Null if no edit was sent lately. One that seems to lie ahead is of a clock that was set back, and hides none before it. */
function justSent({ env, mirror, site }: SiteContext, { id, path }: Free): Failure | null {
  const now = env.now();
  const until = (mirror.lastEdit(site.id, id, now) ?? -Infinity) + OVERTAKEN;
  if (until <= now) return null;
  return {
    code: 'just-sent',
    message: `${path} stays on this computer for ${MINUTES} minutes after an edit of it was sent.`,
    hint: 'A version of somebody else that is on its way in that time may replace it; then yours is sent again from here.',
    retry: 'later',
    retryAfterMs: until - now,
  };
}

/**
 * The agreement goes first, and is gone after a power cut as well: were the file to go before it, and wanted again by the
 * next cycle, it would count as deleted.
 */
async function freeAgreed(context: SiteContext, action: Free, isHeld: boolean): Promise<Outcome> {
  const { disk, mirror, site } = context;
  const { id, base, local, path } = action;
  const sent = mirror.sentBytes(site.id, id);
  mirror.commit(site.id, [{ dropBase: id }]);
  await mirror.flushed();
  const freed = await disk.free(site.folder, local, !isHeld);
  if (!freed.ok) {
    const { failure } = freed;
    // What was moved away by a person meanwhile stays agreed on, as what it was.
    const isOurs = failure.code !== 'changed-meanwhile';
    const there = isOurs ? await disk.stat(site.folder, path) : null;
    // It failed when the file was gone: agreed on and wanted again, it would count as deleted.
    const isGone = there !== null && there.ok && there.value === null;
    mirror.commit(site.id, [isGone ? { dropLocal: path } : { base, ...(sent === null ? {} : { sent }) }]);
    return failedOrAgain(failure, path);
  }
  mirror.commit(site.id, [{ dropLocal: path, activity: activityOf(context, action, local.size) }]);
  await disk.pruneEmptyFolders(site.folder, path);
  return done('freed');
}

function notNoted(path: RelPath, failure: Failure): Failure {
  if (failure.code === 'folder-missing') return failure;
  const why = 'SiteSync first notes in the folder of the site that files are to go, and cannot';
  return { ...failure, message: `${path} was not removed from this computer: ${why}. ${failure.message}` };
}

/**
 * The only file that goes without a copy of it is read once more: a program may have changed its bytes and left size and
 * time as they were. Null where they are those that were agreed on.
 */
async function checkBytes(
  { disk, mirror, site, signal }: SiteContext,
  { local, base, path }: Free,
): Promise<Outcome | null> {
  const [read] = await disk.hash(site.folder, [local], undefined, signal);
  if (read === undefined) return again('it was not read', path);
  if (!read.ok) return failedOrAgain(read.failure, path);
  if (read.value.hash === base.hash) return null;
  mirror.setHashes(site.id, [read.value]);
  return again('its bytes were changed', path);
}
