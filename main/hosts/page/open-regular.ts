import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

export interface OpenedFile {
  readonly handle: FileHandle;
  readonly size: number;
}

/**
 * Opens a regular file for reading; null where there is none. A link in its last place is not followed, so what was
 * checked a moment ago cannot be swapped for one (Windows knows no such flag; making a link there needs a privilege).
 * Not blocking: a pipe in its place does not hold us.
 */
export async function openRegular(path: string): Promise<OpenedFile | null> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch(() => null);
  if (handle === null) return null;
  const stat = await handle.stat().catch(() => null);
  if (stat?.isFile() === true) return { handle, size: stat.size };
  await handle.close();
  return null;
}
