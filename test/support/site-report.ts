import type { SiteReport } from '../../main/sync/cycle/site-report.ts';
import { SITE } from './laptop.ts';

/** The report of a site at which nothing was done, but for what is named. */
export function siteReport(did: Partial<SiteReport> = {}): SiteReport {
  return {
    id: SITE,
    name: 'Harbour House',
    folder: '/home/anna/Harbour House',
    files: 3,
    created: 0,
    updated: 0,
    deletedRemote: 0,
    downloaded: 0,
    trashed: 0,
    moved: 0,
    adopted: 0,
    conflicts: [],
    problems: [],
    held: null,
    ...did,
  };
}
