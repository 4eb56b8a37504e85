import type { SiteSummary } from '../../shared/ipc/sites.ts';
import { useAnswer } from './engine.tsx';

/** One site of the list of sites; undefined until the list is there, and if the site is not in it. */
export function useSite(site: string | null): SiteSummary | undefined {
  return useAnswer('sites.list', null).data?.find(({ id }) => id === site);
}
