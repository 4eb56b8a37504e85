import { fail, type Failure, type Result } from '../../../../shared/failure.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { Download as DownloadAction, Reconcile } from '../../../engine/plan/actions.ts';
import type { RemoteFile } from '../../../engine/trees.ts';
import type { SiteContext } from '../../context.ts';
import { failed, failedOrAgain, type Outcome } from '../../steps/outcome.ts';
import type { DownloadSink } from '../../ports/disk.ts';
import { checkRecord } from '../proof.ts';
import { DownloadSpace, type SpaceAllocator } from '../../pacing/space-allocator.ts';

/** Holds the space allocated during this work until it is over. */
export async function withSpace<T>(
  allocator: SpaceAllocator,
  path: RelPath,
  work: (space: DownloadSpace) => Promise<T>,
): Promise<T> {
  const space = new DownloadSpace(allocator, path);
  try {
    return await work(space);
  } finally {
    space.release();
  }
}

/** Opens a sink for a record's bytes, and leaves nothing half-written behind, whatever happens. */
export async function withSink(
  context: SiteContext,
  allocator: SpaceAllocator,
  remote: RemoteFile,
  path: RelPath,
  work: (sink: DownloadSink, space: DownloadSpace) => Promise<Outcome>,
): Promise<Outcome> {
  return withSpace(allocator, path, async (space) => {
    const opened = await openFor(context, remote, path, space);
    if (!opened.ok) return failedOrAgain(opened.failure, path);
    const sink = opened.value;
    return discardedIfThrown(sink, async () => keepOrDiscard(sink, remote, await work(sink, space)));
  });
}

/** Frees the sink's memory and its part even if the work throws, as a mirror on a full disk does. */
export async function discardedIfThrown<T>(sink: DownloadSink, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await sink.discard().catch(() => undefined);
    throw error;
  }
}

/** If there is no room for the rest, the part that came before is kept. */
export async function openFor(
  { disk, site }: SiteContext,
  { id, fingerprint, size }: RemoteFile,
  path: RelPath,
  space: DownloadSpace,
): Promise<Result<DownloadSink>> {
  const opened = await disk.openDownload(site.folder, id, fingerprint, path, size);
  if (!opened.ok) return opened;
  const sink = opened.value;
  const full = sink.whole === null ? await space.allocate(Math.max(0, (size ?? 0) - sink.offset)) : null;
  if (full === null) return opened;
  if (sink.offset > 0) await sink.suspend({ fingerprint, etag: sink.etag });
  else await sink.discard();
  return fail(full);
}

/**
 * Decides by the outcome what becomes of the bytes: the part of a transfer that was broken off is kept for the next try, and
 * a whole file waits for its place; in all other cases they are discarded.
 */
export async function keepOrDiscard(
  sink: DownloadSink,
  remote: RemoteFile,
  outcome: Outcome,
): Promise<Outcome> {
  const code = outcome.kind === 'failed' ? outcome.failure.code : null;
  if (code !== null && (BROKEN_OFF.has(code) || (sink.offset > 0 && NOT_TOLD.has(code))))
    await sink.suspend({ fingerprint: remote.fingerprint, etag: sink.etag });
  else if (code !== null && WAITS_FOR_PLACE.has(code)) await sink.keep(remote.fingerprint);
  else if (outcome.kind !== 'done') await sink.discard();
  return outcome;
}

const BROKEN_OFF: ReadonlySet<Failure['code']> = new Set([
  'offline',
  'timeout',
  'cancelled',
  'busy',
] as const);

/** An error came instead of the rest, or nobody was let in: that says nothing against the part that came before. */
const NOT_TOLD: ReadonlySet<Failure['code']> = new Set([
  'not-understood',
  'service-error',
  'sign-in',
  'tls',
] as const);

/** A person or a program has to free the place first. The bytes are kept, so that they need not be fetched again. */
const WAITS_FOR_PLACE: ReadonlySet<Failure['code']> = new Set([
  'in-use',
  'read-only',
  'unsafe-path',
  // On a disk without hard links the trash needs room for a copy of what is replaced.
  'disk-full',
] as const);

/**
 * The outcome of a fetch that failed. Bytes that are missing or do not fit may be of a newer version of the record:
 * if there is one, it is planned again.
 */
export async function endOfFetch(
  context: SiteContext,
  sink: DownloadSink,
  { remote, path }: Pick<DownloadAction | Reconcile, 'remote' | 'path'>,
  failure: Failure,
): Promise<Outcome> {
  if (failure.code !== 'not-found' && failure.code !== 'damaged-transfer')
    return failedOrAgain(failure, path);
  // No later try may go on from bytes that are wrong, whatever the record turns out to be.
  await sink.discard();
  const checked = await checkRecord(context, remote.id, remote.fingerprint);
  return checked.ok ? failed(failure) : checked.outcome;
}

/**
 * The modification time that a fetched file gets on this disk, epoch ms: the one on its writer's disk, however odd, since
 * that is the file's own; else the service's time of change, unless that is ahead of the clock `now`: then one of the two
 * clocks is wrong, and nobody gave the file that time. Nothing is decided by it.
 */
export function dateOf({ facts, updatedAt }: RemoteFile, now: number): number | null {
  if (facts.mtimeMs !== null) return facts.mtimeMs;
  const time = Date.parse(updatedAt ?? '');
  return time > 0 && time <= now ? time : null;
}
