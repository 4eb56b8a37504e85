import type { Failure } from '../../../shared/failure.ts';
import type { SiteContext } from '../context.ts';

/** Bytes that stay free on a disk of this size: 1 GB, or 5 % of one smaller than 20 GB (rule 17). */
export function reserveOf(totalBytes: number): number {
  return Math.min(1_000_000_000, totalBytes * 0.05);
}

/** Room that must stay free after these bytes. Null: there is. */
export async function roomFor(context: SiteContext, bytes: number, path: string): Promise<Failure | null> {
  const space = await context.disk.space(context.site.folder);
  if (!space.ok) return space.failure;
  const reserve = reserveOf(space.value.totalBytes);
  if (space.value.freeBytes - bytes >= reserve) return null;
  return {
    code: 'disk-full',
    message: `There is not enough room on the disk for ${path}.`,
    hint: 'Free some space, or make files online only. Downloads go on by themselves when there is room; uploads are not affected.',
    retry: 'later',
  };
}
