import { statSync, type BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, type Failure, type Result } from '../../../../shared/failure.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { parseSiteId, type SiteId } from '../../../../shared/model/ids.ts';
import { putBackJustNow } from '../../../engine/guards/folder-missing.ts';
import type { FoundMarker, Marker } from '../../../sync/ports/disk.ts';
import { HIDDEN } from '../../../engine/names/own-names.ts';
import { hide } from './hide.ts';
import { CATEGORY_FOLDERS, MARKER } from '../layout.ts';
import { makeFolders } from './make-folders.ts';
import { readOwn, readOwnNow, type OwnFile } from './own-file.ts';
import { overwrite } from './overwrite.ts';
import { guarded, isErrno, placeTaken, Refused } from '../problem.ts';
import { onceLetGo } from '../paths/once-let-go.ts';
import { realPath } from '../paths/real-path.ts';
import { shutOut } from '../shut-out.ts';
import { makeFirstWay, requireFolder, requireMarker, throwIfShut } from '../paths/way.ts';
import { requireMarkerNow } from '../paths/way-now.ts';
import { writeDurably } from './write-durably.ts';

/**
 * Reads the marker. Fails with `folder-missing` if there is no folder; null if the folder has no marker that we may
 * have written.
 */
export async function readMarker(folder: string): Promise<Result<FoundMarker | null>> {
  const there = await guarded('read', folder, () => requireFolder(folder));
  if (!there.ok) return there;
  const read = await guarded('read', join(folder, MARKER), async () => {
    try {
      // Nearly each sync writes it, so a virus scanner may be looking at it.
      const marker = await onceLetGo(() => readOwn(join(folder, MARKER)));
      return marker === null ? null : found(marker);
    } catch (error) {
      if (error instanceof Refused) return null;
      throwIfShut(folder, error);
      throw error;
    }
  });
  if (!read.ok || read.value !== null) return read;
  // If all of the folder went away meanwhile, its marker is not what is missing.
  const still = await guarded('read', folder, () => requireFolder(folder));
  return still.ok ? read : still;
}

/**
 * The site whose folder this is; null if it has no marker that we may have written. Throws the system's error if that cannot
 * be read now.
 */
export function siteOf(folder: string): SiteId | null {
  try {
    return parseMarker(readOwnNow(join(folder, MARKER))?.text ?? '')?.site ?? null;
  } catch (error) {
    // So deep in a folder no marker can have been written.
    if (error instanceof Refused || isErrno(error, 'ENAMETOOLONG')) return null;
    throw error;
  }
}

/**
 * The folders that were found to be no copies, since most files go to the same few: each by what tells it and its marker from
 * others, and by the edition that was asked for.
 */
const ORIGINALS = new Map<string, string>();

/**
 * Throws `Refused` with `folder-missing` unless the folder and its marker are there, and it is no copy that took the
 * folder's place: what is put into a copy would look deleted once the folder is back. `edition`: the least that the marker
 * may have, as an image of an older one tells itself by that alone; null: not known.
 */
export function requireOriginalNow(folder: string, edition: number | null): void {
  const marker = requireMarkerNow(folder);
  const seen = [statSync(folder, { bigint: true }), marker].map(identityOf).join(' ');
  const identity = `${marker.dev} ${seen} ${marker.mtimeNs} ${edition}`;
  if (ORIGINALS.get(folder) === identity) return;
  const own = readOwnNow(join(folder, MARKER));
  const there = own === null ? null : found(own);
  const isOlder = there !== null && edition !== null && there.edition < edition;
  if (there?.isCopy === true || isOlder) throw new Refused(putBackJustNow(folder));
  ORIGINALS.set(folder, identity);
}

/** See `Disk.sitesAround`. Folders that may not be looked into are left out. */
export async function sitesAround(
  folder: string,
): Promise<readonly { readonly folder: string; readonly site: SiteId }[]> {
  const sites = [];
  for (let at = await realPath(folder); ; at = dirname(at)) {
    const marker = await readMarker(at);
    if (marker.ok && marker.value !== null) sites.push({ folder: at, site: marker.value.site });
    if (dirname(at) === at) return sites;
  }
}

