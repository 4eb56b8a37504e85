import type { BigIntStats } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { onceLetGo } from '../paths/once-let-go.ts';
import { flushFolder } from '../paths/way.ts';

/** The content, or a function that makes it from the stat of the very file it goes into. */
type Content = string | Uint8Array | ((stats: BigIntStats) => string);

/**
 * Writes a temporary file, flushes it, renames it and flushes the folder. So the file is either the old or the new one,
 * even after a power cut. The temporary file is always a new one: a site's folder may come from others, and through a
 * link of that name any file of this user could be overwritten. A link at the target is replaced, not followed. `check` is
 * called right before the rename, and throws where that must not be. If the folder is another one by then, the temporary file
 * is not in it.
 */
export async function writeDurably(
  path: string,
  content: Content,
  check?: () => Promise<void>,
): Promise<void> {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  try {
    await writeNew(temporary, content);
    await check?.();
  } catch (error) {
    // On a full disk, the temporary file would take the last free space.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await renameOver(temporary, path);
  await flushFolder(dirname(path));
}

/** Gives a file of ours its name, replacing the one before. */
export function renameOver(from: string, to: string): Promise<void> {
  return onceLetGo(() => rename(from, to));
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
