import type { ModelId } from '../../shared/model/ids.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';
import type { SyncContext } from '../sync/context.ts';
import { modelsHere } from '../sync/observe/models-here.ts';
import { MirrorError } from '../sync/ports/mirror-error.ts';
import type { FollowedSite, Mirror } from '../sync/ports/mirror.ts';
import { modelHere } from './kept-model.ts';
import { modelIdOf } from './model-ids.ts';
import { addedModels } from './model-notes.ts';

/**
 * Where models lie that were pulled and that a person changed since: nothing of that is sent. One is read where its time
 * is another than at the last look, and one that cannot be read is not named: nobody knows of it. None where what was found cannot be noted, as on a full disk, or it was stopped before.
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
    if (!(error instanceof MirrorError)) throw error;
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
