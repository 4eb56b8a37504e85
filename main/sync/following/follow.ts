import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { SyncContext } from '../context.ts';
import type { Keep } from '../../../shared/model/category.ts';
import { followedSite } from './followed-site.ts';
import type { Disk, FoundMarker } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import type { Site } from '../../../shared/model/site.ts';
import { nameOf } from './site-name.ts';
import { forgetGivenUp } from '../settings/given-up-creates.ts';
import { LASTING_SITE_SETTINGS, SITE_SETTINGS } from '../settings/settings.ts';

type FollowContext = Pick<SyncContext, 'disk' | 'locks' | 'mirror' | 'env' | 'service' | 'ownFolder'>;

/**
 * Keeps a site in a folder from now on. A folder that was this site's before is taken over with all that lies in it:
 * the first sync merges it with the service and deletes nothing on either side. But if `named` is another name of the folder
 * that the site is kept in, or the place to which a person moved it, the agreements stand. A folder in which another program
 * works is not touched until that program ends.
 */
export async function followSite(
  context: FollowContext,
  site: Site,
  named: string,
  keep: Keep,
): Promise<Result<FollowedSite>> {
  const { disk, locks, mirror, env, service } = context;
  const refused = await whyNotIn(context, site, named);
  if (refused !== null) return fail(refused);
  const before = followedSite(mirror, site.id);
  const { folder, marker, isOwn, isInUse, isMovedHere } = await lookAt(context, site, named, before);
  const folderId = marker?.folderId ?? env.newFolderId();
  const isKept = before?.folder === folder && before.folderId === folderId;
  // The agreements are about another folder: what is missing in this one was not deleted by anyone.
  const leaves = before !== null && !isMovedHere && !isKept ? before : null;
  const isNew = before === null || leaves !== null;
  // A generation that this mirror does not know is left in place: the next cycle sees it, and merges.
  const generation = isNew ? env.newGeneration() : (marker?.generation ?? null);
  const { baseUrl } = service;
  const edition = marker?.edition ?? 0;
  // Another program keeps the folder: once it ends, the first cycle finds an unknown generation, and merges.
  const made = isInUse
    ? ok(undefined)
    : await disk.createSiteFolder(folder, { site: site.id, baseUrl, folderId, generation, edition });
  if (!made.ok) return made;
  if (leaves !== null) unfollowSite(context, leaves);
  else if (isMovedHere && before !== null) locks.free(before);
  // What lies in `Models/` of a folder that never was the site's, a person put there.
  if (isNew && !isOwn) LASTING_SITE_SETTINGS.modelsHere(site.id).write(mirror, null);
  const followed: FollowedSite = { id: site.id, folder, folderId, keep, paused: before?.paused ?? false };
  mirror.follow(followed);
  if (isNew) mirror.setGeneration(site.id, { now: generation, before: generation });
  return ok(followed);
}

/** What the folder that a site is to be kept in turns out to be. */
interface Found {
  /** The folder that is named, by the name that the agreements have for it. */
  readonly folder: string;
  /** The site's marker; null if there is none, or the folder counts as another one. */
  readonly marker: FoundMarker | null;
  /** Was it a folder of the site before, or put back from a copy of one? */
  readonly isOwn: boolean;
  /** Does another program keep the site there now? */
  readonly isInUse: boolean;
  /** Is it the folder that the agreements are about, moved by a person? */
  readonly isMovedHere: boolean;
}

async function lookAt(
  { disk, locks }: FollowContext,
  site: Site,
  named: string,
  before: FollowedSite | null,
): Promise<Found> {
  const folder = before !== null && (await isOneFolder(disk, before.folder, named)) ? before.folder : named;
  const read = await disk.readMarker(folder);
  const found = read.ok && read.value?.site === site.id ? read.value : null;
  const isInUse = found !== null && (await locks.holder({ folder, folderId: found.folderId })) !== null;
  // A folder that was put back from a copy counts as another one.
  const marker = found?.isCopy === true && !isInUse ? null : found;
  const mayBeMoved = before !== null && marker !== null && !isInUse;
  const isMovedHere = mayBeMoved && (await isSameElsewhere(disk, before, folder, marker));
  return { folder, marker, isOwn: found !== null, isInUse, isMovedHere };
}

/**
 * Is it the very folder that the agreements are about, moved by a person? Its marker must be the original, and known to be
 * no copy: a backup would undo what was done since. If it is not as this mirror left it, the next cycle merges.
 */
