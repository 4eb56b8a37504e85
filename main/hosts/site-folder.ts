import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Site } from '../../shared/model/site.ts';
import { folderFor, type Program } from './compose.ts';

/**
 * Where below a root a site is kept. Once there it stays, whatever it is called by now and whoever shares its name: what
 * was written to a folder that is left would never be sent.
 */
export async function folderBelow(
  program: Pick<Program, 'mirror' | 'disk' | 'env'>,
  root: string,
  site: Site,
  others: readonly Site[],
): Promise<string> {
  const { platform } = program.env;
  const kept = program.mirror.followed().find((entry) => entry.id === site.id);
  if (kept !== undefined && isBelow(kept.folder, root)) return kept.folder;
  const usual = folderFor(root, site, others, platform);
  const owner = await ownerOf(program, usual);
  if (owner === site.id) return usual;
  // The mirror may be new, and the site kept here before under another name.
  const own: string[] = [];
  for (const folder of await foldersIn(root))
    if ((await ownerOf(program, folder)) === site.id) own.push(folder);
  const [only] = own;
  if (only !== undefined && own.length === 1) return only;
  // Of two sites that have the name by now, or had it, the other one has the folder.
  return owner === null ? usual : folderFor(root, site, [...others, { ...site, id: owner }], platform);
}

export function isBelow(folder: string, root: string): boolean {
  return dirname(folder) === root;
}

/** Also of a folder that is not there now, as on a drive that is away. */
async function ownerOf(
  { mirror, disk }: Pick<Program, 'mirror' | 'disk'>,
  folder: string,
): Promise<Site['id'] | null> {
  const marker = await disk.readMarker(folder);
  const named = marker.ok ? (marker.value?.site ?? null) : null;
  return named ?? mirror.followed().find((entry) => entry.folder === folder)?.id ?? null;
}

async function foldersIn(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(root, entry.name));
}
