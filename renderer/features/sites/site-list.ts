import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { knownZone, offsetAt } from '../../../shared/time/zone.ts';
import { typedWords } from '../../../shared/typed-words.ts';
import { troublesOf } from '../../state/troubles.ts';
import { compareNames } from '../../text/compare-names.ts';
import type { Sort } from '../../ui/table/columns.ts';
import {
  CONDITIONS,
  conditionOf,
  holdingOf,
  isAmong,
  organizationName,
  type SiteCondition,
} from './site-facts.ts';

export const SORTS = [
  'attention',
  'name',
  'organization',
  'city',
  'time',
  'here',
  'pending',
  'synced',
] as const;
export type SiteSort = (typeof SORTS)[number];

/** Those that a person can follow: by a name only where one is told. */
export function sortsOf(sites: readonly SiteSummary[]): readonly SiteSort[] {
  return hasOrganizationNames(sites) ? SORTS : SORTS.filter((by) => by !== 'organization');
}

export function hasOrganizationNames(sites: readonly SiteSummary[]): boolean {
  return sites.some((site) => organizationName(site) !== null);
}

export const GROUPS = ['kept', 'condition', 'organization', 'country', 'none'] as const;
export type SiteGrouping = (typeof GROUPS)[number];

export interface SiteFilter {
  /** Null: in whatever condition. */
  readonly condition: SiteCondition | null;
  readonly text: string;
}

export interface SiteGroup {
  /** Tells groups apart; what it is called is the screen's. Empty where the sites have no such fact. */
  readonly key: string;
  readonly sites: readonly SiteSummary[];
}

/** How many sites there are in each condition that any is in; a site may be in two. */
export function countConditions(sites: readonly SiteSummary[]): ReadonlyMap<SiteCondition, number> {
  const counts = CONDITIONS.map(
    (each) => [each, sites.filter((site) => isAmong(site, each)).length] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

/** Sites of which every word that was typed is in the name, place or organization; an id that nobody sees, only whole. */
export function filterSites(sites: readonly SiteSummary[], filter: SiteFilter): readonly SiteSummary[] {
  const words = typedWords(fold(filter.text));
  return sites.filter((site) => {
    if (filter.condition !== null && !isAmong(site, filter.condition)) return false;
    const { name, city, country, address, organization } = site;
    const told = fold([name, city, country, address, organizationName(site)].join(' '));
    return words.every((word) => told.includes(word) || word === organization?.toLowerCase());
  });
}

/** Sites alike in what was asked for stand by name. */
export function sortSites(
  sites: readonly SiteSummary[],
  { by, descending }: Sort<SiteSort>,
  now: number,
): readonly SiteSummary[] {
  const turn = descending ? -1 : 1;
  const compare = COMPARE[by];
  return sites.toSorted((a, b) => turn * compare(a, b, now) || byName(a, b));
}

/** Groups in the order of their first site, but for those that have an order of their own. */
export function groupSites(sites: readonly SiteSummary[], by: SiteGrouping): readonly SiteGroup[] {
  const groups = [...Map.groupBy(sites, (site) => groupOf(site, by))].map(([key, some]) => ({
    key,
    sites: some,
  }));
  const order = by === 'kept' ? ['kept', 'online'] : by === 'condition' ? CONDITIONS : null;
  return order === null
    ? groups
    : groups.toSorted((a, b) => order.indexOf(a.key as never) - order.indexOf(b.key as never));
}

function groupOf(site: SiteSummary, by: SiteGrouping): string {
  switch (by) {
    case 'kept':
      return site.followed === null ? 'online' : 'kept';
    case 'condition':
      return conditionOf(site);
    case 'organization':
      return site.organization ?? '';
    case 'country':
      return site.country ?? '';
    case 'none':
      return '';
    default:
      return by satisfies never;
  }
}

type Compare = (a: SiteSummary, b: SiteSummary, now: number) => number;
type CompareAnyTime = (a: SiteSummary, b: SiteSummary) => number;

/** Sites without the fact come last, and first where the order is turned. */
const text =
  (of: (site: SiteSummary) => string | null): CompareAnyTime =>
  (a, b) => {
    const [one, other] = [of(a) ?? '', of(b) ?? ''];
    if (one === '' || other === '') return Number(one === '') - Number(other === '');
    return compareNames(one, other);
  };

const number =
  (of: (site: SiteSummary, now: number) => number | null): Compare =>
  (a, b, now) =>
    (of(a, now) ?? -Infinity) - (of(b, now) ?? -Infinity) || 0;

export const byName = text(({ name }) => name);

const COMPARE: Readonly<Record<SiteSort, Compare>> = {
  attention: (a, b) =>
    CONDITIONS.indexOf(conditionOf(a)) - CONDITIONS.indexOf(conditionOf(b)) || troublesOf(b) - troublesOf(a),
  name: byName,
  organization: text(organizationName),
  city: text(({ city }) => city),
  time: number(clockOf),
  here: number((site) => (site.followed === null ? null : (holdingOf(site.categories)?.bytesHere ?? null))),
  pending: number(({ pending }) => pending),
  synced: number(({ syncedAt }) => syncedAt),
};

/** How far its clock is ahead of UTC, ms; null where nobody knows its zone. */
function clockOf({ timezone }: SiteSummary, now: number): number | null {
  const zone = knownZone(timezone);
  return zone === null ? null : offsetAt(now, zone);
}

/** Without case and accents, so that "orestad" finds Ørestad and "zurich" Zürich. */
function fold(typed: string): string {
  return typed
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l');
}
