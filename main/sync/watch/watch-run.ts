import type { SyncContext } from '../context.ts';
import type { Watcher } from '../ports/environment.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { SyncEngine, type EngineOptions } from './sync-engine.ts';

/** Keeps sites in step until the context stops. Throws if the mirror can no longer be written. */
export async function watchSites(
  context: SyncContext,
  watcher: Watcher,
  sites: readonly FollowedSite[],
  options: Omit<EngineOptions, 'only'>,
): Promise<void> {
  await new SyncEngine(context, watcher, { ...options, only: sites.map((site) => site.id) }).run();
}
