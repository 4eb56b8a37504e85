import type { SiteId } from '../../shared/model/ids.ts';
import type { Environment } from '../sync/ports/environment.ts';
import type { SiteDataService } from '../sync/ports/service.ts';
import type { SeriesPlace, SeriesStore } from './ports.ts';

/** What the reading of series acts through. */
export interface SeriesContext {
  readonly store: SeriesStore;
  /** Null: not signed in. */
  readonly service: SiteDataService | null;
  readonly env: Pick<Environment, 'now' | 'sleep'>;
  /** Base URL of the service, known without a session too. */
  readonly origin: string;
  /** Bytes that the cache may take. */
  readonly limitBytes: number;
  /** Sites that are kept offline: their series are never evicted. */
  readonly keptSites: () => ReadonlySet<SiteId>;
}

/**
 * The time to keep with what was answered just now, epoch ms: of both clocks the one that is behind. By one that is ahead
 * all up to then would count as known, and not be asked for when it comes to be.
 */
export function answeredAt({ service, env }: Pick<SeriesContext, 'service' | 'env'>): number {
  const [now, said] = [env.now(), service?.time ?? Infinity];
  return now < said + SAYS_WITHIN ? now : said;
}

/** A later time than this was noted by a clock that was ahead, epoch ms: nothing is known by it. */
export function latestNoted({ service, env }: Pick<SeriesContext, 'service' | 'env'>): number {
  return Math.max(env.now(), service?.time ?? -Infinity) + JUST_AHEAD;
}

/** A service says in which second it answers, not when in it (RFC 9110, 5.6.7): its clock may be that far past what it says, ms. */
const SAYS_WITHIN = 1000;

/** Clocks of two computers are never quite the same, ms. */
const JUST_AHEAD = 300_000;

export const DEFAULT_LIMIT_BYTES = 2_000_000_000;

export function placeOf(context: SeriesContext, site: SiteId): SeriesPlace {
  return { origin: context.origin, site };
}
