import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { childOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Site } from '../../../shared/model/site.ts';
import { kindOfSoon } from '../../adapters/disk/scan/kind-of.ts';
import { ignoreRules } from '../../engine/ignore/ignore-rules.ts';
import { bareKey, foldKey, toLocalName } from '../../engine/names/local-names.ts';
import type { Platform } from '../../engine/policy.ts';
import { followedSite } from '../../sync/following/followed-site.ts';
import type { SyncContext } from '../../sync/context.ts';

type Kept = Pick<SyncContext, 'mirror' | 'disk'>;

/**
 * Where below a root a site is kept. Once a site has a folder it stays there, whatever it is called by now and
 * whoever shares its name: what is written to a folder that was left would never be sent. `passed` is told of each
 * folder with its name that it does not get, since that holds somebody else's files.
 */
export async function folderBelow(
  program: Pick<SyncContext, 'mirror' | 'disk' | 'env'>,
  root: string,
  site: Site,
  others: readonly Site[],
  passed: (folder: string) => void,
): Promise<string> {
  const { platform } = program.env;
  const kept = followedSite(program.mirror, site.id);
  if (kept !== null && isDirectlyIn(kept.folder, root)) return kept.folder;
  const usual = folderFor(root, site, others, platform);
  const owner = await ownerOf(program, usual);
  if (owner === site.id) return usual;
  // The mirror may be new, and the site kept here before under another name.
  const own: string[] = [];
  for (const folder of await foldersIn(root))
    if ((await ownerOf(program, folder)) === site.id) own.push(folder);
  const [only] = own;
  if (only !== undefined && own.length === 1) return only;
  // Another site that has or had this name has the folder.
  const namesakes = owner === null ? others : [...others, { ...site, id: owner }];
  const withId = join(resolve(root), nameWithId(site, namesakes, platform));
  const names = [...new Set([usual, withId])];
  for (let at = 0; ; at++) {
    const folder = names[at] ?? `${withId} ${at - names.length + 2}`;
    if (await mayHave(program, root, folder, site)) return folder;
    if ((await ownerOf(program, folder)) === null) passed(folder);
  }
}

/** What a person is told about a folder that the site did not get. */
export function passedWords(site: Site, folder: string): string {
  return `${folder} holds files and is not known as the folder of ${site.name}, which gets one of its own: nothing of those files is sent. Where they belong to the site, follow it with that folder named.`;
}

/**
 * May the site have this folder? The service may call a site anything, such as `Documents`, and everything in its
 * folder is sent. So a folder that holds files and no marker is only taken if the root holds nothing but sites:
 * whoever put files into it then meant them for the site.
 */
async function mayHave(program: Kept, root: string, folder: string, site: Site): Promise<boolean> {
  const owner = await ownerOf(program, folder);
  if (owner !== null) return owner === site.id;
  return !(await holdsFiles(folder)) || (await isForSitesAlone(program, root, folder));
}

/** Files that are left out anyway do not count, nor does what a killed follow had made. */
const RULES = ignoreRules([], '');

/** False also if the folder cannot be read: following it says why. */
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

/** Is everything in the root, apart from this one folder, a folder of a site? A link is not. */
async function isForSitesAlone(program: Kept, root: string, except: string): Promise<boolean> {
  for (const { name, isFolder } of await entriesIn(root)) {
    if (RULES.ignores(name, isFolder)) continue;
    if (!isFolder) return false;
    if (isOneName(name, basename(except))) continue;
    if ((await ownerOf(program, join(root, name))) === null) return false;
  }
  return true;
}

/** Is the root the folder right above this one, which is an absolute path? */
export function isDirectlyIn(folder: string, root: string): boolean {
  return dirname(folder) === resolve(root);
}

/** The folder of a site below the root: its name, made safe, and its id if another site has that name. */
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

/** The name is never hidden: a folder that begins with a dot counts as a program's, and nobody would see the files. */
function nameHere(site: Site, platform: Platform): string {
  const { name } = toLocalName(site.name, platform);
  return bareKey(name).startsWith('.') ? name.replace('.', '_') : name;
}

/** How many letters of an id a person is shown; more if these do not tell it from others. */
const SHORT = 12;

/** The beginning of an id, long enough to tell it from the others. */
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

/** Which site has this folder; also if the folder is not there now, as on a drive that is away. */
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
