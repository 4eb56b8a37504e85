import type { FileId } from '../../../shared/model/ids.ts';
import type { Intent } from '../../engine/trees.ts';
import type { PlanQuestion } from '../../sync/plan/planning.ts';
import type { MirrorReader } from '../../sync/ports/mirror.ts';
import type { Attempt } from '../../sync/ports/mirror/notes.ts';
import type { FollowedSite, SiteState } from '../../sync/ports/mirror/sites.ts';
import { lastListing } from '../../sync/observe/listing-run.ts';
import { OBSERVED, reported } from '../../sync/problems/reported-problems.ts';
import type { Moment } from './moment.ts';
import { siteStopOf, type Stop } from './status.ts';

/** What the rows of a site depend on besides its trees. */
export interface SiteFacts {
  readonly site: FollowedSite;
  readonly state: SiteState;
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** Folders that the last look could not read. */
  readonly unread: readonly string[];
  /** Those of them that another drive covers. */
  readonly covered: readonly string[];
  readonly intents: readonly Intent[];
  readonly pins: ReadonlyMap<FileId, boolean>;
  /** Why the site as a whole stands still; null if it does not. */
  readonly stop: Stop | null;
}

/**
 * To be read before the trees, since a sync may write meanwhile: the trees of a site that was not listed yet are no
 * list of it.
 */
export function readFacts(reader: MirrorReader, site: FollowedSite, moment: Moment): SiteFacts {
  const state = reader.siteState(site.id);
  const intents = reader.intents(site.id);
  const attempts = reported(reader.attempts(site.id));
  return {
    site,
    state,
    attempts: new Map(attempts.map((attempt) => [attempt.key, attempt])),
    unread: unreadOf(attempts),
    covered: coveredFolders(attempts),
    intents,
    pins: reader.pins(site.id),
    stop: siteStopOf(site, attempts, moment),
  };
}

function unreadOf(attempts: readonly Attempt[]): readonly string[] {
  const found = attempts.filter(({ key, path, code }) => {
    return key.startsWith(`${OBSERVED}scan:`) && path !== '' && code === 'unreadable';
  });
  return found.map(({ path }) => path).toSorted();
}

/** Folders that another drive covers: what is on that drive is not sent. */
export function coveredFolders(attempts: readonly Attempt[]): readonly string[] {
  const found = attempts.filter(({ reason }) => reason === 'drive-over');
  return found.map(({ path }) => path).toSorted();
}

/** The question for a plan that is only shown. */
export function questionOf(
  { site, state, covered }: Pick<SiteFacts, 'site' | 'state' | 'covered'>,
  moment: Pick<Moment, 'platform' | 'device' | 'ignore' | 'ignoreTexts'>,
): PlanQuestion {
  return {
    site,
    platform: moment.platform,
    device: moment.device,
    // Only names of conflict copies need it, and a view makes none.
    stamp: '0000-00-00 0000',
    ignore: moment.ignore,
    ignoreText: moment.ignoreTexts[site.id] ?? '',
    // For other folders that could not be read, what was seen there before counts.
    unreadable: covered,
    unlisted: [],
    forbidden: [],
    hidesFiles: false,
    underWay: [],
    listingComplete: lastListing(state).complete,
  };
}
