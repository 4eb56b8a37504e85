import type { SiteSummary } from '../../shared/ipc/sites.ts';

/** How many things at a site need a person: the lines that the outbox lists under issues. */
export function troublesOf(site: Pick<SiteSummary, 'issues' | 'conflicts' | 'held'>): number {
  // Deletes are held together, and one word answers them.
  return site.issues + site.conflicts + (site.held > 0 ? 1 : 0);
}

export function troublesOfAll(sites: readonly SiteSummary[]): number {
  return sites.reduce((sum, site) => sum + troublesOf(site), 0);
}
