import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Site } from '../../../shared/model/site.ts';
import { folderFor, type Program } from '../compose.ts';
import type { Output } from './output.ts';

/**
 * Where below a root a site is kept. Once there it stays, whatever it is called by now and whoever shares its name: what
 * was written to a folder that is left would never be sent.
 */
export async function folderBelow(
  { mirror, disk, env }: Program,
  root: string,
  site: Site,
  others: readonly Site[],
): Promise<string> {
  const kept = mirror.followed().find((entry) => entry.id === site.id);
  if (kept !== undefined && isBelow(kept.folder, root)) return kept.folder;
  const usual = folderFor(root, site, others, env.platform);
  const owner = await ownerOf(disk, usual);
  if (owner === site.id) return usual;
  // The mirror may be new, and the site kept here before under another name.
  const own: string[] = [];
  for (const folder of await foldersIn(root)) if ((await ownerOf(disk, folder)) === site.id) own.push(folder);
  const [only] = own;
  if (only !== undefined && own.length === 1) return only;
  // Of two sites that have the name by now, or had it, the other one has the folder.
  return owner === null ? usual : folderFor(root, site, [...others, { ...site, id: owner }], env.platform);
}

export function isBelow(folder: string, root: string): boolean {
  return dirname(folder) === root;
}

/** Another folder than before: whoever goes on writing to that one must know. */
export function tellOfMove(out: Output, site: Site, before: string | undefined, folder: string): void {
  if (before === undefined || before === folder) return;
  out.log(
    `${site.name} was kept in ${before} until now: what you change there is no longer sent. Copy what is missing from there to ${folder}.`,
  );
}

async function ownerOf(disk: Program['disk'], folder: string): Promise<Site['id'] | null> {
  const marker = await disk.readMarker(folder);
  return marker.ok ? (marker.value?.site ?? null) : null;
}

async function foldersIn(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(root, entry.name));
}
