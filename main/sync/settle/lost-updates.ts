import type { FileId } from '../../../shared/model/ids.ts';
import { toldBy } from '../../engine/open/open-updates.ts';
import type { OpenUpdate } from '../../engine/trees.ts';
import { commitOfDone, hasNewBytes } from '../apply/send/open-update.ts';
import type { SiteContext } from '../context.ts';
import type { Did } from '../steps/outcome.ts';

/**
 * Looks up updates without a reply, before a plan. If the record bears our mark, the update was carried out: what was sent
 * becomes the agreement, so that later edits, moves and deletes here count as made on top of it. A record without the mark
 * proves nothing, and the note of the update stays. Each record is looked up by itself, however large the site is.
 *
 * Returns what was done: bytes that both sides turn out to hold are adopted.
 */
export async function settleUpdates(context: SiteContext): Promise<readonly Did[]> {
  const { mirror, site } = context;
  const did: Did[] = [];
  for (const [id, updates] of Map.groupBy(mirror.openUpdates(site.id), (one) => one.id)) {
    const done = await settleRecord(context, id, updates);
    if (done !== null) did.push(done);
  }
  return did;
}

/** Null if nothing is to be written; also while an update of the record is under way, whose reply is still to come. */
async function settleRecord(
  context: SiteContext,
  id: FileId,
  updates: readonly OpenUpdate[],
): Promise<Did | null> {
  const { inFlight, mirror, site } = context;
  if (inFlight.locksRecord(id)) return null;
  const base = mirror.agreement(site.id, id);
  const standing = updates.filter(({ replaces }) => replaces === base?.remote);
  if (base === null || standing.length === 0) {
    mirror.commit(site.id, [{ dropUpdates: id }]);
    return null;
  }
  const record = mirror.record(site.id, id);
  const told = record === null ? null : toldBy(record, standing);
  if (record === null || told === null) return null;
  mirror.commit(site.id, [await commitOfDone(context, told, base, record, false)]);
  return hasNewBytes(told, base) ? 'adopted' : 'recorded';
}
