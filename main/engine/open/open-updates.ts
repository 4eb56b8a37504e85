import { agreedAsSent } from './agreed-as-sent.ts';
import { impliedPath } from '../names/implied-path.ts';
import type { Platform } from '../policy.ts';
import { vouchesFor } from '../compare/there.ts';
import type { BaseFile, OpenUpdate, RemoteFile } from '../trees.ts';

/** A record as a reply or a listing shows it. */
export type ShownRecord = Omit<RemoteFile, 'createdAt' | 'firstSeen'>;

/**
 * The newest of these updates of one record that the record proves to have been carried out: it bears the update's
 * mark, or is based on it. Null if it proves none. Each may then have been carried out or not, and the version that
 * is there is somebody else's.
 */
export function toldBy(
  { facts }: Pick<ShownRecord, 'facts'>,
  updates: readonly OpenUpdate[],
): OpenUpdate | null {
  for (const mark of [facts.opId, ...facts.basedOn]) {
    const update = updates.find(({ opId }) => opId === (mark as string | null));
    if (update !== undefined) return update;
  }
  return null;
}

/**
 * The agreement that the lost reply would have made: what was sent, not what either side holds by now. The record may
 * have been renamed or overwritten since, and the file edited, moved or deleted; the next plan finds that out.
 *
 * @param base the agreement until now
 * @param compared true if the record's bytes were fetched and are those that were sent
 */
export function agreementOfUpdate(
  update: OpenUpdate,
  base: BaseFile,
  record: ShownRecord,
  platform: Platform,
  compared: boolean,
): BaseFile {
  const { category, name, hash } = update;
  // If the service drops our facts, the record implied its place without them before the update, and does so after
  // it.
  const facts = record.facts.path === null ? record.facts : { ...record.facts, path: update.stated };
  const implied = impliedPath({ id: record.id, category, name, facts }, platform);
  const isInPlace = record.name === name && impliedPath(record, platform) === implied;
  const holdsThem = compared || (update.due !== null && vouchesFor(record, { hash, size: update.due }, null));
  const isAsSent = isInPlace && record.category === category && holdsThem;
  const places = { path: update.path ?? base.path, impliedPath: implied };
  return agreedAsSent(update, record, places, isAsSent);
}
