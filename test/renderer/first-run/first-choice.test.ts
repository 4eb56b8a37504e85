import { expect, it } from 'vitest';
import { orderedSites } from '../../../renderer/features/first-run/first-choice.ts';
import { gapRows } from '../../../renderer/features/site/gaps.ts';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';

const site = (name: string, city: string) => ({ id: name, name, city }) as SiteSummary;
const SITES = [site('Hall 10', 'Zürich'), site('Hall 2', 'Zürich'), site('Annex', 'Leipzig')];

const names = (sites: readonly SiteSummary[]) => sites.map(({ name }) => name);
const chosen = (text: string, by: 'size' | 'name' = 'name') => names(orderedSites(SITES, text, by, () => 1));

it('sites to choose from are ordered and found as in the list of sites', () => {
  expect(chosen('')).toEqual(['Annex', 'Hall 2', 'Hall 10']);
  expect(chosen('', 'size')).toEqual(['Annex', 'Hall 2', 'Hall 10']);
  expect(chosen('zurich 2')).toEqual(['Hall 2']);
});

it('so are the handover gaps', () => {
  const rows = gapRows(SITES, 'Annex', () => null);
  expect(names(rows.map((row) => row.site))).toEqual(['Annex', 'Hall 2', 'Hall 10']);
});
