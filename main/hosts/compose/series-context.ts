import type { OpenedMirror } from '../../adapters/sqlite/mirror.ts';
import { DEFAULT_LIMIT_BYTES, type SeriesContext } from '../../series/context.ts';
import type { Environment } from '../../sync/ports/environment.ts';
import type { SiteDataService } from '../../sync/ports/service.ts';
import { SETTINGS } from '../../sync/settings/settings.ts';

/** The context for reading series; without a session only what is on this computer is read. */
export function seriesContext(
  mirror: OpenedMirror,
  env: Environment,
  service: SiteDataService | null,
): SeriesContext {
  return {
    store: mirror.series,
    service,
    env,
    origin: service?.baseUrl ?? SETTINGS.baseUrl.read(mirror) ?? '',
    limitBytes: SETTINGS.seriesLimit.read(mirror) ?? DEFAULT_LIMIT_BYTES,
    keptSites: () => new Set(mirror.followed().flatMap((site) => (site.keep === 'none' ? [] : [site.id]))),
  };
}
