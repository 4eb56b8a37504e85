import type { SiteId } from '../../../shared/model/ids.ts';
import { parseRelPath, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { parsedSetting } from '../settings/parsed-setting.ts';
import type { Mirror } from '../ports/mirror.ts';

/** Where the models lie that came from the service: whatever else is in their folder, a person put there. */
export function modelsHere(mirror: Pick<Mirror, 'setting'>, site: SiteId): ReadonlySet<PathKey> {
  const noted = parsedSetting(mirror, keyOf(site));
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
  if (!here.has(pathKey(path))) mirror.setSetting(keyOf(site), JSON.stringify([...here, path]));
}

function keyOf(site: SiteId): string {
  return `models-here ${site}`;
}
