import type { Target } from './route.ts';

/** Where a person decides about a file that needs one, or sees all that does at the site. `file`: its key. */
export function issueTarget(site: string, file: string | null): Target {
  return { screen: 'outbox', tab: 'issues', params: file === null ? { site } : { site, file } };
}
