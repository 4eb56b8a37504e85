import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { CATEGORIES, categoryLabel, type Category } from '../../../shared/model/category.ts';
import { csvLine } from '../../../shared/series/csv.ts';
import { byName } from '../sites/site-list.ts';

/** One site of the matrix: the number of files per category, in the order of CATEGORIES. */
export interface GapRow {
  readonly site: SiteSummary;
  /** Null if nobody has counted them yet. */
  readonly files: readonly number[] | null;
  /** Categories without a file. */
  readonly gaps: readonly Category[];
}

type CountsOf = (site: SiteSummary) => readonly CategoryCount[] | null;

/** Sites × categories: first this site, then those with gaps, by name. */
export function gapRows(sites: readonly SiteSummary[], here: string, countsOf: CountsOf): readonly GapRow[] {
  const rows = sites.map((site) => rowOf(site, countsOf(site)));
  const rank = (row: GapRow): number =>
    row.site.id === here ? 0 : row.gaps.length > 0 ? 1 : row.files === null ? 3 : 2;
  return rows.toSorted((a, b) => rank(a) - rank(b) || byName(a.site, b.site));
}

function rowOf(site: SiteSummary, counts: readonly CategoryCount[] | null): GapRow {
  if (counts === null) return { site, files: null, gaps: [] };
  const byCategory = new Map(counts.map(({ category, files }) => [category, files]));
  const files = CATEGORIES.map(({ id }) => byCategory.get(id) ?? 0);
  return { site, files, gaps: CATEGORIES.filter((_, at) => files[at] === 0).map(({ id }) => id) };
}

export interface GapSum {
  /** Sites that lack a category, and the number of missing categories in all of them. */
  readonly sites: number;
  readonly gaps: number;
  /** Sites that nobody has counted. */
  readonly unknown: number;
  /** Sites that were counted, without the first, of which all is said separately. */
  readonly others: number;
}

export function sumGaps(rows: readonly GapRow[]): GapSum {
  return {
    sites: rows.filter(({ gaps }) => gaps.length > 0).length,
    gaps: rows.reduce((sum, { gaps }) => sum + gaps.length, 0),
    unknown: rows.filter(({ files }) => files === null).length,
    others: rows.slice(1).filter(({ files }) => files !== null).length,
  };
}

/** The matrix as CSV for a spreadsheet. */
export function gapsCsv(rows: readonly GapRow[]): string {
  const head = ['Site', ...CATEGORIES.map(({ id }) => categoryLabel(id))];
  const lines = rows.map(({ site, files }) => [
    site.name,
    ...(files?.map(String) ?? CATEGORIES.map(() => '')),
  ]);
  return [head, ...lines].map(csvLine).join('');
}
