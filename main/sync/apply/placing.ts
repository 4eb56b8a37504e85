import type { Download } from '../../engine/actions.ts';
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
