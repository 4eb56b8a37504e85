import type { CategoryId } from '../../../shared/ipc/define.ts';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { CATEGORIES } from '../../../shared/model/category.ts';
import type { Sort } from '../../ui/table/columns.ts';
import { byName, filterSites } from '../sites/site-list.ts';

/** Which categories of each chosen site; none: each file comes on demand. */
export type Chosen = ReadonlyMap<string, readonly CategoryId[]>;

/** The choice for a site that is picked, before anything is unticked. */
export const EVERY_CATEGORY: readonly CategoryId[] = CATEGORIES.map(({ id }) => id);

export interface Amount {
  readonly files: number;
  readonly bytes: number;
}

/** Of the wanted categories; null where the site is not counted. */
export function amountOf(
  counts: readonly CategoryCount[] | null,
  categories: readonly CategoryId[],
): Amount | null {
  if (counts === null) return null;
  const wanted = counts.filter(({ category }) => categories.includes(category));
  return {
    files: wanted.reduce((sum, { files }) => sum + files, 0),
    bytes: wanted.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The bytes of all that is chosen, as far as it is counted. */
export function chosenBytes(
  sites: readonly SiteSummary[],
  chosen: Chosen,
  countsOf: (site: SiteSummary) => readonly CategoryCount[] | null,
): number {
  return sites.reduce((sum, site) => {
    const amount = amountOf(countsOf(site), chosen.get(site.id) ?? []);
    return sum + (amount?.bytes ?? 0);
  }, 0);
}

/** For a site that was kept before: what was kept of it. */
export function usualOf({ keptBefore }: Pick<SiteSummary, 'keptBefore'>): readonly CategoryId[] {
  return keptBefore ?? EVERY_CATEGORY;
}

export function toggled(chosen: Chosen, site: SiteSummary, on: boolean): Chosen {
  const next = new Map(chosen);
  if (on) next.set(site.id, usualOf(site));
  else next.delete(site.id);
  return next;
}

export function orderedSites(
  sites: readonly SiteSummary[],
  text: string,
  by: Sort<'size' | 'name'>['by'],
  bytesOf: (site: SiteSummary) => number,
): readonly SiteSummary[] {
  return filterSites(sites, { condition: null, text }).toSorted((a, b) =>
    by === 'size' ? bytesOf(b) - bytesOf(a) || byName(a, b) : byName(a, b),
  );
}
