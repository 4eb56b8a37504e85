import type { Result } from '../../../shared/failure.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { Page, SiteDataService } from '../../sync/ports/service.ts';

/**
 * Is this a service, and does it take the token? Many a server answers 200 to anything: only one whose list of sites
 * is understood counts as a Site Data Service.
 */
export async function firstLook(
  service: Pick<SiteDataService, 'verifyToken' | 'sitesPage'>,
  signal: AbortSignal,
): Promise<Result<Page<Site>>> {
  const verified = await service.verifyToken({ signal });
  return verified.ok ? service.sitesPage(0, 1, { signal }) : verified;
}
