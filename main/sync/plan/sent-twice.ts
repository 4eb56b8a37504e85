import type { ContentHash, OpId } from '../../../shared/model/ids.ts';
import type { RemoteFile, Trees } from '../../engine/trees.ts';
import { activityOf, SENT_TWICE } from '../apply/commit/journal.ts';
import { checkMarker, checkRecord } from '../apply/proof.ts';
import type { SiteContext } from '../context.ts';
import { givenUp, settleGivenUp, type GivenUp } from '../state/given-up-creates.ts';

/**
 * A create that a gateway gave up waiting for, and whose record no list showed, is sent once more. If the service ends the
 * first one after that, the file is there twice. That record, which bears the mark of the create that was given up, is
 * deleted again (rule 11: one record per create), where it is just as it was sent and another one that is agreed on holds
 * the same bytes. Returns how many were deleted.
 */
export async function deleteSentTwice(context: SiteContext): Promise<number> {
  const { env, mirror, site } = context;
  const creates = givenUp(mirror, site.id, env.now());
  if (creates.length === 0) return 0;
  const twice = sentTwice(mirror.trees(site.id), new Map(creates.map((each) => [each.opId, each])));
  if (twice.length === 0 || (await checkMarker(context)) !== null) return 0;
  let deleted = 0;
  for (const each of twice) if (await deleteOne(context, each)) deleted += 1;
  return deleted;
}

/** Two records of one create. */
interface Twice {
  readonly record: RemoteFile;
  /** The one that is agreed on. */
  readonly kept: RemoteFile;
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
  for (const { id, hash } of base.values()) {
    const record = doubles.has(id) ? undefined : remote.get(id);
    if (record !== undefined) kept.set(hash, record);
  }
  return shown.flatMap(({ record, hash }) => {
    const other = kept.get(hash);
    return other === undefined ? [] : { record, kept: other };
  });
}

/** Nobody has renamed or edited it since. */
function isAsSent({ name, category, facts }: RemoteFile, create: GivenUp): boolean {
  return name === create.name && category === create.category && facts.sha256 === create.hash;
}

/**
 * The other one is looked at as well: somebody who saw both may have deleted that one. Where a record cannot be deleted
 * now, the next look at the list finds it again.
 */
async function deleteOne(context: SiteContext, { record, kept }: Twice): Promise<boolean> {
  const { mirror, service, signal, site } = context;
  for (const { id, fingerprint } of [kept, record])
    if (!(await checkRecord(context, id, fingerprint)).ok) return false;
  const { id, facts, name, size } = record;
  if (!(await service.deleteFile(id, { signal })).ok) return false;
  const about = { kind: 'deleteRemote', path: facts.path ?? name, reason: SENT_TWICE, id };
  mirror.commit(site.id, [{ dropRemote: id, activity: activityOf(context, about, size ?? 0) }]);
  if (facts.opId !== null) settleGivenUp(mirror, facts.opId);
  return true;
}
