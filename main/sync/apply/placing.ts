import type { Download, MoveLocal } from '../../engine/actions.ts';
import type { SiteContext } from '../context.ts';
import type { Fetched } from './fetch.ts';

/**
 * Notes which bytes a file is about to be replaced by that was moved here. The place that was agreed on is empty, and the
 * inode that tells the move goes with the old bytes: were the process killed, or the folder not flushed, before the
 * agreement is written, the file would be taken for a new one and sent as a second record.
 */
export function notePlacing(
  { mirror, site }: SiteContext,
  { id, remote }: Download,
  { hash, size }: Fetched,
): Promise<void> {
  return mirror.saveKnownBytes(site.id, { id, hash, size, remote: remote.fingerprint });
}

/**
 * Notes which bytes a file has that is to be moved here before the service is told. On a disk without inodes nothing else
 * tells afterwards that it was: it would be sent as a second record, and its own would be deleted.
 */
export function noteMove(
  { mirror, site }: SiteContext,
  { id, base: { hash, size, remote } }: MoveLocal,
): Promise<void> {
  return mirror.saveKnownBytes(site.id, { id, hash, size, remote });
}
