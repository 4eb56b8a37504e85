import type { Result } from '../../shared/failure.ts';
import type { ModelId } from '../../shared/model/ids.ts';
import type { SiteFile } from '../../shared/model/site-file.ts';
import type { SyncContext } from '../sync/context.ts';
import type { FollowedSite, Mirror } from '../sync/ports/mirror.ts';
import { modelIdOf } from './model-ids.ts';
import { noteOf, setNote } from './model-notes.ts';
import { pullModel, type PulledModel } from './pull-model.ts';

/** Pulls a model and notes how that ended, for whoever lists the models. `record`: the one that names it, where one does. */
export async function pullNoted(
  context: SyncContext,
  site: FollowedSite,
  model: ModelId,
  record: SiteFile | null,
): Promise<Result<PulledModel>> {
  const { env, mirror } = context;
  const before = noteOf(mirror, site, model);
  const pulled = await pullModel(context, site, model, isOutdated(before, record) ? 'changed' : 'nothing');
  const note = pulled.ok
    ? { fetchedAt: env.now(), record: record?.fingerprint ?? null, gone: false, problem: null }
    : {
        ...before,
        gone: before.gone || pulled.failure.code === 'not-found',
        problem: pulled.failure.message,
      };
  setNote(mirror, site, model, note);
  return pulled;
}

/** Does the record that names a model say something else than when the model was last pulled? */
export function isOutdated(note: { readonly record: string | null }, record: SiteFile | null): boolean {
  return note.record !== null && record !== null && record.fingerprint !== note.record;
}

/** The record of a 3D model whose metadata names this site model; null where none does. */
export function recordNaming(
  mirror: Pick<Mirror, 'modelRecords'>,
  { id: site }: FollowedSite,
  model: ModelId,
): SiteFile | null {
  return mirror.modelRecords(site).find(({ metadata }) => modelIdOf(metadata) === model) ?? null;
}
