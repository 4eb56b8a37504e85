import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { troublesOf } from '../../state/troubles.ts';

const UUID = /^[\da-f]{8}-[\da-f-]{27}$/i;

export interface Holding {
  readonly files: number;
  readonly here: number;
  readonly bytes: number;
  readonly bytesHere: number;
  /** Of those here, how many are in folders that cannot be read. */
  readonly unread: number;
  /** How many are new or changed here, and not sent. */
  readonly unsent: number;
}

/** All categories together; null if nobody has counted them yet. */
export function holdingOf(categories: readonly CategoryCount[] | null): Holding | null {
  if (categories === null) return null;
  const sum = { files: 0, here: 0, bytes: 0, bytesHere: 0, unread: 0, unsent: 0 };
  for (const each of categories) {
    sum.files += each.files;
    sum.here += each.here;
    sum.bytes += each.bytes;
    sum.bytesHere += each.bytesHere;
    sum.unread += each.unread;
    sum.unsent += each.unsent;
  }
  return sum;
}

/** Kept, while the service has told of none of its files yet: what is not known of it is not none. */
export function isUnlisted({ followed, listedAt }: Pick<SiteSummary, 'followed' | 'listedAt'>): boolean {
  return followed !== null && listedAt === null;
}

/** Null also while nothing is known: a count without a file of a site that is not listed yet. */
export function knownCounts(
  site: Pick<SiteSummary, 'followed' | 'listedAt'>,
  categories: readonly CategoryCount[] | null,
): readonly CategoryCount[] | null {
  return isUnlisted(site) && categories?.every(({ files }) => files === 0) === true ? null : categories;
}

export function knownHolding(
  site: Pick<SiteSummary, 'followed' | 'listedAt'>,
  categories: readonly CategoryCount[] | null,
): Holding | null {
  return holdingOf(knownCounts(site, categories));
}

/** Of the categories that are to be here; of a site that is not kept, of those that would be. */
export function keptCounts({
  categories,
  followed,
  keptBefore,
}: Pick<SiteSummary, 'followed' | 'keptBefore'> & {
  readonly categories: readonly CategoryCount[] | null;
}): readonly CategoryCount[] | null {
  const keep = followed?.keep ?? keptBefore ?? 'all';
  return typeof keep === 'string'
    ? categories
    : (categories?.filter(({ category }) => keep.includes(category)) ?? null);
}

export const CONDITIONS = [
  'issues',
  'trouble',
  'syncing',
  'paused',
  'partly',
  'ready',
  'empty',
  'online',
] as const;

/** The one word for a site, the most pressing first. Only `ready` is all well: it is never said while anything is open. */
export type SiteCondition = (typeof CONDITIONS)[number];

export function conditionOf(site: SiteSummary): SiteCondition {
  if (site.followed === null) return 'online';
  if (troublesOf(site) > 0) return 'issues';
  if (site.followed.paused) return 'paused';
  if (site.trouble !== null) return 'trouble';
  if (site.pending > 0) return 'syncing';
  const holding = holdingOf(site.categories);
  // Not looked at yet: nothing is promised before the service was asked.
  if (holding === null || site.listedAt === null) return 'syncing';
  // There is nothing that could be ready.
  if (holding.files === 0) return 'empty';
  return holding.here >= holding.files ? 'ready' : 'partly';
}

/** Whether a site is among those of a condition. One that is paused is among the paused too, whatever presses more. */
export function isAmong(site: SiteSummary, condition: SiteCondition): boolean {
  return conditionOf(site) === condition || (condition === 'paused' && site.followed?.paused === true);
}

/** What a person calls the organization; null where the service knows an id alone, which says nothing to anybody. */
export function organizationName({ organization }: Pick<SiteSummary, 'organization'>): string | null {
  return organization === null || organization === '' || UUID.test(organization) ? null : organization;
}

/** "51.9052° N, 4.4862° E"; null where the service knows no place. */
export function positionOf(site: Pick<SiteSummary, 'latitude' | 'longitude'>): string | null {
  if (site.latitude === null || site.longitude === null) return null;
  const latitude = Number(site.latitude);
  const longitude = Number(site.longitude);
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  const part = (degrees: number, [plus, minus]: readonly [string, string]): string =>
    `${Math.abs(degrees).toFixed(4)}° ${degrees < 0 ? minus : plus}`;
  return `${part(latitude, ['N', 'S'])}, ${part(longitude, ['E', 'W'])}`;
}

/** Will any of the missing files come by itself? Not if they are only to be sent, or were made online only. */
export function comes({ pending }: SiteSummary, { unsent }: Holding): boolean {
  return pending > unsent;
}
