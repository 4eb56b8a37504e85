import type { FileId } from '../../../shared/model/ids.ts';
import type { Action } from '../../engine/plan/actions.ts';
import { isDelete } from '../../engine/guards/mass-delete-guard.ts';
import type { BaseFile } from '../../engine/trees.ts';
import type { SiteContext } from '../context.ts';
import { inTurns } from '../concurrency/in-turns.ts';

/**
 * Withdraws approvals of deletes that are no longer planned because the file, or its record, is back. If they were kept, these
 * files would pass the guard when they vanish for another reason, months later.
 *
 * @param actions the whole plan, including what is not begun yet
 */
export async function withdrawReturned(
  { disk, env, mirror, site }: Pick<SiteContext, 'disk' | 'env' | 'mirror' | 'site'>,
  actions: readonly Action[],
): Promise<void> {
  const approved = mirror.approvedDeletes(site.id);
  if (approved.size === 0) return;
  const planned = new Set(actions.filter(isDelete).map(({ id }) => id));
  const agreed: BaseFile[] = [];
  await inTurns(env, approved, (id) => {
    const base = planned.has(id) ? null : mirror.agreement(site.id, id);
    if (base !== null) agreed.push(base);
  });
  const returned = new Set<FileId>();
  for (const { id, path } of agreed) {
    const there = await disk.stat(site.folder, path);
    if (there.ok && there.value !== null) returned.add(id);
  }
  if (returned.size === 0) return;
  // Read once more: approvals may have been given or withdrawn meanwhile.
  const left = [...mirror.approvedDeletes(site.id)].filter((id) => !returned.has(id));
  mirror.setApprovedDeletes(site.id, left);
}
