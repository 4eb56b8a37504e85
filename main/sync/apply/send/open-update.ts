import type { ContentHash } from '../../../../shared/model/ids.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { Update } from '../../../engine/plan/actions.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { agreementOfUpdate, type ShownRecord } from '../../../engine/open/open-updates.ts';
import type { BaseFile, OpenUpdate } from '../../../engine/trees.ts';
import { updateReason } from '../../../engine/plan/update-reason.ts';
import type { SiteContext } from '../../context.ts';
import { done, type Outcome } from '../../steps/outcome.ts';
import type { Commit } from '../../ports/mirror/notes.ts';
import { activityOf, activityOfUpload } from '../commit/journal.ts';
import { choiceOfMoved } from '../commit/choices.ts';
import { pinOf } from '../commit/pin-of.ts';
import { sentOver } from '../commit/sent-over.ts';

/**
 * Notes an update whose reply did not come. Without the note, if the file is edited or deleted before the record can
 * be read again, the update would look like somebody else's: a conflict of a person with themselves.
 *
 * Noted only once the reply is missed, since noting it before would cost each update a write. If the process is
 * killed in between, such a conflict arises, and no byte is lost. (A create has an intent, because sending it twice
 * makes a second record.)
 *
 * @param hash of the bytes that the record has after the update
 * @param isWithBytes false if only fields are sent
 */
export function noteUpdate(
  { mirror, site }: SiteContext,
  action: Update,
  record: SiteFile,
  { opId, basedOn, stated }: Pick<OpenUpdate, 'opId' | 'basedOn' | 'stated'>,
  { hash, isWithBytes }: { readonly hash: ContentHash; readonly isWithBytes: boolean },
): void {
  const { id, base, category, local, name, place } = action;
  const { size, mtimeNs, ino } = local;
  const openUpdate: OpenUpdate = {
    id,
    opId,
    replaces: base.remote,
    path: place === base.path ? null : place,
    stated,
    category,
    name,
    hash,
    size,
    mtimeNs,
    ino,
    due: isWithBytes ? size : record.size,
    basedOn,
  };
  mirror.commit(site.id, [{ openUpdate }]);
}

/**
 * The agreement that an update has made although its reply did not come.
 *
 * @param base the agreement until now
 * @param compared true if the record's bytes were fetched and are those that were sent
 */
export async function commitOfDone(
  context: SiteContext,
  update: OpenUpdate,
  base: BaseFile,
  record: ShownRecord,
  compared: boolean,
): Promise<Commit> {
  const { env, mirror, site } = context;
  const { id, opId, basedOn, size } = update;
  const sent = { ...update, path: await placeOf(context, update) };
  const agreed = agreementOfUpdate(sent, base, record, env.platform, compared);
  const content = hasNewBytes(update, base);
  const reason = updateReason(base, agreed.path, content, agreed.category !== base.category);
  const action = { kind: 'update', path: agreed.path, reason, id };
  return {
    base: agreed,
    dropUpdates: id,
    ...pinOf(context, { id, base }, agreed.category),
    ...choiceOfMoved(context, base.path, agreed.path),
    ...sentOver(mirror, site.id, { id, base, content }, { base: agreed, opId, basedOn }),
    activity: content ? activityOfUpload(context, action, record.size, size) : activityOf(context, action, 0),
  };
}

/** The path that was sent; null if another agreed file has come there since, so that this one lies elsewhere by now. */
async function placeOf(
  { disk, mirror, site }: SiteContext,
  { id, ino, path }: OpenUpdate,
): Promise<RelPath | null> {
  if (path === null || mirror.agreedAt(site.id, path).some((one) => one !== id)) return null;
  const there = await disk.stat(site.folder, path);
  const lies = (there.ok ? there.value?.ino : null) ?? ino;
  const isOfAnother = lies !== ino && mirror.agreedWith(site.id, lies).some((one) => one.id !== id);
  return isOfAnother ? null : path;
}

/** Were bytes sent? Else only the name, category or place was. */
export function hasNewBytes(update: OpenUpdate, base: BaseFile): boolean {
  return update.hash !== base.hash;
}

/**
 * If the `fetched` bytes are those of an update of ours whose reply was lost, agrees on that update. On a service
 * that drops our facts nothing else shows that it was carried out. The next plan compares the agreement with what
 * lies here. Null if the bytes are somebody else's.
 */
export async function agreeWhereOurs(
  context: SiteContext,
  remote: ShownRecord,
  fetched: ContentHash,
): Promise<Outcome | null> {
  const { mirror, site } = context;
  // There is hardly ever one, so the agreement is not looked up for every file that comes.
  const sent = mirror.openUpdates(site.id).filter(({ id, hash }) => id === remote.id && hash === fetched);
  const base = sent.length === 0 ? null : mirror.agreement(site.id, remote.id);
  const update = sent.find(({ replaces }) => replaces === base?.remote);
  if (base === null || update === undefined) return null;
  // Bytes that were agreed on before show nothing new: then the name and the category that were sent have to.
  const isShown = remote.name === update.name && remote.category === update.category;
  if (!hasNewBytes(update, base) && !isShown) return null;
  mirror.commit(site.id, [await commitOfDone(context, update, base, remote, true)]);
  return done('recorded');
}
