import type { Failure, Result } from '../../../shared/failure.ts';
import { fail, ok } from '../../../shared/failure.ts';
import type { ContentHash } from '../../../shared/model/ids.ts';
import { baseName, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Download as DownloadAction, Reconcile } from '../../engine/actions.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../../engine/trees.ts';
import { agree } from './agreement.ts';
import type { SiteContext } from '../context.ts';
import { done, failed, type Outcome } from '../state/outcome.ts';
import { activityOf } from './journal.ts';
import type { DownloadSink } from '../ports/disk.ts';
import type { Commit } from '../ports/mirror.ts';
import { fetchInto, type Fetched } from './fetch.ts';
import { endOf } from './local.ts';
import type { PlacedCommits } from './placed-commits.ts';
import { agreeWhereOurs } from './open-update.ts';
import { notePlacing } from './placing.ts';
import { checkRecord } from './proof.ts';
import { DownloadSpace, type SpaceAllocator } from '../pacing/space-allocator.ts';

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
  { remote, path }: DownloadAction,
): Promise<Arrived | Outcome> {
  return withSpace(allocator, path, async (space) => {
    const opened = await openFor(context, remote, path, space);
    if (!opened.ok) return endOf(opened.failure, path);
    const sink = opened.value;
    return endedWhereThrown(sink, async () => {
      const fetched = await fetchInto(context, sink, remote, path, space);
      if (fetched.ok) return { kind: 'arrived', sink, fetched: fetched.value };
      return leave(sink, remote, await endOfFetch(context, sink, { remote, path }, fetched.failure));
    });
  });
}

/** The hash of a record's bytes, which are not kept; null where they are not to be had now. */
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
    return endedWhereThrown(sink, async () => {
      const fetched = await fetchInto(context, sink, remote, path, space);
      await sink.discard();
      return fetched.ok ? fetched.value.hash : null;
    });
  });
}

