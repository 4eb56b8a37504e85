import type { Result } from '../../../shared/failure.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { Page, SiteDataService } from '../../sync/ports/service.ts';

/**
 * Is this a service, and does it accept the token? Many servers answer 200 to anything, so only one with an
 * understandable list of sites counts as a Site Data Service.
 */
export async function firstLook(
  service: Pick<SiteDataService, 'verifyToken' | 'sitesPage'>,
  signal: AbortSignal,
): Promise<Result<Page<Site>>> {
  const verified = await service.verifyToken({ signal });
  return verified.ok ? service.sitesPage(0, 1, { signal }) : verified;
}
