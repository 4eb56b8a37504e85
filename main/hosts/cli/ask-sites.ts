import type { Result } from '../../../shared/failure.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { SyncContext } from '../../sync/context.ts';
import { listSites } from '../../sync/sites.ts';

/** The service's list of sites. Asking changes nothing, so that it is given up at the first word. */
export function askSites(context: SyncContext): Promise<Result<readonly Site[]>> {
  return listSites({ ...context, signal: context.stopping });
}
