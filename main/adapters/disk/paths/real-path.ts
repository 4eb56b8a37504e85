import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * The same folder without links on the way to it; `folder` is absolute. What does not exist yet, or may not be looked
 * into, keeps the name it was given.
 */
export async function realPath(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const above = dirname(folder);
    return above === folder ? folder : join(await realPath(above), basename(folder));
  }
}
