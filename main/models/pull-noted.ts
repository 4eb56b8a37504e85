import { numberText } from '../../shared/counted.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import type { ModelId } from '../../shared/model/ids.ts';
import type { SiteFile } from '../../shared/model/site-file.ts';
import type { SyncContext } from '../sync/context.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { FollowedSite } from '../sync/ports/mirror/sites.ts';
import { modelIdOf } from './model-ids.ts';
import { noteOf, setNote } from './model-notes.ts';
import { pullModel, type PulledModel } from './pull-model.ts';

/** Pulls a model and notes how that ended, for lists of the models. `record`: the record that names it, if any. */
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
    ? {
        fetchedAt: env.now(),
        record: record?.fingerprint ?? null,
        gone: false,
        problem: pulled.value.isCut ? cutWords(model, pulled.value) : null,
      }
    : {
        ...before,
        gone: before.gone || pulled.failure.code === 'not-found',
        problem: isOfModel(pulled.failure) ? pulled.failure.message : before.problem,
      };
  setNote(mirror, site, model, note);
  return pulled;
}

/** What is wrong with a model that is here in part. */
export function cutWords(model: ModelId, { size }: Pick<PulledModel, 'size'>): string {
  return `The model ${model} is cut off: it stops after ${numberText(size)} bytes, before its end. Pull it again; if this stays, tell whoever put the model on the service.`;
}

/**
 * False of a state of the whole program, which the status bar shows as long as it lasts, and of a stop by a person: in
 * the list of the models it would still be read when it is over.
 */
function isOfModel({ code }: Failure): boolean {
  return !['offline', 'sign-in', 'cancelled'].includes(code);
}

/** Has the record that names a model changed since the model was last pulled? */
export function isOutdated(note: { readonly record: string | null }, record: SiteFile | null): boolean {
  return note.record !== null && record !== null && record.fingerprint !== note.record;
}

/** The record of a 3D model whose metadata names this site model; null if there is none. */
export function recordNaming(
  mirror: Pick<Mirror, 'modelRecords'>,
  { id: site }: FollowedSite,
  model: ModelId,
): SiteFile | null {
  return mirror.modelRecords(site).find(({ metadata }) => modelIdOf(metadata) === model) ?? null;
}
