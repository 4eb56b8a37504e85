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
import type { FollowedSite } from '../../../sync/ports/mirror.ts';
import type { Program } from '../../compose/compose.ts';
import { givenByName } from './ask-sites.ts';
import type { Output } from '../output/output.ts';

export const NOTHING_KEPT = 'No site is kept on this computer yet: sitesync sites, then sitesync follow SITE';

/** Where a site's folder keeps what a sync replaced or removed, as a person looks for it. */
export const TRASH_FOLDER = `${HIDDEN}/trash`;

/** Where `--data` is mistyped nothing is wrong there either: whoever watches over sites must not take that for well. */
export function tellIfNothingIsKept({ mirror, data }: Program, out: Output): void {
  if (mirror.followed().length === 0)
    out.alert(`No site is kept in ${data}. Keep one with: sitesync sites, then sitesync follow SITE`);
}

/** Nobody looked into its folder yet: that no datamodel is known says nothing of what lies there. */
export const NEVER_LOOKED_AT =
  'Its files were not looked at yet: that is done by the first sync. Run: sitesync sync';

export function isNeverLookedAt({ mirror }: Program, { id }: FollowedSite): boolean {
  return mirror.siteState(id).scannedAt === null;
}

/** The site that a command names, where it is kept on this computer. */
export function keptSite({ mirror }: Program, id: string): Result<FollowedSite> {
  const site = followedSite(mirror, id);
  if (site !== null) return ok(site);
  const kept = mirror.followed().map((each) => ({ id: each.id, name: nameOf({ mirror }, each) }));
  return fail(givenByName(id, kept) ?? notFollowed(id));
}

/** The same for who reads its files: of a folder that is away every one of them would seem to be missing. */
export async function keptSiteHere(program: Program, id: string): Promise<Result<FollowedSite>> {
  const kept = keptSite(program, id);
  if (!kept.ok) return kept;
  const fault = await folderFaultNow(program, kept.value);
  return fault === null ? kept : fail(fault);
}

/** A path as the program speaks of it, where it was typed as this system does. */
export function withinSite({ folder }: FollowedSite, given: string): string {
  const inside = isAbsolute(given) ? relative(folder, given) : given;
  return inside.split(sep).join('/').replace(/^\.\//, '').replace(/\/+$/, '');
}

/**
 * What a typed path names. A disk that ignores case finds a file in any, and a person types it in any: where nothing is
 * spelt as it was typed, there it is looked for so.
 */
export function foundAsTyped<T>(
  { platform }: Pick<Environment, 'platform'>,
  find: (keyOf: (path: RelPath) => string) => readonly T[],
): readonly T[] {
  const found = find(pathKey);
  return found.length > 0 || !ignoresCase(platform) ? found : find(foldKey);
}

function notFollowed(id: string): Failure {
  return {
    code: 'bad-input',
    message: `The site ${id} is not kept on this computer.`,
    hint: 'List the sites with: sitesync sites. Then: sitesync follow SITE',
    retry: 'on-change',
  };
}
