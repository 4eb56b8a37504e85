import { isAbsolute, relative, sep } from 'node:path';
import { HIDDEN } from '../../../engine/names/own-names.ts';
import { foldKey } from '../../../engine/names/local-names.ts';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { ignoresCase } from '../../../sync/observe/folder-case.ts';
import { folderFaultNow } from '../../../sync/following/folder-fault.ts';
import { pathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import { followedSite } from '../../../sync/following/followed-site.ts';
import { nameOf } from '../../../sync/following/site-name.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';
import { didYouMean, siteMeant, told } from './ask-sites.ts';
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

/** The sites that are kept on this computer, each with what people call it. */
export function keptSites({ mirror }: Pick<Program, 'mirror'>): readonly (FollowedSite & { name: string })[] {
  return mirror.followed().map((site) => ({ ...site, name: nameOf({ mirror }, site) }));
}

/** The sites that the service listed last, and others that are kept on this computer. */
export function knownSites({ mirror }: Pick<Program, 'mirror'>): readonly { id: SiteId; name: string }[] {
  const kept = keptSites({ mirror }).filter(({ id }) => mirror.site(id) === null);
  return [...mirror.sites(), ...kept];
}

/** The site of this id or name, if it is kept on this computer. */
export function keptSite({ mirror }: Pick<Program, 'mirror'>, given: string): Result<FollowedSite> {
  const kept = keptSites({ mirror });
  const meant = siteMeant(given, kept);
  if (!meant.ok) return meant;
  const site = meant.value === null ? null : followedSite(mirror, meant.value.id);
  return site === null ? fail(notFollowed(given, didYouMean(given, kept) ?? namedWords(kept))) : ok(site);
}

/** As `keptSite`, for commands that read its files: if the folder is away, all files would seem to be missing. */
export async function keptSiteHere(program: Program, given: string): Promise<Result<FollowedSite>> {
  const kept = keptSite(program, given);
  if (!kept.ok) return kept;
  const fault = await folderFaultNow(program, kept.value);
  return fault === null ? kept : fail(fault);
}

/** Turns a path as typed on this system into one within the site. */
export function withinSite({ folder }: FollowedSite, given: string): string {
  const inside = isAbsolute(given) ? relative(folder, given) : given;
  return inside.split(sep).join('/').replace(/^\.\//, '').replace(/\/+$/, '');
}

/** By what a path in a site's folder is compared with a typed one. */
export type KeyOf = (path: RelPath, site: FollowedSite) => string;

/** What a typed path names. First the exact spelling; then, on a disk that ignores case, any other. */
export function foundAsTyped<T>(
  { mirror, env }: Pick<Program, 'mirror' | 'env'>,
  find: (keyOf: KeyOf) => readonly T[],
): readonly T[] {
  const found = find(pathKey);
  if (found.length > 0) return found;
  return find((path, { id }) => (ignoresCase(mirror, id, env.platform) ? foldKey(path) : pathKey(path)));
}

/** Null if none is kept. */
function namedWords(kept: Parameters<typeof told>[0]): string | null {
  return kept.length === 0 ? null : `Kept here: ${told(kept)}. To keep another: sitesync follow SITE`;
}

function notFollowed(given: string, meant: string | null): Failure {
  return {
    code: 'bad-input',
    message: `The site ${given} is not kept on this computer.`,
    hint: meant ?? 'List the sites with: sitesync sites. Then: sitesync follow SITE',
    retry: 'on-change',
  };
}
