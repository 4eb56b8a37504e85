import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * The same folder without links on its way; `folder` is absolute. Parts that do not exist yet, or may not be looked
 * into, keep their names.
 */
export async function realPath(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const above = dirname(folder);
    return above === folder ? folder : join(await realPath(above), basename(folder));
  }
}
