import type { BigIntStats } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isErrno } from '../problem.ts';
import { flushFolder } from '../paths/way.ts';

/** As text it may tell of the file that it is in. */
type Content = string | Uint8Array | ((stats: BigIntStats) => string);

/**
 * Temporary file, fsync, rename, and the folder too: the file is the old one or the new one, after a power cut as well.
 * The temporary file is always a new one: a site's folder may come from others, and a link that lay there under its name
 * would have any file of this user overwritten. A link under the name itself is replaced, not followed.
 */
export async function writeDurably(path: string, content: Content): Promise<void> {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  try {
    await writeNew(temporary, content);
  } catch (error) {
    // On a full disk it would take the last of what is to be had.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await renameOver(temporary, path);
  await flushFolder(dirname(path));
}

/** Of a file that a virus scanner or the search looks at for a moment, as they do at each new one, Windows says one of these. */
const LOOKED_AT = ['EPERM', 'EACCES', 'EBUSY'] as const;
/** Together 1.3 s, ms. */
const WAITS = [10, 20, 40, 80, 160, 320, 640] as const;

/** Gives a file of ours its name, in the place of the one before. On Windows that may take some tries. */
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
