import type { Failure } from '../../../shared/failure.ts';
import type { SiteContext } from '../context.ts';

/** Room that must stay free after these bytes: 1 GB, or 5 % of a disk smaller than 20 GB (rule 17). Null: there is. */
export async function roomFor(context: SiteContext, bytes: number, path: string): Promise<Failure | null> {
  const space = await context.disk.space(context.site.folder);
  if (!space.ok) return space.failure;
  const reserve = Math.min(1_000_000_000, space.value.totalBytes * 0.05);
  if (space.value.freeBytes - bytes >= reserve) return null;
  return {
    code: 'disk-full',
    message: `There is not enough room on the disk for ${path}.`,
    hint: 'Free some space, or make files online only. Downloads go on by themselves when there is room; uploads are not affected.',
    retry: 'later',
  };
}
