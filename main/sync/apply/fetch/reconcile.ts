import { fail, type Failure, ok, type Result } from '../../../../shared/failure.ts';
import type { ContentHash } from '../../../../shared/model/ids.ts';
import { baseName } from '../../../../shared/model/rel-path.ts';
import type { Reconcile } from '../../../engine/plan/actions.ts';
import type { BaseFile, LocalFile } from '../../../engine/trees.ts';
import { agree, agreeOnPlaced } from '../commit/agreement.ts';
import { choiceAlong } from '../commit/choices.ts';
import { writeCommits } from '../commit/write-commits.ts';
import type { SiteContext, StepContext } from '../../context.ts';
import { done, failed, failedOrAgain, type Outcome } from '../../steps/outcome.ts';
import { activityOf } from '../commit/journal.ts';
import type { DownloadSink } from '../../ports/disk.ts';
import type { Commit } from '../../ports/mirror/notes.ts';
import { fetchInto, type Fetched } from './fetch.ts';
import type { PlacedCommits } from '../commit/placed-commits.ts';
import { noteBytesToPlace } from '../commit/note-bytes.ts';
import { checkNewerThanAgreed } from '../proof.ts';
import { agreeWhereOurs } from '../send/open-update.ts';
import type { SpaceAllocator } from '../../pacing/space-allocator.ts';
import { dateOf, endOfFetch, withSink } from './download-sink.ts';

/**
 * Both sides hold something of their own (rule 1). The service's bytes are fetched and compared with ours. If they
 * are the same, or one version is based on the other, that is agreed on. Else the service keeps the name and ours
 * becomes a conflict copy, which the next round sends as a file of its own.
 */
export async function reconcile(
  context: StepContext,
  allocator: SpaceAllocator,
  placed: PlacedCommits,
  action: Reconcile,
): Promise<Outcome> {
  // The record may also be of a file that was deleted here, with a new file in its place.
  const comesBack = action.reason === 'new-on-both';
  const outdated = await checkNewerThanAgreed(context, action.remote, { comesBack });
  if (outdated !== null) return outdated;
  return withSink(context, allocator, action.remote, action.path, async (sink, space) => {
    const fetched = await fetchInto(context, sink, action.remote, action.path, space);
    if (!fetched.ok) return orYoursWaits(action, await endOfFetch(context, sink, action, fetched.failure));
    const mine = await hashOf(context, action.local);
    if (!mine.ok) return failedOrAgain(mine.failure, action.path);
    const agreed = await withoutCopy(context, action, mine.value, fetched.value.hash);
    if (agreed === null) return keepBoth(context, placed, action, sink, fetched.value);
    await sink.discard();
    return agreed;
  });
}

/**
 * Agrees if no copy of ours is needed: the bytes are the same, or theirs are those that ours are based on. Null for a
 * conflict.
 */
async function withoutCopy(
  context: StepContext,
  action: Reconcile,
  mine: ContentHash,
  theirs: ContentHash,
): Promise<Outcome | null> {
  if (mine === theirs) return stateAnew(context, action, mine) ?? adoptSame(context, action, mine);
  if (action.base?.hash === theirs) return agreeAnew(context, action, action.base, mine);
  return agreeWhereOurs(context, action.remote, theirs);
}

async function keepBoth(
  context: SiteContext,
  placed: PlacedCommits,
  action: Reconcile,
  sink: DownloadSink,
  fetched: Fetched,
): Promise<Outcome> {
  const { disk, env, mirror, site } = context;
  const { id, remote, path, copy } = action;
  await noteBytesToPlace(context, action, fetched);
  const kept = await disk.move(site.folder, action.local, copy);
  if (!kept.ok) return failedOrAgain(kept.failure, path);
  // A choice for a file that was new here is none for the record of others that has its place now.
  const choice = action.reason === 'new-on-both' ? choiceAlong(context, path, kept.value.path) : {};
  mirror.commit(site.id, [{ dropLocal: path, local: kept.value, ...choice }]);
  const put = await sink.place(path, null, dateOf(remote, env.now()));
  if (!put.ok) return failedOrAgain(put.failure, path);
  const { value: local } = put;
  await placed.add({
    base: agreeOnPlaced(action, local, fetched.hash),
    local: { ...local, hash: fetched.hash },
    // If the site keeps it anyway, there is nothing to choose for this file.
    ...(context.wanted(remote) ? {} : { pin: { id, keep: true } }),
    activity: activityOf(context, action, fetched.size),
  });
  return done('conflict');
}

/** If the service does not have the record's bytes, nothing can be compared, and the file here has to wait. */
function orYoursWaits({ path }: Reconcile, outcome: Outcome): Outcome {
  if (outcome.kind !== 'failed' || outcome.failure.code !== 'not-found') return outcome;
  const message = `${outcome.failure.message} Yours of that name waits, since it cannot be compared.`;
  const hint = `To send yours all the same, put a copy beside it that is not called ${baseName(path)}. Ask who manages the service for theirs.`;
  return failed({ ...outcome.failure, message, hint });
}

function adoptSame(context: StepContext, action: Reconcile, hash: ContentHash): Outcome {
  const local: LocalFile = { ...action.local, hash };
  writeCommits(context, [
    {
      base: agree(action.remote, local, hash, { path: action.basePath, impliedPath: action.impliedPath }),
      local,
      activity: activityOf(context, { ...action, kind: 'adopt', reason: 'same-bytes' }, local.size),
    },
  ]);
  return done('adopted');
}

/**
 * Handles our bytes lying on the service under the facts of other bytes: somebody who had not seen ours renamed the
 * record at the same moment. Computers that hold those other bytes believe the facts, so ours are sent again, by this
 * computer alone, and once for each such rename. They stay based on what they were based on, not on that rename. Null
 * if the facts fit.
 */
function stateAnew(context: StepContext, action: Reconcile, mine: ContentHash): Outcome | null {
  const { id, base, remote, reason } = action;
  const { sha256, opId } = remote.facts;
  const sent = context.mirror.sentBytes(context.site.id, id);
  if (reason !== 'overwritten-there' || base === null || sent === null) return null;
  if (opId === null || sha256 === null || sha256 === mine) return null;
  return agreeAnew(context, action, base, mine, { sent: { ...sent, opId } });
}

/** Their version holds the bytes that were agreed on: ours is an edit of it, which the next plan sends. */
function agreeAnew(
  context: StepContext,
  { remote, basePath, impliedPath, local }: Reconcile,
  base: BaseFile,
  mine: ContentHash,
  noted: Pick<Commit, 'sent'> = {},
): Outcome {
  writeCommits(context, [
    {
      base: agree(remote, base, base.hash, { path: basePath, impliedPath }),
      local: { ...local, hash: mine },
      ...noted,
    },
  ]);
  return done('recorded');
}

async function hashOf(context: SiteContext, local: LocalFile): Promise<Result<ContentHash>> {
  if (local.hash !== null) return ok(local.hash);
  const [hashed] = await context.disk.hash(context.site.folder, [local], undefined, context.signal);
  return hashed?.ok === true
    ? ok(hashed.value.hash)
    : fail(hashed === undefined ? vanished(local.path) : hashed.failure);
}

function vanished(path: string): Failure {
  return {
    code: 'changed-meanwhile',
    message: `${path} is no longer there.`,
    hint: 'It is looked at again.',
    retry: 'now',
  };
}
