import { describe, expect, it } from 'vitest';
import {
  conditionOf,
  keptCounts,
  knownHolding,
  organizationName,
  positionOf,
} from '../../../renderer/features/sites/site-facts.ts';
import {
  countConditions,
  filterSites,
  groupSites,
  sortSites,
  sortsOf,
  type SiteSort,
} from '../../../renderer/features/sites/site-list.ts';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';

const counts = (here: number, files: number): CategoryCount[] => [
  { category: 'other', files, here, bytes: files * 10, bytesHere: here * 10, unread: 0, unsent: 0 },
];

function site(id: string, more: Partial<SiteSummary> = {}): SiteSummary {
  return {
    id,
    name: id,
    organization: null,
    city: null,
    country: null,
    address: null,
    latitude: null,
    longitude: null,
    timezone: null,
    graphUri: null,
    hasPhoto: false,
    followed: { folder: `/kept/${id}`, keep: 'all', paused: false },
    keptBefore: null,
    categories: counts(1, 1),
    pending: 0,
    issues: 0,
    conflicts: 0,
    held: 0,
    folderAway: false,
    trouble: null,
    listedAt: 1,
    syncedAt: 1,
    ...more,
  };
}

const NOW = Date.UTC(2026, 10, 21, 8);

describe('the condition of a site', () => {
  it.each([
    ['ready', {}],
    ['partly', { categories: counts(1, 2) }],
    ['empty', { categories: counts(0, 0) }],
    ['empty', { categories: [] }],
    ['syncing', { categories: [], listedAt: null }],
    ['syncing', { categories: counts(0, 0), pending: 1 }],
    ['syncing', { categories: null }],
    ['syncing', { listedAt: null }],
    ['syncing', { pending: 1 }],
    ['paused', { pending: 1, followed: { folder: '/x', keep: 'all', paused: true } }],
    ['trouble', { trouble: 'Folder not found', pending: 1 }],
    ['issues', { conflicts: 1, trouble: 'Folder not found' }],
    ['issues', { held: 1, pending: 5 }],
    ['online', { followed: null, issues: 3 }],
  ] as const)('is %s by %j', (expected, facts) => {
    expect(conditionOf(site('a', facts as Partial<SiteSummary>))).toBe(expected);
  });
});

describe('a paused site that has issues', () => {
  const followed = { folder: '/x', keep: 'all', paused: true } as const;
  const sites = [site('a', { issues: 1, followed }), site('b', { issues: 1 }), site('c', { followed })];

  it('is found among both', () => {
    expect(Object.fromEntries(countConditions(sites))).toEqual({ issues: 2, paused: 2 });
    const among = (condition: 'issues' | 'paused') =>
      filterSites(sites, { condition, text: '' }).map(({ id }) => id);
    expect(among('issues')).toEqual(['a', 'b']);
    expect(among('paused')).toEqual(['a', 'c']);
  });
});

