import type { Failure } from '../../../../shared/failure.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { Free } from '../../../engine/plan/actions.ts';
import { writeCommits } from '../commit/write-commits.ts';
import type { SiteContext, StepContext } from '../../context.ts';
import { again, done, failed, failedOrAgain, type Outcome } from '../../steps/outcome.ts';
import { bytesHeld } from './bytes-held.ts';
import { activityOf } from '../commit/journal.ts';
import type { NextGeneration } from '../commit/next-generation.ts';
import { checkMarker, checkRecord } from '../proof.ts';

const MINUTES = 10;
/** An update that somebody began before the service took our edit may end up to this long after it, ms. */
const OVERTAKEN = MINUTES * 60_000;

/**
 * Removes a copy that the service has proved to hold, so that nothing but its space is given up (rule 16). If the
 * service holds another number of bytes, because it rewrites what it takes or kept only a part, our copy goes to the
 * trash.
 *
 * A copy that was just edited stays for a while. Somebody who began to send an older version before our edit may
 * overwrite it there; this copy is then the only one, and is sent again.
 */
export async function free(
  context: StepContext,
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
  // Meanwhile a person may have chosen to keep it here.
  if (context.wanted(checked.record)) return again('it is wanted here after all', action.path);
  const { size } = action.local;
  return freeAgreed(context, action, (held.value ?? checked.record.size ?? size) === size);
}

/**
 * Null if no edit was sent lately. An edit with a time in the future is from before the clock was set back; it does
 * not hide earlier ones.
 */
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
 * Drops the agreement before the file, and flushes that. If the file went first and the power failed, the file would
 * count as deleted once it is wanted here again.
 */
async function freeAgreed(context: StepContext, action: Free, isHeld: boolean): Promise<Outcome> {
  const { disk, mirror, site } = context;
  const { id, base, local, path } = action;
  const sent = mirror.sentBytes(site.id, id);
  mirror.commit(site.id, [{ dropBase: id }]);
  await mirror.flushed();
  const freed = await disk.free(site.folder, local, !isHeld);
  if (!freed.ok) {
    const { failure } = freed;
    // A file that a person moved away meanwhile keeps its agreement.
    const isOurs = failure.code !== 'changed-meanwhile';
    const there = isOurs ? await disk.stat(site.folder, path) : null;
    // It failed after the file was gone. With an agreement, the file would count as deleted once it is wanted here
    // again.
    const isGone = there !== null && there.ok && there.value === null;
    writeCommits(context, [isGone ? { dropLocal: path } : { base, ...(sent === null ? {} : { sent }) }]);
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
 * Reads the file once more, since the trash gets no copy of it: a program may have changed its bytes without changing
 * its size and time. Null if they are those that were agreed on.
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
