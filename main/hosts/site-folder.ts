import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { RelPath } from '../../shared/model/rel-path.ts';
import type { Site } from '../../shared/model/site.ts';
import { foldKey, toLocalName } from '../engine/local-names.ts';
import type { Platform } from '../engine/policy.ts';
import type { Program } from './compose.ts';

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
  return dirname(folder) === resolve(root);
}

/** The folder of a site below the root: its name, made safe; with its id where another site has that name. */
export function folderFor(root: string, site: Site, others: readonly Site[], platform: Platform): string {
  const name = toLocalName(site.name, platform).name;
  const namesakes = others.filter(
    (other) => other.id !== site.id && isOneName(toLocalName(other.name, platform).name, name),
  );
  if (namesakes.length === 0) return join(resolve(root), name);
  const [id, ...theirs] = [site, ...namesakes].map((each) => toLocalName(each.id, platform).name);
  return join(resolve(root), `${name} ${beginningOf(id ?? '', theirs)}`);
}

/** Letters of an id that a person is shown, where they tell it from others. */
const SHORT = 12;

/** As much of an id as tells it from the others. */
function beginningOf(id: string, others: readonly string[]): string {
  let length = SHORT;
  while (length < id.length && others.some((other) => isOneName(other.slice(0, length), id.slice(0, length))))
    length += 1;
  return id.slice(0, length);
}

/** Would two names be one on some disk? */
function isOneName(one: string, other: string): boolean {
  return foldKey(one as RelPath) === foldKey(other as RelPath);
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
