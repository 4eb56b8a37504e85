import type { SiteId } from '../../../shared/model/ids.ts';
import { parseRelPath, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { LASTING_SITE_SETTINGS } from '../settings/settings.ts';
import type { Mirror } from '../ports/mirror.ts';

/** Where the models lie that came from the service: whatever else is in their folder, a person put there. */
export function modelsHere(mirror: Pick<Mirror, 'setting'>, site: SiteId): ReadonlySet<PathKey> {
  const noted = LASTING_SITE_SETTINGS.modelsHere(site).read(mirror);
  const paths = Array.isArray(noted) ? noted.flatMap((each: unknown) => parseRelPath(each) ?? []) : [];
  return new Set(paths.map(pathKey));
}

/** To be called before one is placed, so that no scan takes it for a person's. */
export function noteModelHere(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  site: SiteId,
  path: RelPath,
): void {
  const here = modelsHere(mirror, site);
  if (!here.has(pathKey(path))) LASTING_SITE_SETTINGS.modelsHere(site).write(mirror, [...here, path]);
}
