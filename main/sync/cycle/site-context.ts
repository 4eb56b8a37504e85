import type { Result } from '../../../shared/failure.ts';
import { isKept } from '../../../shared/model/category.ts';
import type { SiteContext, SyncContext } from '../context.ts';
import { isListed } from '../observe/sites.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import type { InFlight } from '../steps/in-flight.ts';
import { nameOf } from '../following/site-name.ts';

/** The context of one site's cycle. */
export function siteContext(
  context: SyncContext,
  site: FollowedSite,
  inFlight: InFlight,
  stopSteps: () => void,
): SiteContext {
  const { mirror } = context;
  let listed: Promise<Result<boolean>> | null = null;
  return {
    ...context,
    site,
    siteName: nameOf(context, site),
    siteIsListed: async () => {
      const asked = (listed ??= isListed(context, site.id));
      const answer = await asked;
      if (!answer.ok && listed === asked) listed = null;
      return answer;
    },
    wanted: ({ id, category }) => mirror.pin(site.id, id) ?? isKept(site.keep, category),
    stopSteps,
    inFlight,
    transferPhase: (work) => work(),
  };
}
