import type { ContentHash, OpId, SiteId, VersionMark } from '../../../../shared/model/ids.ts';
import { LONGEST_LINE, type SiteFile } from '../../../../shared/model/site-file.ts';
import type { Update } from '../../../engine/plan/actions.ts';
import { lineAfter } from '../../../engine/compare/lineage.ts';
import type { BaseFile, RemoteFile } from '../../../engine/trees.ts';
import type { Mirror } from '../../ports/mirror.ts';
import type { Commit } from '../../ports/mirror/notes.ts';

/** An update that was carried out. */
interface Written {
  /** What was agreed on after it. */
  readonly base: BaseFile;
  readonly opId: OpId;
  /** What was stated of it. */
  readonly basedOn: readonly VersionMark[];
}

/**
 * What to note of an update, so that its bytes are recognised as ours if somebody overwrites them unseen. One without bytes
 * carries on the note of those before it. Nothing is noted if the service dropped our mark, by which they are recognised.
 */
export function sentOver(
  mirror: Pick<Mirror, 'sentBytes'>,
  site: SiteId,
  action: Pick<Update, 'id' | 'base' | 'content'>,
  { base, opId, basedOn }: Written,
): Pick<Commit, 'sent'> {
  if (base.opId !== opId) return {};
  if (action.content) {
    const line = [opId as string as VersionMark, ...basedOn];
    return { sent: { id: action.id, opId, hash: base.hash, before: action.base.hash, line } };
  }
  const sent = mirror.sentBytes(site, action.id);
  const isOfThese = sent !== null && sent.opId === action.base.opId && sent.hash === base.hash;
  return isOfThese ? { sent: { ...sent, opId } } : {};
}

/**
 * Carries on the note of our bytes if somebody who had seen them changes the record but not its bytes, as by a rename: a third
 * writer, who looked before both of us, may still overwrite them.
 */
export function stillSent(
  mirror: Pick<Mirror, 'sentBytes'>,
  site: SiteId,
  { id, facts }: RemoteFile,
  hash: ContentHash,
): Pick<Commit, 'sent'> {
  const sent = mirror.sentBytes(site, id);
  if (sent === null || sent.hash !== hash || facts.opId === null) return {};
  const [ours] = sent.line;
  const isSeen = ours !== undefined && facts.basedOn.includes(ours);
  return isSeen ? { sent: { ...sent, opId: facts.opId } } : {};
}

/**
 * Which versions an update is based on: the one that it replaces, and those before it. But if our bytes lie there under the
 * facts of others (see `stateAnew` in reconcile.ts), it goes on from ours: whoever sent those others must see that they were
 * replaced unseen.
 */
export function lineOver(
  mirror: Pick<Mirror, 'sentBytes'>,
  site: SiteId,
  { id, base }: Update,
  record: SiteFile,
): readonly VersionMark[] {
  const sent = mirror.sentBytes(site, id);
  const isUnderOthers = sent !== null && sent.opId === base.opId && sent.hash !== base.hash;
  return isUnderOthers ? sent.line.slice(0, LONGEST_LINE) : lineAfter(record);
}
