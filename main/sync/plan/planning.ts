import { ignoreRules } from '../../engine/ignore/ignore-rules.ts';
import { missingFiles } from '../../engine/compare/missing-files.ts';
import type { Action, Adopt, Forget, Hash } from '../../engine/plan/actions.ts';
import { plan } from '../../engine/plan/plan.ts';
import type { Platform, Policy } from '../../engine/policy.ts';
import { wentBack } from './went-back.ts';
import type { Trees } from '../../engine/trees.ts';
import { isKept } from '../../../shared/model/category.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { slices } from '../concurrency/in-turns.ts';
import { ignoresCase } from '../observe/folder-case.ts';
import { ignoredBefore, rulesText } from '../observe/ignored-before.ts';
import type { MirrorReader } from '../ports/mirror.ts';
import { SITE_SETTINGS } from '../settings/settings.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import type { Unsettled } from '../ports/mirror/trees.ts';

/** What a plan needs to know besides the mirror: plain data, so that it can cross into another thread. */
export interface PlanQuestion {
  readonly site: FollowedSite;
  readonly platform: Platform;
  readonly device: string;
  /** `YYYY-MM-DD HHMM` for the names of conflict copies. */
  readonly stamp: string;
  /** Gitignore lines of the person, and those of the site's `.siteignore`. */
  readonly ignore: readonly string[];
  readonly ignoreText: string;
  /** Folders that could not be read: nothing below them is judged. */
  readonly unreadable: readonly string[];
  /** Of these, the folders whose drive is there and that are not forbidden. */
  readonly unlisted: readonly string[];
  /** Of these, the folders that this person may not read. */
  readonly forbidden: readonly string[];
  /** Files may have been moved into one of the forbidden folders since they were seen last. */
  readonly hidesFiles: boolean;
  /** Places that updates under way give to files. */
  readonly underWay: readonly RelPath[];
  readonly listingComplete: boolean;
}

/** A plan, with what the guard of deletes needs to know of the trees it was made from. */
export interface Plan {
  readonly actions: readonly Action[];
  /** Files in step, records listed. */
  readonly agreed: number;
  readonly listed: number;
  /** A record is older than the one agreed on: the service was set back to a backup. */
  readonly serviceWentBack: boolean;
  /** Files that the look did not find; told only while a folder is forbidden. */
  readonly missing: readonly RelPath[];
  /** The files that are not settled; null if the whole site was read. */
  readonly unsettled: Unsettled | null;
}

/** Actions that a first sync may have for every file of a site: they are taken page by page, and never held as a whole. */
export interface Pages<T> extends AsyncIterable<readonly T[]> {
  readonly count: number;
}

/** A plan as a cycle takes it. */
export interface Planned extends Omit<Plan, 'unsettled'> {
  /** All but those in `hashes` and `agreements`. */
  readonly actions: readonly Action[];
  readonly hashes: Pages<Hash>;
  readonly agreements: Pages<Adopt | Forget>;
  /** To be called when no more pages are wanted. */
  readonly release: () => void;
}

/** Makes plans wherever it suits: in place, or in a thread with a database connection of its own. */
export type Planner = (question: PlanQuestion) => Promise<Planned>;

/** What cycles tell of plans to come, so that a thread that makes them can begin in time. */
export interface PlanHints {
  /** A plan of this site will be asked for soon: it may be read while its folder is still being scanned. */
  readonly planAhead: (site: FollowedSite) => void;
  /** The next plan of this site will be of all its files. */
  readonly planSoon: (site: FollowedSite) => void;
  /** As `planSoon`, called during a scan with the number of files found so far. */
  readonly planFound: (site: FollowedSite, files: number) => void;
}

export type PlanReader = Pick<
  MirrorReader,
  | 'trees'
  | 'unsettled'
  | 'pins'
  | 'chosenCategories'
  | 'intents'
  | 'openUpdates'
  | 'notedBytes'
  | 'sentBytes'
  | 'ignoredBy'
  | 'setting'
>;

/** Actions in a page: another thread unpacks that many in a few ms. */
export const PAGE = 1000;

/** The actions of a plan, sorted by what is done with them. */
export interface PlanParts {
  /** Steps and waits. */
  readonly steps: readonly Action[];
  readonly hashes: readonly Hash[];
  readonly agreements: readonly (Adopt | Forget)[];
}

export function parted({ actions }: Pick<Plan, 'actions'>): PlanParts {
  const isOfAgreement = (action: Action): action is Adopt | Forget =>
    action.kind === 'adopt' || action.kind === 'forget';
  return {
    steps: actions.filter((action) => action.kind !== 'hash' && !isOfAgreement(action)),
    hashes: actions.filter((action) => action.kind === 'hash'),
    agreements: actions.filter(isOfAgreement),
  };
}

