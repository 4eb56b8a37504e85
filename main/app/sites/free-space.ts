import type { Disk } from '../../sync/ports/disk.ts';

/**
 * Free bytes for a folder that exists or will be made: asked of the nearest existing folder above it. Null if none
 * answers.
 */
export async function freeSpaceNear(disk: Pick<Disk, 'space'>, folder: string): Promise<number | null> {
  for (let at: string | null = folder; at !== null; at = above(at)) {
    const space = await disk.space(at);
    if (space.ok) return space.value.freeBytes;
  }
  return null;
}

/** `/home/me/x` → `/home/me` → `/home` → `/` → null; `C:\x` → `C:\` → null. */
function above(path: string): string | null {
  const match = /^(.*[\\/])[^\\/]+[\\/]*$/.exec(path);
  const parent = match?.[1];
  if (parent === undefined) return null;
  return /^([a-z]:)?[\\/]$/i.test(parent) ? parent : parent.slice(0, -1);
}
