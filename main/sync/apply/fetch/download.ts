import type { ContentHash } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { Download as DownloadAction } from '../../../engine/plan/actions.ts';
import type { LocalFile, RemoteFile } from '../../../engine/trees.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import { agree, agreeOnPlaced } from '../commit/agreement.ts';
import { writeCommits } from '../commit/write-commits.ts';
import type { SiteContext, StepContext } from '../../context.ts';
import { done, failedOrAgain, type Outcome } from '../../steps/outcome.ts';
import { activityOf } from '../commit/journal.ts';
import type { DownloadSink } from '../../ports/disk.ts';
import { fetchInto, type Fetched } from './fetch.ts';
import type { PlacedCommits } from '../commit/placed-commits.ts';
import { agreeWhereOurs } from '../send/open-update.ts';
import { noteBytesToPlace } from '../commit/note-bytes.ts';
import { checkNewerThanAgreed } from '../proof.ts';
import type { SpaceAllocator } from '../../pacing/space-allocator.ts';
import { dateOf, endOfFetch, discardedIfThrown, keepOrDiscard, openFor, withSpace } from './download-sink.ts';

/** Bytes that were fetched and checked; they are placed next. */
export interface Arrived {
  readonly kind: 'arrived';
  readonly sink: DownloadSink;
  readonly fetched: Fetched;
}

/** Fetches a record's bytes and checks them (rule 8). */
export async function fetchDownload(
  context: SiteContext,
  allocator: SpaceAllocator,
  action: DownloadAction,
): Promise<Arrived | Outcome> {
  const { remote, path } = action;
  const isNew = action.reason === 'new-on-service';
  const comesBack = action.reason === 'edit-beats-delete';
  const outdated = isNew ? null : await checkNewerThanAgreed(context, remote, { comesBack });
  if (outdated !== null) return outdated;
  return withSpace(allocator, path, async (space) => {
    const opened = await openFor(context, remote, path, space);
    if (!opened.ok) return failedOrAgain(opened.failure, path);
    const sink = opened.value;
    return discardedIfThrown(sink, async () => {
      const fetched = await fetchInto(context, sink, remote, path, space);
      if (fetched.ok) return { kind: 'arrived', sink, fetched: fetched.value };
      return keepOrDiscard(sink, remote, await endOfFetch(context, sink, { remote, path }, fetched.failure));
    });
  });
}

/** Fetches a record's bytes only for their hash; null if they cannot be fetched now. */
export async function hashOfRecord(
  context: SiteContext,
  allocator: SpaceAllocator,
  remote: RemoteFile,
  path: RelPath,
): Promise<ContentHash | null> {
  return withSpace(allocator, path, async (space) => {
    const opened = await openFor(context, remote, path, space);
    if (!opened.ok) return null;
    const sink = opened.value;
    return discardedIfThrown(sink, async () => {
      const fetched = await fetchInto(context, sink, remote, path, space);
      await sink.discard();
      return fetched.ok ? fetched.value.hash : null;
    });
  });
}

/** Places what arrived. The agreement is written by `placed`, after its folder is flushed. */
export async function placeDownload(
  context: StepContext,
  placed: PlacedCommits,
  action: DownloadAction,
  { sink, fetched }: Arrived,
): Promise<Outcome> {
  const { remote, path, replaces } = action;
  if (replaces !== null && replaces.hash === fetched.hash)
    return agreeOnSame(context, action, replaces, sink);
  const found = await agreeWhereItLies(context, action, fetched);
  if (found !== null) {
    await sink.discard();
    return found;
  }
  const ours = await agreeWhereOurs(context, remote, fetched.hash);
  if (ours !== null) {
    await sink.discard();
    return ours;
  }
  const put = await discardedIfThrown(sink, async () => {
    if (replaces !== null) await noteBytesToPlace(context, action, fetched);
    return sink.place(path, replaces, dateOf(remote, context.env.now()));
  });
  if (!put.ok) return keepOrDiscard(sink, remote, failedOrAgain(put.failure, path));
  const { value: local } = put;
  await placed.add({
    base: agreeOnPlaced(action, local, fetched.hash),
    local: { ...local, hash: fetched.hash },
    activity: activityOf(context, { ...action, path: local.path }, fetched.size),
  });
  return done('downloaded');
}

/** The record has a new version with the bytes that lie here: the copy here stays, and the trash gets none. */
async function agreeOnSame(
  context: StepContext,
  { remote, basePath, impliedPath }: DownloadAction,
  local: LocalFile,
  sink: DownloadSink,
): Promise<Outcome> {
  await sink.discard();
  const { hash } = local;
  if (hash !== null)
    writeCommits(context, [{ base: agree(remote, local, hash, { path: basePath, impliedPath }) }]);
  return done('recorded');
}

/**
 * Agrees on the file here that has the record's bytes, in the place where it lies, if there is one (see `MaybeHere`). It must
 * still be as it was read, and belong to no other record by now.
 */
async function agreeWhereItLies(
  context: StepContext,
  action: DownloadAction,
  { hash }: Fetched,
): Promise<Outcome | null> {
  const { maybe, remote, impliedPath } = action;
  if (maybe === null) return null;
  const { disk, inFlight, mirror, site } = context;
  const isFree = ({ path }: LocalFile): boolean =>
    mirror.agreedAt(site.id, path).length === 0 && !inFlight.locksPlace(path);
  for (const [turn] of maybe.files.entries()) {
    const local = maybe.files[(maybe.first + turn) % maybe.files.length];
    if (local?.hash !== hash || !isFree(local)) continue;
    const there = await disk.stat(site.folder, local.path);
    if (!there.ok || there.value === null || !sameFingerprint(there.value, local)) continue;
    // Once more: others may have found it in the meantime.
    if (!isFree(local)) continue;
    writeCommits(context, [
      {
        base: agree(remote, local, hash, { path: local.path, impliedPath }),
        activity: activityOf(
          context,
          { ...action, kind: 'adopt', path: local.path, reason: 'same-bytes' },
          local.size,
        ),
      },
    ]);
    return done('adopted');
  }
  return null;
}
