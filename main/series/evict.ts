import type { SiteId } from '../../shared/model/ids.ts';
import type { SeriesContext } from './context.ts';
import { Breather } from './breather.ts';
import type { SeriesSize } from './ports.ts';

/**
 * Which series have to go so that the cache fits its limit: those looked at longest ago first, never one of a site that is
 * kept offline. Where only such are left, it stays above the limit.
 */
export function chooseEvictions(
  sizes: readonly SeriesSize[],
  limitBytes: number,
  kept: ReadonlySet<SiteId>,
): readonly SeriesSize[] {
  let over = sizes.reduce((sum, { bytes }) => sum + bytes, 0) - limitBytes;
  const chosen: SeriesSize[] = [];
  for (const series of sizes.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (over <= 0) break;
    if (kept.has(series.site)) continue;
    chosen.push(series);
    over -= series.bytes;
  }
  return chosen;
}

export async function evict(context: SeriesContext): Promise<void> {
  const { store, limitBytes, env } = context;
  const breather = new Breather(env);
  for (const { key } of chooseEvictions(store.sizes(), limitBytes, context.keptSites())) {
    while (store.dropDays(key)) await breather.breathe();
  }
}

/** Bytes that the cache takes on this computer. */
export function cacheBytes(context: Pick<SeriesContext, 'store'>): number {
  return context.store.sizes().reduce((sum, { bytes }) => sum + bytes, 0);
}