/** Until the work is over, no other gets the space that was allocated to it. */
async function withSpace<T>(
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

/** Places what arrived. The agreement is written by `placed`, after its folder is flushed. */
export async function placeDownload(
  context: SiteContext,
  placed: PlacedCommits,
  action: DownloadAction,
  { sink, fetched }: Arrived,
): Promise<Outcome> {
  const { remote, path, replaces } = action;
  if (replaces !== null && replaces.hash === fetched.hash)
    return agreeOnSame(context, action, replaces, sink);
  const ours = await agreeWhereOurs(context, remote, fetched.hash);
  if (ours !== null) {
    await sink.discard();
    return ours;
  }
  const put = await endedWhereThrown(sink, async () => {
    if (action.basePath !== path) await notePlacing(context, action, fetched);
    return sink.place(path, replaces, remote.facts.mtimeMs ?? serverTime(remote));
  });
  if (!put.ok) return leave(sink, remote, endOf(put.failure, path));
  await placed.add({
    base: agree(remote, put.value, fetched.hash, {
      path: action.basePath,
      impliedPath: action.impliedPath,
    }),
    local: { ...put.value, hash: fetched.hash },
    activity: activityOf(context, action, fetched.size),
  });
  return done('downloaded');
}

/** The record is another one over the same bytes: the copy here stays, and the trash gets no twin of it. */
async function agreeOnSame(
  context: SiteContext,
  { remote, basePath, impliedPath }: DownloadAction,
  local: LocalFile,
  sink: DownloadSink,
): Promise<Outcome> {
  await sink.discard();
  const { hash } = local;
  if (hash !== null)
    context.mirror.commit(context.site.id, [
      { base: agree(remote, local, hash, { path: basePath, impliedPath }) },
    ]);
  return done('recorded');
}

/**
 * Both sides hold something of their own (rule 1): same bytes are adopted, and bytes that were agreed on are no news; else
 * the service keeps the name and ours becomes a conflict copy, which the next round sends as a file of its own.
 */
export async function reconcile(
  context: SiteContext,
  allocator: SpaceAllocator,
  placed: PlacedCommits,
  action: Reconcile,
): Promise<ReconcileOutcome> {
  let copy: RelPath | null = null;
  const outcome = await withSink(context, allocator, action.remote, action.path, async (sink, space) => {
    const fetched = await fetchInto(context, sink, action.remote, action.path, space);
    if (!fetched.ok) return orYoursWaits(action, await endOfFetch(context, sink, action, fetched.failure));
    const mine = await hashOf(context, action.local);
    if (!mine.ok) return endOf(mine.failure, action.path);
    if (mine.value === fetched.value.hash) {
      await sink.discard();
      return stateAnew(context, action, mine.value) ?? adoptSame(context, action, mine.value);
    }
    if (action.base?.hash === fetched.value.hash) {
      await sink.discard();
      return agreeAnew(context, action, action.base, mine.value);
    }
    const ours = await agreeWhereOurs(context, action.remote, fetched.value.hash);
    if (ours !== null) {
      await sink.discard();
      return ours;
    }
    const kept = await context.disk.move(context.site.folder, action.local, action.copy);
    if (!kept.ok) return endOf(kept.failure, action.path);
    context.mirror.commit(context.site.id, [{ dropLocal: action.path, local: kept.value }]);
    const put = await sink.place(action.path, null, action.remote.facts.mtimeMs ?? serverTime(action.remote));
    if (!put.ok) return endOf(put.failure, action.path);
    await placed.add({
      base: agree(action.remote, put.value, fetched.value.hash, {
        path: action.path,
        impliedPath: action.impliedPath,
      }),
      local: { ...put.value, hash: fetched.value.hash },
      // Where the site keeps it anyway, the person chose nothing for this file.
      ...(context.wanted(action.remote) ? {} : { pin: { id: action.id, keep: true } }),
      activity: activityOf(context, action, fetched.value.size),
    });
    copy = action.copy;
    return done('conflict');
  });
  return { outcome, copy };
}

/** Of a record whose bytes the service does not have nothing can be compared: nobody can say what is new in yours. */
function orYoursWaits({ path }: Reconcile, outcome: Outcome): Outcome {
  if (outcome.kind !== 'failed' || outcome.failure.code !== 'not-found') return outcome;
  const message = `${outcome.failure.message} Yours of that name waits, since it cannot be compared.`;
  const hint = `To send yours all the same, put a copy beside it that is not called ${baseName(path)}. Ask who manages the service for theirs.`;
  return failed({ ...outcome.failure, message, hint });
}

export interface ReconcileOutcome {
  readonly outcome: Outcome;
  /** Where our version went; null where none had to. */
  readonly copy: RelPath | null;
}

function adoptSame(context: SiteContext, action: Reconcile, hash: ContentHash): Outcome {
  const local: LocalFile = { ...action.local, hash };
  context.mirror.commit(context.site.id, [
    {
      base: agree(action.remote, local, hash, { path: action.path, impliedPath: action.impliedPath }),
      local,
      activity: activityOf(context, { ...action, kind: 'adopt', reason: 'same-bytes' }, local.size),
    },
  ]);
  return done('adopted');
}

/**
 * What was sent from here lies there under the facts of other bytes: somebody who had not seen it renamed the record in the
 * same moment. Whoever holds those other bytes believes the facts, so ours is sent again, by this computer alone, and once
 * for each such rename. It stands by what it was based on, not by what that rename was. Null where the facts fit.
 */
function stateAnew(context: SiteContext, action: Reconcile, mine: ContentHash): Outcome | null {
  const { id, base, remote, reason } = action;
  const { sha256, opId } = remote.facts;
  const sent = context.mirror.sentBytes(context.site.id, id);
  if (reason !== 'overwritten-there' || base === null || sent === null) return null;
  if (opId === null || sha256 === null || sha256 === mine) return null;
  return agreeAnew(context, action, base, mine, { sent: { ...sent, opId } });
}

/** Theirs is another record over the bytes that were agreed on: ours is an edit of it, which the next plan sends. */
function agreeAnew(
  context: SiteContext,
  { remote, impliedPath, local }: Reconcile,
  base: BaseFile,
  mine: ContentHash,
  noted: Pick<Commit, 'sent'> = {},
): Outcome {
  context.mirror.commit(context.site.id, [
    {
      base: agree(remote, base, base.hash, { path: base.path, impliedPath }),
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

/** Opens the place for the bytes, and leaves nothing half-written there whatever happens. */
async function withSink(
  context: SiteContext,
  allocator: SpaceAllocator,
  remote: RemoteFile,
  path: RelPath,
  work: (sink: DownloadSink, space: DownloadSpace) => Promise<Outcome>,
): Promise<Outcome> {
  return withSpace(allocator, path, async (space) => {
    const opened = await openFor(context, remote, path, space);
    if (!opened.ok) return endOf(opened.failure, path);
    const sink = opened.value;
    return endedWhereThrown(sink, async () => leave(sink, remote, await work(sink, space)));
  });
}

/** What is thrown, as by a mirror on a full disk, is no failure of the file: its memory and its part go all the same. */
async function endedWhereThrown<T>(sink: DownloadSink, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await sink.discard().catch(() => undefined);
    throw error;
  }
}

/** Where there is no room for what is still to come, what came before stays as it is. */
async function openFor(
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
 * What was broken off keeps its part for the next try, and what is whole waits for its place; everything else is
 * finished with its temporary file.
 */
async function leave(sink: DownloadSink, remote: RemoteFile, outcome: Outcome): Promise<Outcome> {
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

/** Instead of the rest somebody else answered, or nobody let us in: of what came before nothing is wrong by that. */
const NOT_TOLD: ReadonlySet<Failure['code']> = new Set([
  'not-understood',
  'service-error',
  'sign-in',
  'tls',
] as const);

/** The place is not to be had before a person or a program sets it free: the bytes are not fetched once more for it. */
const WAITS_FOR_PLACE: ReadonlySet<Failure['code']> = new Set([
  'in-use',
  'read-only',
  'unsafe-path',
  // Where a disk has no hard links the trash takes room for a copy of what is replaced.
  'disk-full',
] as const);

/** Bytes that are missing or do not fit may belong to a newer version of the record: then plan again. */
async function endOfFetch(
  context: SiteContext,
  sink: DownloadSink,
  { remote, path }: Pick<DownloadAction | Reconcile, 'remote' | 'path'>,
  failure: Failure,
): Promise<Outcome> {
  if (failure.code !== 'not-found' && failure.code !== 'damaged-transfer') return endOf(failure, path);
  // What is wrong is gone on with by no later try, whatever the look at the record comes to.
  await sink.discard();
  const checked = await checkRecord(context, remote.id, remote.fingerprint);
  return checked.ok ? failed(failure) : checked.outcome;
}

/** The server's time of change, for the file's date on disk; it decides nothing. */
function serverTime(remote: RemoteFile): number | null {
  const time = Date.parse(remote.updatedAt ?? '');
  return Number.isNaN(time) ? null : time;
}

function vanished(path: string): Failure {
  return {
    code: 'changed-meanwhile',
    message: `${path} is no longer there.`,
    hint: 'It is looked at again.',
    retry: 'now',
  };
}