describe('the list of sites', () => {
  const sites = [
    site('Zürich 2', { city: 'Zürich', country: 'Switzerland', timezone: 'Europe/Zurich', syncedAt: 5 }),
    site('zürich 10', { city: 'Zürich', country: 'Switzerland', pending: 3, syncedAt: 9 }),
    site('Ørestad', { city: 'København', country: 'Denmark', issues: 2, timezone: 'Europe/Copenhagen' }),
    site('Botany', { followed: null, categories: null, country: 'Australia', timezone: 'Australia/Sydney' }),
  ];
  const names = (some: readonly SiteSummary[]) => some.map(({ name }) => name);
  const sorted = (by: SiteSort, descending = false) => names(sortSites(sites, { by, descending }, NOW));

  it('is found by every word, without case and accents', () => {
    const found = (text: string) => names(filterSites(sites, { condition: null, text }));
    expect(found('zurich')).toEqual(['Zürich 2', 'zürich 10']);
    expect(found(' orestad KOBENHAVN ')).toEqual(['Ørestad']);
    expect(found('zurich denmark')).toEqual([]);
    expect(found('')).toHaveLength(4);
    expect(names(filterSites(sites, { condition: 'online', text: '' }))).toEqual(['Botany']);
  });

  it('is found by an id that nobody sees only where all of it was typed', () => {
    const organization = '7b0e3f9e-5f2b-4d5e-9a53-1f0a2f4b7c11';
    const some = [
      site('Annex 12'),
      site('Harbour', { organization }),
      site('Mill', { organization: 'Havenzicht' }),
    ];
    const found = (text: string) => names(filterSites(some, { condition: null, text }));
    expect(found('2')).toEqual(['Annex 12']);
    expect(found('7b')).toEqual([]);
    expect(found(organization.toUpperCase())).toEqual(['Harbour']);
    expect(found('haven')).toEqual(['Mill']);
  });

  it('is sorted by any fact, numbers as numbers, without a fact last', () => {
    expect(sorted('name')).toEqual(
      ['Botany', 'Ørestad', 'Zürich 2', 'zürich 10'].toSorted(
        new Intl.Collator('en-GB', { numeric: true }).compare,
      ),
    );
    expect(sorted('attention')).toEqual(['Ørestad', 'zürich 10', 'Zürich 2', 'Botany']);
    expect(sorted('city')).toEqual(['Ørestad', 'Zürich 2', 'zürich 10', 'Botany']);
    expect(sorted('pending', true)[0]).toBe('zürich 10');
    expect(sorted('synced', true)[0]).toBe('zürich 10');
    expect(sorted('time', true)[0]).toBe('Botany');
    expect(sorted('here', true).at(-1)).toBe('Botany');
  });

  it('is grouped, kept sites and pressing conditions first', () => {
    const keys = (by: Parameters<typeof groupSites>[1], list = sites.toReversed()) =>
      groupSites(list, by).map(({ key, sites: some }) => [key, some.length]);
    expect(keys('kept')).toEqual([
      ['kept', 3],
      ['online', 1],
    ]);
    expect(keys('condition').map(([key]) => key)).toEqual(['issues', 'syncing', 'ready', 'online']);
    expect(keys('country')).toEqual([
      ['Australia', 1],
      ['Denmark', 1],
      ['Switzerland', 2],
    ]);
    expect(keys('none')).toEqual([['', 4]]);
    expect(Object.fromEntries(countConditions(sites))).toEqual({
      ready: 1,
      syncing: 1,
      issues: 1,
      online: 1,
    });
  });
});

describe('facts of a site', () => {
  it('count what is to be here', () => {
    const categories = [
      ...counts(1, 2),
      { category: 'spec-sheet', files: 3, here: 3, bytes: 1, bytesHere: 1, unread: 0, unsent: 0 } as const,
    ];
    const kept = (keep: 'all' | 'spec-sheet'[]) =>
      keptCounts(site('a', { categories, followed: { folder: '/a', keep, paused: false } }));
    expect(kept('all')).toHaveLength(2);
    expect(kept(['spec-sheet'])).toEqual(categories.slice(1));
    expect(keptCounts(site('a', { categories: null }))).toBeNull();
  });

  it('are no files only once the service told so', () => {
    const none = counts(0, 0);
    const held = (more: Partial<SiteSummary>) => knownHolding(site('a', more), more.categories ?? none);
    expect(held({ listedAt: null })).toBeNull();
    expect(held({})).toMatchObject({ files: 0, bytes: 0 });
    expect(held({ listedAt: null, followed: null })).toMatchObject({ files: 0 });
    // The first pages of a long list have come.
    expect(held({ listedAt: null, categories: counts(0, 2) })).toMatchObject({ files: 2 });
  });

  it('name an organization only where it has a name, and sort by it only then', () => {
    const organization = '7b0e3f9e-5f2b-4d5e-9a53-1f0a2f4b7c11';
    expect(organizationName({ organization })).toBeNull();
    expect(organizationName({ organization: 'Havenzicht' })).toBe('Havenzicht');
    expect(organizationName({ organization: '' })).toBeNull();
    const [known, unknown] = [site('a', { organization: 'Havenzicht' }), site('b', { organization })];
    expect(sortsOf([unknown])).not.toContain('organization');
    expect(sortsOf([unknown, known])).toContain('organization');
    // Sites of one organization belong together all the same, under the whole of its id.
    expect(groupSites([known, unknown], 'organization').map(({ key }) => key)).toEqual([
      'Havenzicht',
      organization,
    ]);
  });

  it('sort by their clocks, those of which nobody knows the zone first', () => {
    const zones = ['Asia/Kolkata', 'UTC', 'No/Where', 'America/New_York'];
    const sites = zones.map((timezone) => site(timezone, { timezone }));
    const inOrder = sortSites(sites, { by: 'time', descending: false }, NOW).map(({ id }) => id);
    expect(inOrder).toEqual(['No/Where', 'America/New_York', 'UTC', 'Asia/Kolkata']);
  });

  it('tell its place', () => {
    expect(positionOf({ latitude: '51.90520', longitude: '-4.4862' })).toBe('51.9052° N, 4.4862° W');
    expect(positionOf({ latitude: 'north', longitude: '4' })).toBeNull();
  });
});