/** See `Disk.createSiteFolder`. */
export async function createSiteFolder(
  folder: string,
  marker: Marker,
  instead: FoundMarker | null = null,
): Promise<Result<void>> {
  const there = await readMarker(folder);
  if (!there.ok && there.failure.code !== 'folder-missing') return there;
  if (there.ok && there.value !== null && there.value.site !== marker.site)
    return fail(otherSite(folder, there.value.site));
  return guarded('write', folder, async () => {
    const check = instead === null ? undefined : () => requireOneOf(folder, [instead]);
    await check?.();
    await makeFolders(folder).catch((error: unknown) => {
      throw cannotBeMade(folder, error);
    });
    await makeFirstWay(folder, HIDDEN).catch((error: unknown) => {
      // In some folders nothing can be made, such as those that the system itself makes up.
      throw isErrno(error, 'ENOENT') ? cannotBeMade(folder, error) : error;
    });
    await hide(join(folder, HIDDEN));
    for (const label of CATEGORY_FOLDERS) await makeFirstWay(folder, label);
    await write(folder, marker, check);
  });
}

/** Explains an error if the place of the folder is to blame; else gives it back unchanged. */
export function cannotBeMade(folder: string, error: unknown): unknown {
  // Below a file, Windows only says that nothing is there.
  const isBelowFile = isErrno(error, 'ENOENT') && nearestIsFile(folder);
  if (isBelowFile || isErrno(error, 'ENOTDIR', 'EEXIST')) return new Refused(inTheWay(folder));
  const shut = shutOut(error, `The folder ${folder}`);
  if (shut !== null) return new Refused(shut);
  // For a drive that is write-protected or missing, Node only says that a folder above is missing.
  return isErrno(error, 'ENOENT', 'EROFS') ? new Refused(noPlace(folder)) : error;
}

/** Is the last existing thing on the way to a folder a file? */
function nearestIsFile(folder: string): boolean {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    const above = dirname(folder);
    return stats === undefined ? above !== folder && nearestIsFile(above) : stats.isFile();
  } catch {
    return false;
  }
}

/** See `Disk.rewriteMarker`. */
export function rewriteMarker(folder: string, marker: Marker, instead: FoundMarker): Promise<Result<void>> {
  return guarded('write', join(folder, MARKER), async () => {
    await requireMarker(folder);
    const edition = await writeEdition(folder, marker, instead);
    if (edition === 'written') return;
    const mayBeThere =
      edition === 'not-flushed' ? [instead, { ...instead, edition: marker.edition }] : [instead];
    try {
      await write(folder, marker, () => requireOneOf(folder, mayBeThere));
    } catch (error) {
      if (!isErrno(error, 'ENOSPC', 'EDQUOT') || !(await writeWord(folder, marker, instead))) throw error;
    }
  });
}

/** Throws `Refused` if another folder took the place of the one whose marker was found: one of these has to be there. */
async function requireOneOf(folder: string, markers: readonly FoundMarker[]): Promise<void> {
  const there = await readOwn(join(folder, MARKER));
  const marker = there === null ? null : found(there);
  if (!markers.some((each) => marker !== null && isSame(marker, each) && marker.isCopy === each.isCopy))
    throw new Refused(putBackJustNow(folder));
}

/**
 * Writes only the edition, over the one before: most cycles do, and this takes one flush and no room. `not-written`: it takes
 * more than that, or cannot be done, and writing all of the marker will tell why. `not-flushed`: the disk took it, and failed
 * to flush it; whoever reads the marker finds either edition.
 */
async function writeEdition(
  folder: string,
  marker: Marker,
  instead: Marker,
): Promise<'written' | 'not-flushed' | 'not-written'> {
  let isTaken = false;
  const next = (text: string): string => {
    const before = parseMarker(text);
    const isFound = before !== null && isSame(before, instead);
    const isAlike = isFound && isSame(before, { ...marker, edition: before.edition });
    return isAlike ? text.replace(editionLine(before), () => editionLine(marker)) : text;
  };
  const written = await overwrite(join(folder, MARKER), next, () => {
    isTaken = true;
  }).catch(() => false);
  if (written) return 'written';
  return isTaken ? 'not-flushed' : 'not-written';
}

/**
 * Writes only the generation, over the one before. A full disk needs that: that is when a person makes files "online
 * only". If the write were torn, no mirror would know the word, and everything would merge, which deletes nothing.
 */
