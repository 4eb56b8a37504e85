import { createWatcher } from '../../adapters/watch/watch.ts';
import type { SyncContext } from '../../sync/context.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { EngineOptions } from '../../sync/watch/sync-engine.ts';
import { watchSites } from '../../sync/watch/watch-run.ts';
import { noteHindered } from '../cut-short.ts';
import type { Program } from './compose.ts';

/** Keeps sites in step until the context stops. Throws if the mirror can no longer be written. */
export async function watchProgram(
  program: Program,
  context: SyncContext,
  sites: readonly FollowedSite[],
  options: Omit<EngineOptions, 'only' | 'onHindered'>,
): Promise<void> {
  await watchSites(context, createWatcher(), sites, {
    ...options,
    onHindered: (failure) => noteHindered(program.data, failure),
  });
}
