import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { childOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Site } from '../../../shared/model/site.ts';
import { kindOfSoon } from '../../adapters/disk/scan/kind-of.ts';
import { ignoreRules } from '../../engine/ignore/ignore-rules.ts';
import { bareKey, foldKey, toLocalName } from '../../engine/names/local-names.ts';
import type { Platform } from '../../engine/policy.ts';
import { followedSite } from '../../sync/followed-site.ts';
import type { Program } from '../compose/compose.ts';

type Kept = Pick<Program, 'mirror' | 'disk'>;

/**
 * Where below a root a site is kept. Once there it stays, whatever it is called by now and whoever shares its name: what
 * was written to a folder that is left would never be sent. `passed` hears of each folder of its name that it does not
 * get, since that holds files of somebody else.
 */
export async function folderBelow(
  program: Pick<Program, 'mirror' | 'disk' | 'env'>,
  root: string,
  site: Site,
  others: readonly Site[],
  passed: (folder: string) => void,
): Promise<string> {
  const { platform } = program.env;
  const kept = followedSite(program.mirror, site.id);
  if (kept !== null && isBelow(kept.folder, root)) return kept.folder;
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
  const namesakes = owner === null ? others : [...others, { ...site, id: owner }];
  const withId = join(resolve(root), nameWithId(site, namesakes, platform));
  const names = [...new Set([usual, withId])];
  for (let at = 0; ; at++) {
    const folder = names[at] ?? `${withId} ${at - names.length + 2}`;
    if (await mayHave(program, root, folder, site)) return folder;
    if ((await ownerOf(program, folder)) === null) passed(folder);
  }
}

/** What a person is told of a folder that was passed. */
export function passedWords(site: Site, folder: string): string {
  return `${folder} holds files and is not known as the folder of ${site.name}, which gets one of its own: nothing of those files is sent. Where they belong to the site, follow it with that folder named.`;
}

/**
 * A site is called what the service likes, `Documents` too, and all that lies in its folder is sent. So one that holds files
 * and bears no marker is taken only where the root is there for sites alone: who put files into it meant them for the site.
 */
async function mayHave(program: Kept, root: string, folder: string, site: Site): Promise<boolean> {
  const owner = await ownerOf(program, folder);
  if (owner !== null) return owner === site.id;
  return !(await holdsFiles(folder)) || (await isForSitesAlone(program, root, folder));
}

/** What is left out anyway may lie in it, and what a follow that was killed had made. */
const RULES = ignoreRules([], '');

/** False also where the folder cannot be looked into: following it says why. */
async function holdsFiles(folder: string): Promise<boolean> {
  const pending = [''];
  for (let below = pending.pop(); below !== undefined; below = pending.pop())
    for (const { name, isFolder } of await entriesIn(join(folder, below))) {
      const path = childOf(below, name);
      if (RULES.ignores(path, isFolder)) continue;
      if (!isFolder) return true;
      pending.push(path);
    }
  return false;
}

/** Is everything in the root the folder of a site, but for the one that is asked about? A link is none. */
async function isForSitesAlone(program: Kept, root: string, except: string): Promise<boolean> {
  for (const { name, isFolder } of await entriesIn(root)) {
    if (RULES.ignores(name, isFolder)) continue;
    if (!isFolder) return false;
    if (isOneName(name, basename(except))) continue;
    if ((await ownerOf(program, join(root, name))) === null) return false;
  }
  return true;
}

export function isBelow(folder: string, root: string): boolean {
  return dirname(folder) === resolve(root);
}

/** The folder of a site below the root: its name, made safe; with its id where another site has that name. */
export function folderFor(root: string, site: Site, others: readonly Site[], platform: Platform): string {
  const isAlone = namesakesOf(site, others, platform).length === 0;
  return join(resolve(root), isAlone ? nameHere(site, platform) : nameWithId(site, others, platform));
}

function nameWithId(site: Site, others: readonly Site[], platform: Platform): string {
  const all = [site, ...namesakesOf(site, others, platform)];
  const [id = '', ...theirs] = all.map((each) => toLocalName(each.id, platform).name);
  return `${nameHere(site, platform)} ${beginningOf(id, theirs)}`;
}

function namesakesOf(site: Site, others: readonly Site[], platform: Platform): readonly Site[] {
  const name = nameHere(site, platform);
  return others.filter((other) => other.id !== site.id && isOneName(nameHere(other, platform), name));
}

/** Never hidden: folders that begin with a dot are those of programs, and nobody would see the site's files. */
function nameHere(site: Site, platform: Platform): string {
  const { name } = toLocalName(site.name, platform);
  return bareKey(name).startsWith('.') ? name.replace('.', '_') : name;
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
async function ownerOf({ mirror, disk }: Kept, folder: string): Promise<Site['id'] | null> {
  const marker = await disk.readMarker(folder);
  const named = marker.ok ? (marker.value?.site ?? null) : null;
  return named ?? mirror.followed().find((entry) => entry.folder === folder)?.id ?? null;
}

async function foldersIn(root: string): Promise<readonly string[]> {
  const entries = await entriesIn(root);
  return entries.filter(({ isFolder }) => isFolder).map(({ name }) => join(root, name));
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

async function entriesIn(folder: string): Promise<readonly Entry[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const kinds = await Promise.all(entries.map((entry) => kindOfSoon(entry, join(folder, entry.name))));
  return entries.map(({ name }, at) => ({ name, isFolder: kinds[at] === 'folder' }));
}
