import { parseModelId, type ModelId } from '../../shared/model/ids.ts';
import { isJsonObject, type Json } from '../../shared/model/json.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { FollowedSite } from '../sync/ports/mirror/sites.ts';
import { LASTING_SITE_SETTINGS } from '../sync/settings/settings.ts';

type Settings = Pick<Mirror, 'setting' | 'setSetting'>;

/** How the last pull of a model ended. */
export interface ModelNote {
  /** When a pull last brought it or proved it current, epoch ms; null: never. */
  readonly fetchedAt: number | null;
  /** The record that named it then. If another one does now, the model may be another too. */
  readonly record: string | null;
  /** The service does not have it, or no longer has it. */
  readonly gone: boolean;
  /** Why the last pull failed, in words. */
  readonly problem: string | null;
}

const NOTHING: ModelNote = { fetchedAt: null, record: null, gone: false, problem: null };

/** Models that the person named for this site. */
export function addedModels(mirror: Settings, site: FollowedSite): readonly ModelId[] {
  const value = LASTING_SITE_SETTINGS.addedModels(site.id).read(mirror);
  return Array.isArray(value) ? value.flatMap((id: Json) => parseModelId(id) ?? []) : [];
}

export function setAddedModels(mirror: Settings, site: FollowedSite, ids: readonly ModelId[]): void {
  LASTING_SITE_SETTINGS.addedModels(site.id).write(mirror, ids.length === 0 ? null : ids);
}

/** Adds it to them, unless it is there. */
export function addModel(mirror: Settings, site: FollowedSite, model: ModelId): void {
  const added = addedModels(mirror, site);
  if (!added.includes(model)) setAddedModels(mirror, site, [...added, model]);
}

export function noteOf(mirror: Settings, site: FollowedSite, model: ModelId): ModelNote {
  const value = LASTING_SITE_SETTINGS.modelNote(site.id, model).read(mirror);
  if (!isJsonObject(value)) return NOTHING;
  const { fetchedAt, record, gone, problem } = value;
  return {
    fetchedAt: typeof fetchedAt === 'number' ? fetchedAt : null,
    record: typeof record === 'string' ? record : null,
    gone: gone === true,
    problem: typeof problem === 'string' ? problem : null,
  };
}

export function setNote(mirror: Settings, site: FollowedSite, model: ModelId, note: ModelNote | null): void {
  LASTING_SITE_SETTINGS.modelNote(site.id, model).write(mirror, note);
}
