import { parseModelId, type ModelId } from '../../shared/model/ids.ts';
import { isJsonObject, type Json } from '../../shared/model/json.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { FollowedSite } from '../sync/ports/mirror/sites.ts';
import { parsedSetting } from '../sync/settings/parsed-setting.ts';

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
  const value = parsedSetting(mirror, `models ${site.id}`);
  return Array.isArray(value) ? value.flatMap((id: Json) => parseModelId(id) ?? []) : [];
}

export function setAddedModels(mirror: Settings, site: FollowedSite, ids: readonly ModelId[]): void {
  mirror.setSetting(`models ${site.id}`, ids.length === 0 ? null : JSON.stringify(ids));
}

/** Adds it to them, unless it is there. */
export function addModel(mirror: Settings, site: FollowedSite, model: ModelId): void {
  const added = addedModels(mirror, site);
  if (!added.includes(model)) setAddedModels(mirror, site, [...added, model]);
}

export function noteOf(mirror: Settings, site: FollowedSite, model: ModelId): ModelNote {
  const value = parsedSetting(mirror, `model-note ${site.id} ${model}`);
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
  mirror.setSetting(`model-note ${site.id} ${model}`, note === null ? null : JSON.stringify(note));
}
