import type { ContentHash, OpId } from '../../../shared/model/ids.ts';
import type { RemoteFile, Trees } from '../../engine/trees.ts';
import { parseRelPath } from '../../../shared/model/rel-path.ts';
import { activityOf, SENT_TWICE } from '../apply/commit/journal.ts';
import { hashOfRecord } from '../apply/fetch/download.ts';
import { checkMarker, checkRecord } from '../apply/proof.ts';
import type { SiteContext } from '../context.ts';
import { SpaceAllocator } from '../pacing/space-allocator.ts';
import { givenUp, settleGivenUp, type GivenUp } from '../state/given-up-creates.ts';

/**
 * Deletes second records of one create (rule 11). A create that a gateway gave up waiting for, and whose record no
 * listing showed, is sent again. If the service still completes the first request after that, the file is there
 * twice. The late record bears the mark of the create that was given up. It is deleted if it is just as it was sent
 * and another record, which is in step, holds the same bytes. Returns how many were deleted.
 */
export async function deleteSentTwice(context: SiteContext): Promise<number> {
  const { env, mirror, site } = context;
  const creates = givenUp(mirror, site.id, env.now());
  if (creates.length === 0) return 0;
  const twice = sentTwice(mirror.trees(site.id), new Map(creates.map((each) => [each.opId, each])));
  if (twice.length === 0 || (await checkMarker(context)) !== null) return 0;
  const space = new SpaceAllocator(context);
  let deleted = 0;
  for (const each of twice) if (await deleteOne(context, space, each)) deleted += 1;
  return deleted;
}

/** Two records of one create. */
interface Twice {
  readonly record: RemoteFile;
  /** The one that is in step. */
  readonly kept: RemoteFile;
  /** The hash of the bytes of both. */
  readonly hash: ContentHash;
}

function sentTwice({ base, remote }: Trees, creates: ReadonlyMap<OpId, GivenUp>): readonly Twice[] {
  const shown = [...remote.values()].flatMap((record) => {
    const { opId } = record.facts;
    const create = opId === null ? undefined : creates.get(opId);
    return create !== undefined && isAsSent(record, create) ? { record, hash: create.hash } : [];
  });
  if (shown.length === 0) return [];
  const doubles = new Set(shown.map(({ record }) => record.id));
  const kept = new Map<ContentHash, RemoteFile>();
  for (const { id, hash, remote: agreed } of base.values()) {
    const record = doubles.has(id) ? undefined : remote.get(id);
    // A record that others have edited since no longer holds these bytes.
    if (record?.fingerprint === agreed) kept.set(hash, record);
  }
  return shown.flatMap(({ record, hash }) => {
    const other = kept.get(hash);
    return other === undefined ? [] : { record, kept: other, hash };
  });
}

/**
 * True if nobody has renamed the record, or edited it with a client of ours. Other clients keep our facts when they
 * edit it, so only its bytes tell of that.
 */
function isAsSent({ name, category, facts }: RemoteFile, create: GivenUp): boolean {
  return name === create.name && category === create.category && facts.sha256 === create.hash;
}

/**
 * Deletes the late record of the two; true if that was done. First its bytes are read, since others may have
 * overwritten them. Then the other record is looked at too, since somebody who saw both may have deleted that one. If
 * any of this fails, the next listing shows both again.
 */
async function deleteOne(
  context: SiteContext,
  space: SpaceAllocator,
  { record, kept, hash }: Twice,
): Promise<boolean> {
  const { mirror, service, signal, site } = context;
  const path = parseRelPath(record.name) ?? record.facts.path;
  const there = path === null ? null : await hashOfRecord(context, space, record, path);
  if (there === null) return false;
  if (there !== hash) {
    settle(context, record);
    return false;
  }
  for (const { id, fingerprint } of [kept, record])
    if (!(await checkRecord(context, id, fingerprint)).ok) return false;
  const { id, facts, name, size } = record;
  if (!(await service.deleteFile(id, { signal })).ok) return false;
  const about = { kind: 'deleteRemote', path: facts.path ?? name, reason: SENT_TWICE, id };
  mirror.commit(site.id, [{ dropRemote: id, activity: activityOf(context, about, size ?? 0) }]);
  settle(context, record);
  return true;
}

/** Stops looking for the record of this create. */
function settle({ mirror }: SiteContext, { facts: { opId } }: RemoteFile): void {
  if (opId !== null) settleGivenUp(mirror, opId);
}
