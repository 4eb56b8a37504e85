import type { Plan, PlanQuestion, PlanReader } from './planning.ts';
import type { Mirror } from '../ports/mirror.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';

/** What is asked to find out that a site needs no plan. */
export type NothingReader = Pick<PlanReader, 'pins' | 'intents' | 'openUpdates'> & Pick<Mirror, 'counts'>;

/**
 * The plan of a site that is only listed: none of its files is here or wanted here, nothing was agreed on, and nothing that
 * was sent waits for its answer. Whatever its records say, nothing is to be done; so they are not read, which would take
 * 75 MB for 100,000 of them. Null if the site has to be planned.
 */
export function planOfNothing(
  mirror: NothingReader,
  { site, underWay }: Pick<PlanQuestion, 'site' | 'underWay'>,
): Plan | null {
  if (underWay.length > 0 || !isListedOnly(mirror, site)) return null;
  return {
    actions: [],
    agreed: 0,
    listed: mirror.counts(site.id).remote,
    serviceWentBack: false,
    missing: [],
    unsettled: null,
  };
}

export function isListedOnly(mirror: NothingReader, { id, keep }: FollowedSite): boolean {
  if (keep === 'all' || (keep !== 'none' && keep.length > 0)) return false;
  const { base, local } = mirror.counts(id);
  if (base + local > 0 || [...mirror.pins(id).values()].includes(true)) return false;
  return mirror.intents(id).length + mirror.openUpdates(id).length === 0;
}
