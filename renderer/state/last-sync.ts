import type { SiteSummary } from '../../shared/ipc/sites.ts';

/** When sites that can be synced were last in step, epoch ms: first the one that is furthest behind. */
export interface LastSyncs {
  readonly first: number;
  readonly last: number;
}

type Synced = Pick<SiteSummary, 'followed' | 'folderAway' | 'syncedAt'>;

/**
 * Null if none was ever in step. What is paused, or whose folder is away, is behind on purpose and says so itself; a site
 * that was never in step is still coming.
 */
export function lastSyncsOf(sites: readonly Synced[]): LastSyncs | null {
  const times = sites.flatMap(({ followed, folderAway, syncedAt }) =>
    followed === null || followed.paused || folderAway || syncedAt === null ? [] : [syncedAt],
  );
  return times.length === 0 ? null : { first: Math.min(...times), last: Math.max(...times) };
}