async function isSameElsewhere(
  disk: Disk,
  before: FollowedSite,
  folder: string,
  marker: FoundMarker,
): Promise<boolean> {
  if (before.folder === folder || before.folderId !== marker.folderId || marker.isSelf !== true) return false;
  const left = await disk.readMarker(before.folder);
  return !left.ok || left.value?.folderId !== marker.folderId;
}

/** One folder may have several names: through links, or on a disk that ignores case (as drive letters on Windows do). */
async function isOneFolder(disk: Disk, one: string, other: string): Promise<boolean> {
  return one === other || (await disk.realPath(one)) === (await disk.realPath(other));
}

/** Gives up a site. Its files stay where they are on both sides, and another program may now keep the folder. */
export function unfollowSite(
  { locks, mirror }: Pick<SyncContext, 'locks' | 'mirror'>,
  site: FollowedSite,
): void {
  forgetGivenUp(mirror, site.id);
  // If the site is kept again it begins anew: choices about its files say nothing about files that may lie there by
  // then.
  mirror.unfollow(
    site.id,
    Object.values(SITE_SETTINGS).map((of) => of(site.id).key),
  );
  locks.free(site);
}

/** Why no site can be kept below this folder, links followed; null if one can. */
export async function whyNotBelow(
  { disk, mirror }: Pick<SyncContext, 'disk' | 'mirror'>,
  folder: string,
): Promise<Failure | null> {
  const real = await disk.realPath(folder);
  for (const { id, folder: theirs } of mirror.followed()) {
    if (!isIn(real, await disk.realPath(theirs))) continue;
    const name = nameOf({ mirror }, { id, folder: theirs });
    return {
      code: 'bad-input',
      message: `Sites cannot be kept in ${folder}: ${name} is kept in ${theirs}, and would send their files as its own.`,
      hint: 'Choose a folder that is not in it.',
      retry: 'on-change',
    };
  }
  const [around] = await disk.sitesAround(folder);
  if (around !== undefined)
    return {
      code: 'bad-input',
      message: `Sites cannot be kept in ${folder}: ${around.folder} is the folder of a site (${around.site}), whose people would get their files.`,
      hint: `Choose a folder that is not in it. ${NO_SITE_ANY_MORE}`,
      retry: 'on-change',
    };
  const tried = await disk.tryFolder(folder);
  return tried.ok ? null : tried.failure;
}

/** Why the site cannot be kept in this folder, links followed; null if it can. */
async function whyNotIn(context: FollowContext, site: Site, folder: string): Promise<Failure | null> {
  const { disk, mirror, ownFolder } = context;
  const real = await disk.realPath(folder);
  if (isIn(await disk.realPath(ownFolder), real))
    return notThere(
      site,
      folder,
      `SiteSync keeps its own data in ${ownFolder}, and would send it too`,
      'Choose a folder that is not around it.',
    );
  for (const other of mirror.followed()) {
    if (other.id === site.id) continue;
    const theirs = await disk.realPath(other.folder);
    if (!isIn(theirs, real) && !isIn(real, theirs)) continue;
    const name = nameOf(context, other);
    return notThere(
      site,
      folder,
      `${name} is kept in ${other.folder}, and each would send the other's files`,
      'Choose a folder that is neither in it nor around it.',
    );
  }
  // Sites that another data folder keeps, or another computer on a shared drive, show only by their markers.
  const around = (await disk.sitesAround(folder)).find(
    (each) => each.folder !== real && each.site !== site.id,
  );
  return around === undefined
    ? null
    : notThere(
        site,
        folder,
        `${around.folder} is the folder of another site (${around.site}), whose people would get its files`,
        `Choose a folder that is not in it. ${NO_SITE_ANY_MORE}`,
      );
}

const NO_SITE_ANY_MORE =
  'If no site is kept there any more, take what you need out of .sitesync/trash in it, and delete .sitesync.';

function notThere(site: Site, folder: string, why: string, hint: string): Failure {
  return {
    code: 'bad-input',
    message: `${site.name} cannot be kept in ${folder}: ${why}.`,
    hint: `${hint} The app puts sites below the folder of its settings.`,
    retry: 'on-change',
  };
}

/** Includes the folder itself. */
function isIn(folder: string, above: string): boolean {
  if (folder === above) return true;
  return folder.startsWith(above) && (/[\\/]$/.test(above) || /^[\\/]/.test(folder.slice(above.length)));
}
