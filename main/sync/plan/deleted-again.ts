import type { Failure } from '../../../shared/failure.ts';
import type { DeletedRecord } from '../../engine/trees.ts';
import { checkMarker, checkRecord } from '../apply/proof.ts';
import { inTurns, slices } from '../concurrency/in-turns.ts';
import { forEachLimited } from '../concurrency/for-each-limited.ts';
import type { SiteContext } from '../context.ts';
import type { Commit } from '../ports/mirror/notes.ts';

/** Notes dropped in one transaction. */
const COMMITS_AT_ONCE = 500;

/**
 * Looks at what was deleted on the service since the last listing. Something on the way may give a delete the answer to
 * another one: then a record is still there though its delete was answered with success, and its file would come back as a
 * new one. While the record is as it was deleted, it is deleted once more. Anything else is a version that nobody deleted.
 *
 * @param isComplete the listing is whole: what it does not show is gone
 */
export async function deleteAgain(context: SiteContext, isComplete: boolean): Promise<void> {
  const { env, mirror, site, slots } = context;
  const notes = mirror.deletedRecords(site.id);
  if (notes.length === 0) return;
  const isShown = ({ id }: DeletedRecord): boolean => mirror.record(site.id, id) !== null;
  const shown = notes.filter(isShown);
  const gone = notes.filter((note) => !isShown(note));
  const drop = (some: readonly DeletedRecord[]): void =>
    mirror.commit(
      site.id,
      some.map(({ id }) => ({ dropDeleted: id })),
    );
  if (isComplete) await inTurns(env, slices(gone, COMMITS_AT_ONCE), drop, 1);
  if (shown.length === 0 || (await checkMarker(context)) !== null) return;
  await forEachLimited(shown, slots.capacity, (note) => deleteOne(context, note));
}

async function deleteOne(context: SiteContext, note: DeletedRecord): Promise<void> {
  const { mirror, service, signal, site } = context;
  const { id, remote } = note;
  const commit = (one: Commit): void => mirror.commit(site.id, [one]);
  if (mirror.agreement(site.id, id) !== null || mirror.record(site.id, id)?.fingerprint !== remote)
    return commit({ dropDeleted: id });
  const checked = await checkRecord(context, id, remote);
  // It is not fetched meanwhile: the next listing shows it again.
  if (!checked.ok && checked.outcome.kind === 'failed') return commit({ dropRemote: id });
  // A list that lags shows what is gone: the note stays until it no longer does.
  if (!checked.ok) return;
  if (await isBack(context, note)) return commit({ dropDeleted: id });
  const deleted = await service.deleteFile(id, { signal });
  if (!deleted.ok) return commit(isFinal(deleted.failure) ? { dropDeleted: id } : { dropRemote: id });
  const left = await service.readFile(id, { signal, expect: remote });
  // A service that goes on showing what it says it deleted is not asked for ever: the file then comes back.
  commit(left.ok ? { dropDeleted: id } : { dropRemote: id });
}

/** Did the person put the file back? It may then be agreed on as it is. */
async function isBack({ disk, site }: SiteContext, { path }: DeletedRecord): Promise<boolean> {
  const there = await disk.stat(site.folder, path);
  return !there.ok || there.value !== null;
}

/** Will the service never delete the record? Then the person is to see that it is still there. */
function isFinal({ code }: Failure): boolean {
  return code === 'no-access' || code === 'refused';
}
