import type { ContentHash, OpId, SiteId, VersionMark } from '../../../shared/model/ids.ts';
import { LONGEST_LINE, type SiteFile } from '../../../shared/model/site-file.ts';
import type { Update } from '../../engine/actions.ts';
import { lineAfter } from '../../engine/lineage.ts';
import type { BaseFile, RemoteFile } from '../../engine/trees.ts';
import type { Commit, Mirror } from '../ports/mirror.ts';

/** An update that was carried out. */
interface Written {
  /** What was agreed on after it. */
  readonly base: BaseFile;
  readonly opId: OpId;
  /** What was stated of it. */
  readonly basedOn: readonly VersionMark[];
}

/**
 * What to note of an update, so that its bytes are known for ours when somebody overwrites them unseen. One that sends
 * none leaves the note of those before it standing; where the service keeps no mark of ours there is nothing to know them by.
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
  const noted = mirror.sentBytes(site, action.id);
  const isOfThese = noted !== null && noted.opId === action.base.opId && noted.hash === base.hash;
  return isOfThese ? { sent: { ...noted, opId } } : {};
}

/**
 * What was sent from here stays ours where somebody who had seen it changes the record and leaves its bytes, as by another
 * name: who looked before both of us may write over it still.
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
 * Which versions an update is based on: the one that it replaces. But where ours lies there under facts of others, which
 * say nothing of it, it goes on from ours: who sent the bytes of those facts must see that they were replaced unseen.
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