function writeWord(folder: string, marker: Marker, instead: Marker): Promise<boolean> {
  return overwrite(join(folder, MARKER), (text) => {
    const found = parseMarker(text);
    const before = found?.generation ?? null;
    const isAlike = found !== null && before !== null && isSame(found, { ...marker, generation: before });
    return isAlike && isSame(found, instead)
      ? text.replace(`"generation": "${before}"`, () => `"generation": "${marker.generation}"`)
      : text;
  });
}

function isSame(one: Marker, other: Marker): boolean {
  const fields = ['site', 'baseUrl', 'folderId', 'generation', 'edition'] as const;
  return fields.every((field) => one[field] === other[field]);
}

/** As long for every edition, so that one can be written over another. */
function digitsOf({ edition }: Pick<Marker, 'edition'>): string {
  return String(edition).padStart(12, '0');
}

function editionLine(marker: Pick<Marker, 'edition'>): string {
  return `"edition": "${digitsOf(marker)}"`;
}

/** `check` throws where the file that is written must not take its name. */
async function write(folder: string, marker: Marker, check?: () => Promise<void>): Promise<void> {
  const path = join(folder, MARKER);
  let self = '';
  const textOf = (stats: BigIntStats): string => {
    self = identityOf(stats);
    const { site, baseUrl, folderId, generation } = marker;
    const edition = digitsOf(marker);
    return `${JSON.stringify({ site, baseUrl, folderId, generation, edition, self }, null, 2)}\n`;
  };
  await writeDurably(path, textOf, check).catch((error: unknown) => {
    throw isErrno(error, 'EISDIR') ? new Refused(placeTaken(path, 'folder')) : error;
  });
  // For some seconds, NTFS gives a file that replaces another the birth time of that one.
  if (process.platform === 'win32') await writeSelf(path, self);
}

/**
 * Writes into the marker by what the file itself is known. Without that, a moved folder merges, which deletes nothing.
 */
async function writeSelf(path: string, noted: string): Promise<void> {
  const self = identityOf(await lstat(path, { bigint: true }));
  if (self === noted) return;
  await onceLetGo(() => overwrite(path, (text) => text.replace(`"${noted}"`, () => `"${self}"`)));
}

function found({ text, stats }: OwnFile): FoundMarker | null {
  const marker = parseMarker(text);
  if (marker === null) return null;
  const self = /"self":\s*"(\d+):(\d+)"/.exec(text);
  if (self === null) return marker;
  // Without a birth time its number proves nothing: another drive may have given it to another file.
  if (!self[0].includes(':0"') && self[0].includes(`"${identityOf(stats)}"`))
    return { ...marker, isSelf: true };
  return isOther(self, stats) ? { ...marker, isCopy: true } : marker;
}

/** By number and birth time, a file can be told from a copy of it. */
function identityOf({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino}:${birthtimeNs}`;
}

/**
 * Some drives number their files anew each time they are plugged in, and some know no birth times: so both must differ.
 */
function isOther([, ino = '', birth = '']: readonly string[], stats: BigIntStats): boolean {
  return birth !== '0' && ino !== String(stats.ino) && birth !== String(stats.birthtimeNs);
}

export function otherSite(folder: string, site: SiteId): Failure {
  return {
    code: 'bad-input',
    message: `${folder} already belongs to another site (${site}).`,
    hint: 'Choose another folder for this site.',
    retry: 'on-change',
  };
}

export function inTheWay(folder: string): Failure {
  return {
    code: 'bad-input',
    message: `The folder ${folder} cannot be made: a file stands in its way.`,
    hint: 'Choose another folder, or move that file.',
    retry: 'on-change',
  };
}

function noPlace(folder: string): Failure {
  return {
    code: 'read-only',
    message: `The folder ${folder} cannot be made: its drive is write-protected or not there.`,
    hint: 'Connect the drive, or choose a folder that you may write to.',
    retry: 'on-change',
  };
}

/** Null if the text names no site of a service. */
export function parseMarker(text: string): Marker | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return null;
    const site = parseSiteId(value['site']);
    const { baseUrl, folderId } = value;
    const generation = typeof value['generation'] === 'string' ? value['generation'] : null;
    if (site === null || typeof baseUrl !== 'string' || typeof folderId !== 'string') return null;
    const counted = Number(value['edition']);
    const edition = Number.isSafeInteger(counted) && counted > 0 ? counted : 0;
    return { site, baseUrl, folderId, generation, edition };
  } catch {
    return null;
  }
}
