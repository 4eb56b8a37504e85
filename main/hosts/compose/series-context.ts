import type { OpenedMirror } from '../../adapters/sqlite/mirror.ts';
import { DEFAULT_LIMIT_BYTES, SERIES_LIMIT, type SeriesContext } from '../../series/context.ts';
import type { Environment } from '../../sync/ports/environment.ts';
import type { SiteDataService } from '../../sync/ports/service.ts';
import { SETTINGS } from '../../sync/settings/setting-keys.ts';

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
    origin: service?.baseUrl ?? mirror.setting(SETTINGS.baseUrl) ?? '',
    limitBytes: Number(mirror.setting(SERIES_LIMIT)) || DEFAULT_LIMIT_BYTES,
    keptSites: () => new Set(mirror.followed().flatMap((site) => (site.keep === 'none' ? [] : [site.id]))),
  };
}
