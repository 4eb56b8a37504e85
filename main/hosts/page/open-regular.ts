import { open, type FileHandle } from 'node:fs/promises';
import { READ_REGULAR } from '../../adapters/disk/own-files/own-file.ts';

export interface OpenedFile {
  readonly handle: FileHandle;
  readonly size: number;
}

/**
 * Opens a regular file for reading; null if there is none. A link as the last part of the path is not followed, so that
 * nobody can swap a checked file for one.
 */
export async function openRegular(path: string): Promise<OpenedFile | null> {
  const handle = await open(path, READ_REGULAR).catch(() => null);
  if (handle === null) return null;
  const stat = await handle.stat().catch(() => null);
  if (stat?.isFile() === true) return { handle, size: stat.size };
  await handle.close();
  return null;
}
