import { readdir } from 'node:fs/promises';

/** Begins the names of the folders of drops in `.sitesync/tmp/`. */
export const STAGE_PREFIX = 'drop-';
/** In such a folder: what the drop is, for a person. */
export const ABOUT = 'about.json';

/** The names of the files that have come so far, whole or not. */
export async function stagedIn(stage: string): Promise<readonly string[]> {
  return (await readdir(stage)).filter((name) => /^\d+$/.test(name));
}
