import type { ModelId } from '../../shared/model/ids.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';
import type { SyncContext } from '../sync/context.ts';
import { modelsHere } from '../sync/observe/models-here.ts';
import { ignoreFailure } from '../sync/ports/failure-error.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { FollowedSite } from '../sync/ports/mirror/sites.ts';
import { modelHere } from './kept-model.ts';
import { modelIdOf } from './model-ids.ts';
import { addedModels } from './model-notes.ts';

/**
 * The paths of pulled models that a person has changed since; such changes are not sent. A model is read if its time
 * is another than at the last look. One that cannot be read is not named, since nobody knows. None are named if the look
 * itself failed, as where the thread that reads has ended, or if this was stopped before.
 */
export async function changedModels(
  context: Pick<SyncContext, 'mirror' | 'disk' | 'signal'>,
  site: FollowedSite,
): Promise<readonly RelPath[]> {
  const { mirror } = context;
  if (modelsHere(mirror, site.id).size === 0) return [];
  const changed: RelPath[] = [];
  try {
    for (const model of modelIdsOf(mirror, site)) {
      const here = await modelHere(context, site, model);
      if (here?.isChanged === true) changed.push(here.pulled.path);
    }
  } catch (error) {
    ignoreFailure(error);
  }
  return context.signal.aborted ? [] : changed;
}

function modelIdsOf(
  mirror: Pick<Mirror, 'setting' | 'setSetting' | 'modelRecords'>,
  site: FollowedSite,
): ReadonlySet<ModelId> {
  const named = mirror.modelRecords(site.id).flatMap(({ metadata }) => modelIdOf(metadata) ?? []);
  return new Set([...named, ...addedModels(mirror, site)]);
}