/** A plan that is held whole, in this thread. */
export function inPages({ unsettled: _unsettled, ...plan }: Plan): Planned {
  const { steps, hashes, agreements } = parted(plan);
  return {
    ...plan,
    actions: steps,
    hashes: pagesOf(hashes),
    agreements: pagesOf(agreements),
    release: () => undefined,
  };
}

function pagesOf<T>(items: readonly T[]): Pages<T> {
  return {
    count: items.length,
    async *[Symbol.asyncIterator]() {
      yield* slices(items, PAGE);
    },
  };
}

/** All that a plan is made from, as of one moment. */
export interface SiteAsRead {
  readonly trees: Trees;
  readonly policy: Policy;
  /** As in the question. */
  readonly underWay: readonly RelPath[];
}

/** Reads a site and plans. */
export function planSite(mirror: PlanReader, question: PlanQuestion): Plan {
  return planRead(readSite(mirror, question));
}

/** Reads the unsettled part of a site's three trees, unless it is at hand, and what planning asks about its files. */
export function readSite(
  mirror: PlanReader,
  question: PlanQuestion,
  trees: Trees = treesOf(mirror, question),
): SiteAsRead {
  const agreed = trees.base.size + (trees.settled?.count ?? 0);
  const policy = policyOf(mirror, question, isListedOnce(question.listingComplete, agreed));
  return { trees, policy, underWay: question.underWay };
}

/** Was the site ever listed completely? Agreements prove that too, whatever became of the last listing. */
function isListedOnce(listingComplete: boolean, agreed: number): boolean {
  return listingComplete || agreed > 0;
}

/** Plans from what was read already. */
export function planRead({ trees, policy, underWay }: SiteAsRead): Plan {
  const others = trees.settled?.count ?? 0;
  const actions = plan(trees, policy);
  return {
    actions: actions.map((action) => withKnownHash(action, trees)),
    agreed: trees.base.size + others,
    listed: trees.remote.size + others,
    serviceWentBack: wentBack(trees),
    missing: policy.forbidden.length > 0 ? missingFiles(trees, policy, underWay) : [],
    unsettled: unsettledIn(trees),
  };
}

/** The files of a site that are not settled; null if they are too many to be told apart. */
export function unsettledFiles(mirror: Pick<PlanReader, 'unsettled'>, site: FollowedSite): Unsettled | null {
  const trees = mirror.unsettled(site);
  return trees === null ? null : unsettledIn(trees);
}

function unsettledIn({ base, local, remote, settled }: Trees): Unsettled | null {
  if (settled === undefined) return null;
  return { ids: [...new Set([...base.keys(), ...remote.keys()])], paths: [...local.keys()] };
}

/** If a folder cannot be read, the whole trees are needed: a settled file below it may be missing elsewhere. */
function treesOf(mirror: PlanReader, { site, unreadable }: PlanQuestion): Trees {
  return (unreadable.length === 0 ? mirror.unsettled(site) : null) ?? mirror.trees(site.id);
}

function policyOf(mirror: PlanReader, question: PlanQuestion, listedOnce: boolean): Policy {
  const { site, platform, device, stamp, ignore, ignoreText } = question;
  const { unreadable, unlisted, forbidden, hidesFiles } = question;
  const pins = mirror.pins(site.id);
  const chosen = mirror.chosenCategories(site.id);
  return {
    platform,
    ignoresCase: ignoresCase(mirror, site.id, platform),
    wanted: ({ id, category }) => pins.get(id) ?? isKept(site.keep, category),
    ignored: ignoreRules(ignore, ignoreText).ignoresAnywhere,
    wasIgnored: ignoredBefore(mirror, site.id, rulesText(ignore, ignoreText)),
    unreadable,
    unlisted,
    forbidden,
    hidesFiles,
    chosenCategory: (path) => chosen.get(pathKey(path)) ?? null,
    listedOnce,
    listingComplete: question.listingComplete,
    joinedAt: SITE_SETTINGS.joinedAt(site.id).read(mirror),
    intents: mirror.intents(site.id),
    openUpdates: mirror.openUpdates(site.id),
    notedBytes: mirror.notedBytes(site.id),
    sentBytes: (id) => mirror.sentBytes(site.id, id),
    stamp,
    device,
  };
}

/** Gives each renewed agreement the hash that it had: whoever writes it has no tree at hand. */
function withKnownHash(action: Action, trees: Trees): Action {
  if (action.kind !== 'adopt' || action.local.hash !== null) return action;
  const hash = trees.base.get(action.id)?.hash;
  return hash === undefined ? action : { ...action, local: { ...action.local, hash } };
}
