import type { OpenedMirror } from '../adapters/sqlite/mirror.ts';
import { DEFAULT_LIMIT_BYTES, type SeriesContext } from '../series/context.ts';
import type { Environment } from '../sync/ports/environment.ts';
import type { SiteDataService } from '../sync/ports/service.ts';
import { SETTINGS } from './compose.ts';

/** Bytes that fetched timeseries may take, as a setting; sites that are kept offline may go beyond it. */
const LIMIT = 'series-cache-bytes';

/** What series are read through; without a session from what is here. */
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
    limitBytes: Number(mirror.setting(LIMIT)) || DEFAULT_LIMIT_BYTES,
    keptSites: () => new Set(mirror.followed().flatMap((site) => (site.keep === 'none' ? [] : [site.id]))),
  };
}
