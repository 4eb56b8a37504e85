import type { BigIntStats } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder } from './way.ts';

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
  await rename(temporary, path);
  await flushFolder(dirname(path));
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
