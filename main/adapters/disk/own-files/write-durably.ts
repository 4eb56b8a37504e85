import type { BigIntStats } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isErrno } from '../problem.ts';
import { flushFolder } from '../paths/way.ts';

/** The content, or a function that makes it from the stat of the very file it goes into. */
type Content = string | Uint8Array | ((stats: BigIntStats) => string);

/**
 * Writes a temporary file, flushes it, renames it and flushes the folder. So the file is either the old or the new one,
 * even after a power cut. The temporary file is always a new one: a site's folder may come from others, and through a
 * link of that name any file of this user could be overwritten. A link at the target is replaced, not followed.
 */
export async function writeDurably(path: string, content: Content): Promise<void> {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  try {
    await writeNew(temporary, content);
  } catch (error) {
    // On a full disk, the temporary file would take the last free space.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await renameOver(temporary, path);
  await flushFolder(dirname(path));
}

/** Errors of Windows for a file that a virus scanner or the search is looking at, as they do with each new one. */
const LOOKED_AT = ['EPERM', 'EACCES', 'EBUSY'] as const;
/** Milliseconds between the tries: 1.3 s in all. */
const WAITS = [10, 20, 40, 80, 160, 320, 640] as const;

/** Gives a file of ours its name, replacing the one before. On Windows that may take some tries. */
export async function renameOver(from: string, to: string): Promise<void> {
  for (const wait of process.platform === 'win32' ? WAITS : []) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!isErrno(error, ...LOOKED_AT)) throw error;
      await delay(wait);
    }
  }
  await rename(from, to);
}

async function writeNew(path: string, content: Content): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(
      typeof content === 'function' ? content(await handle.stat({ bigint: true })) : content,
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
}
