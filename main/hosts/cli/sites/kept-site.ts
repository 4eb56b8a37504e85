import { isAbsolute, relative, sep } from 'node:path';
import { HIDDEN } from '../../../engine/ignore/ignore-own.ts';
import { foldKey } from '../../../engine/names/local-names.ts';
import { ignoresCase } from '../../../engine/names/same-place.ts';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import { folderFaultNow } from '../../../sync/observe/folder-fault.ts';
import { pathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import { followedSite } from '../../../sync/followed-site.ts';
import type { Environment } from '../../../sync/ports/environment.ts';
import { nameOf } from '../../../sync/site-name.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';
import { didYouMean, givenByName } from './ask-sites.ts';
import type { Output } from '../output/output.ts';

export const NOTHING_KEPT = 'No site is kept on this computer yet: sitesync sites, then sitesync follow SITE';

/** The folder, in a site's folder, with what a sync replaced or removed: named so that a person can find it. */
export const TRASH_FOLDER = `${HIDDEN}/trash`;

/**
 * Says so if no site is kept in this data folder. With a mistyped `--data` everything looks well, and a script that
 * watches over sites must not be deceived.
 */
export function tellIfNothingIsKept({ mirror, data }: Program, out: Output): void {
  if (mirror.followed().length === 0)
    out.alert(`No site is kept in ${data}. Keep one with: sitesync sites, then sitesync follow SITE`);
}

/** For a site whose folder was never looked into: no known datamodel does not mean that there is none. */
export const NEVER_LOOKED_AT =
  'Its files were not looked at yet: that is done by the first sync. Run: sitesync sync';

export function isNeverLookedAt({ mirror }: Program, { id }: FollowedSite): boolean {
  return mirror.siteState(id).scannedAt === null;
}

/** The named site, if it is kept on this computer. */
export function keptSite({ mirror }: Program, id: string): Result<FollowedSite> {
  const site = followedSite(mirror, id);
  if (site !== null) return ok(site);
  const kept = mirror.followed().map((each) => ({ id: each.id, name: nameOf({ mirror }, each) }));
  return fail(givenByName(id, kept) ?? notFollowed(id, didYouMean(id, kept)));
}

/** As `keptSite`, for commands that read its files: if the folder is away, all files would seem to be missing. */
export async function keptSiteHere(program: Program, id: string): Promise<Result<FollowedSite>> {
  const kept = keptSite(program, id);
  if (!kept.ok) return kept;
  const fault = await folderFaultNow(program, kept.value);
  return fault === null ? kept : fail(fault);
}

/** Turns a path as typed on this system into one within the site. */
export function withinSite({ folder }: FollowedSite, given: string): string {
  const inside = isAbsolute(given) ? relative(folder, given) : given;
  return inside.split(sep).join('/').replace(/^\.\//, '').replace(/\/+$/, '');
}

/** What a typed path names. First the exact spelling; then, on a disk that ignores case, any other. */
export function foundAsTyped<T>(
  { platform }: Pick<Environment, 'platform'>,
  find: (keyOf: (path: RelPath) => string) => readonly T[],
): readonly T[] {
  const found = find(pathKey);
  return found.length > 0 || !ignoresCase(platform) ? found : find(foldKey);
}

function notFollowed(id: string, meant: string | null): Failure {
  return {
    code: 'bad-input',
    message: `The site ${id} is not kept on this computer.`,
    hint: meant ?? 'List the sites with: sitesync sites. Then: sitesync follow SITE',
    retry: 'on-change',
  };
}
