import type { Download, MoveLocal, Reconcile } from '../../../engine/plan/actions.ts';
import type { SiteContext } from '../../context.ts';
import type { NotedBytes } from '../../../engine/trees.ts';

/**
 * Notes the bytes that are about to replace a file which lies elsewhere than agreed, since it was moved here. The agreed
 * place is empty, and the inode that tells of the move goes with the old bytes: if the process were killed, or the folder
 * not flushed, before the agreement is written, the file would be taken for a new one and sent as a second record.
 */
export async function noteBytesToPlace(
  { mirror, site }: SiteContext,
  { id, remote, path }: Download | Reconcile,
  { hash, size }: Pick<NotedBytes, 'hash' | 'size'>,
): Promise<void> {
  const agreed = mirror.agreement(site.id, id);
  if (agreed === null || agreed.path === path) return;
  await mirror.saveNotedBytes(site.id, { id, hash, size, remote: remote.fingerprint });
}

/**
 * Notes the bytes of a file that we are about to move before the service is told. On a disk without inodes nothing else tells
 * of the move afterwards: the file would be sent as a second record, and its own would be deleted.
 */
export function noteBytesToMove(
  { mirror, site }: SiteContext,
  { id, base: { hash, size, remote } }: MoveLocal,
): Promise<void> {
  return mirror.saveNotedBytes(site.id, { id, hash, size, remote });
}
