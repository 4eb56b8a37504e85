import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileId } from '../../../../shared/model/ids.ts';
import { PARTIALS, partialName } from '../layout.ts';
import { perFolder } from '../batcher.ts';

/** The end of a resume note's name. */
const NOTE = '.part.json';

/** The paths of a download's part, and of the resume note beside it. */
export function partOf(folder: string, id: FileId): { readonly part: string; readonly note: string } {
  const part = join(folder, PARTIALS, `${partialName(id)}.part`);
  return { part, note: `${part}.json` };
}

/**
 * Which downloads have left a part on the disk. Each folder is only looked into once, since no other process makes
 * parts.
 */
export class Parts {
  readonly #of = perFolder(notesIn);

  async has(folder: string, id: FileId): Promise<boolean> {
    return (await this.#of(folder)).has(partialName(id));
  }

  async add(folder: string, id: FileId): Promise<void> {
    (await this.#of(folder)).add(partialName(id));
  }
}

/**
 * A folder that cannot be read counts as empty: a download then begins anew, and tells what is wrong with the folder.
 */
async function notesIn(folder: string): Promise<Set<string>> {
  const names = await readdir(join(folder, PARTIALS)).catch(() => []);
  return new Set(names.filter((name) => name.endsWith(NOTE)).map((name) => name.slice(0, -NOTE.length)));
}
