import type { Category } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { PathKey } from '../../../shared/model/rel-path.ts';
import type { Intent } from '../../engine/trees.ts';
import type { PlanQuestion } from '../../sync/plan/planning.ts';
import type { MirrorReader } from '../../sync/ports/mirror.ts';
import type { KeptProblem } from '../../sync/ports/mirror/kept-problem.ts';
import type { FollowedSite, SiteState } from '../../sync/ports/mirror/sites.ts';
import { lastListing } from '../../sync/observe/listing-run.ts';
import { isFoundBy } from '../../sync/problems/found.ts';
import { reported } from '../../sync/problems/reported-problems.ts';
import type { Moment } from './moment.ts';
import { siteStopOf, type Stop } from './status.ts';

/** What the rows of a site depend on besides its trees. */
export interface SiteFacts {
  readonly site: FollowedSite;
  readonly state: SiteState;
  /** By their keys. */
  readonly problems: ReadonlyMap<string, KeptProblem>;
  /** Folders that the last look could not read. */
  readonly unread: readonly string[];
  /** Those of them that another drive covers. */
  readonly covered: readonly string[];
  readonly intents: readonly Intent[];
  readonly pins: ReadonlyMap<FileId, boolean>;
  /** What a person chose for files outside the category folders, until the service has it. */
  readonly chosen: ReadonlyMap<PathKey, Category>;
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
  const problems = reported(reader.problems(site.id));
  return {
    site,
    state,
    problems: new Map(problems.map((problem) => [problem.key, problem])),
    unread: unreadOf(problems),
    covered: coveredFolders(problems),
    intents,
    pins: reader.pins(site.id),
    chosen: reader.chosenCategories(site.id),
    stop: siteStopOf(site, problems, moment),
  };
}

function unreadOf(problems: readonly KeptProblem[]): readonly string[] {
  const found = problems.filter(
    (problem) => isFoundBy('scan', problem) && problem.path !== '' && problem.code === 'unreadable',
  );
  return found.map(({ path }) => path).toSorted();
}

/** Folders that another drive covers: what is on that drive is not sent. */
export function coveredFolders(problems: readonly KeptProblem[]): readonly string[] {
  const found = problems.filter(({ reason }) => reason === 'drive-over');
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
