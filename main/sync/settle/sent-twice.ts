import type { ContentHash, FileId, OpId } from '../../../shared/model/ids.ts';
import { minutesBetween } from '../../engine/times/server-time.ts';
import type { BaseFile, RemoteFile, Trees } from '../../engine/trees.ts';
import { parseRelPath, pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import { activityOf, SENT_TWICE } from '../apply/commit/journal.ts';
import { hashOfRecord } from '../apply/fetch/download.ts';
import { checkMarker, checkRecord } from '../apply/proof.ts';
import type { SiteContext } from '../context.ts';
import { SpaceAllocator } from '../pacing/space-allocator.ts';
import { givenUp, REMEMBERED, settleGivenUp, type GivenUp } from '../settings/given-up-creates.ts';

/**
 * Deletes second records of one create (rule 11). A create that a gateway gave up waiting for, and whose record no
 * listing showed, is sent again. If the service still completes the first request after that, the file is there
 * twice. The late record bears the mark of the create that was given up. It is deleted if it is just as it was sent
 * and the file's own record, which is in step, holds the same bytes; if the file is not in that place any more, if any does. So is the second record of a create that something on the
 * way sent twice by itself, as a proxy does that got no answer at first. Returns how many were deleted.
 */
export async function deleteSentTwice(context: SiteContext): Promise<number> {
  const { env, mirror, site } = context;
  const creates = givenUp(mirror, site.id, env.now());
  const marks = new Map(creates.map((each) => [each.opId, each]));
  const late = creates.length === 0 ? [] : sentTwice(mirror.trees(site.id), marks);
  const twice = [...late, ...repeated(context)];
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

function sentTwice(
  { base, local, remote }: Pick<Trees, 'base' | 'local' | 'remote'>,
  creates: ReadonlyMap<OpId, GivenUp>,
): readonly Twice[] {
  const shown = [...remote.values()].flatMap((record) => {
    const { opId } = record.facts;
    const create = opId === null ? undefined : creates.get(opId);
    if (create === undefined || !isAsSent(record, create) || isInPlace(record, base)) return [];
    return { record, hash: create.hash };
  });
  if (shown.length === 0) return [];
  const doubles = new Set(shown.map(({ record }) => record.id));
  const kept = new Map<ContentHash, RemoteFile>();
  const agreedAt = new Map<PathKey, BaseFile>();
  const inStep = ({ id, remote: agreed }: BaseFile): RemoteFile | null => {
    const record = doubles.has(id) ? undefined : remote.get(id);
    // A record that others have edited since no longer holds these bytes.
    return record?.fingerprint === agreed ? record : null;
  };
  for (const each of base.values()) {
    const record = inStep(each);
    if (record !== null) kept.set(each.hash, record);
    agreedAt.set(pathKey(each.path), each);
  }
  return shown.flatMap(({ record, hash }) => {
    const place = parseRelPath(record.facts.path);
    const own = place === null ? undefined : agreedAt.get(pathKey(place));
    // A file that lies there and has no record of its own yet gets this one, whoever else holds its bytes.
    const isItsFirst = own === undefined && place !== null && local.has(pathKey(place));
    const isOther = own !== undefined && own.hash !== hash;
    const other = own === undefined ? kept.get(hash) : inStep(own);
    return isItsFirst || isOther || other === undefined || other === null
      ? []
      : { record, kept: other, hash };
  });
}

/**
 * Is the record agreed on as the file itself, since it showed before the file was sent again? Then another record of its
 * bytes is a copy of that file.
 */
function isInPlace({ id, facts }: RemoteFile, base: Trees['base']): boolean {
  const [agreed, place] = [base.get(id)?.path, parseRelPath(facts.path)];
  return agreed !== undefined && place !== null && pathKey(agreed) === pathKey(place);
}

/** How many of the newest records are looked through. */
const NEWEST = 500;
/**
 * How far apart something on the way may send the same request, minutes. A copy that a person makes on the service within
 * them, under the same name and with our mark, cannot be told from that: its bytes stay in the other record.
 */
const APART = 10;

/** Two records that bear the mark of one create: the second of them is agreed on. */
interface Pair {
  readonly id: FileId;
  readonly other: FileId;
}

/**
 * The second records of creates that this computer sent once. Only it deletes one: which of the two is agreed on depends
 * on when a computer looked, and if two computers deleted one each, both would go.
 */
function repeated({ env, mirror, site }: SiteContext): readonly Twice[] {
  const pairs = mirror.newestUnagreed(site.id, NEWEST).flatMap(({ id, facts: { opId, path } }): Pair[] => {
    const place = opId === null ? null : parseRelPath(path);
    const agreed = place === null ? [] : mirror.agreedAt(site.id, place);
    return agreed.flatMap((other) =>
      mirror.agreement(site.id, other)?.opId === opId ? [{ id, other }] : [],
    );
  });
  if (pairs.length === 0) return [];
  const made = mirror.creates(site.id, env.now() - REMEMBERED);
  const own = pairs.filter(({ other }) => made.has(other));
  const trees = mirror.someTrees(site.id, { ids: own.flatMap(({ id, other }) => [id, other]), paths: [] });
  return trees === null ? [] : own.flatMap((pair) => twiceOf(trees, pair));
}

/** The pair, if nobody has touched either of the two since they were made in one go. */
function twiceOf({ base, remote }: Trees, { id, other }: Pair): readonly Twice[] {
  const [record, kept, agreed] = [remote.get(id), remote.get(other), base.get(other)];
  if (record === undefined || kept === undefined || agreed === undefined) return [];
  const apart = minutesBetween(record.createdAt, kept.createdAt);
  const isAtOnce = apart !== null && Math.abs(apart) <= APART;
  const { hash } = agreed;
  const isSame = kept.fingerprint === agreed.remote && isAsSent(record, { ...kept, hash });
  return isAtOnce && isSame && record.size === kept.size ? [{ record, kept, hash }] : [];
}

/**
 * True if nobody has renamed the record, or edited it with a client of ours. Other clients keep our facts when they
 * edit it, so only its bytes tell of that.
 */
function isAsSent(
  { name, category, facts }: RemoteFile,
  create: Pick<GivenUp, 'name' | 'category' | 'hash'>,
): boolean {
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
