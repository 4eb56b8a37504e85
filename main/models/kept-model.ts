import type { ModelId } from '../../shared/model/ids.ts';
import { isJsonObject, type Json } from '../../shared/model/json.ts';
import { parseRelPath, type RelPath } from '../../shared/model/rel-path.ts';
import type { SyncContext } from '../sync/context.ts';
import type { FollowedSite, Mirror } from '../sync/ports/mirror.ts';
import { parsedSetting } from './parsed-setting.ts';

/** What is remembered of a pulled model, so that an unchanged one is not fetched again. */
export interface KeptModel {
  readonly etag: string | null;
  /** As the service wrote it; null where it said nothing of the kind. */
  readonly modified: string | null;
  readonly path: RelPath;
  /** Bytes. */
  readonly size: number;
}

/** The remembered copy where it still lies there. */
export async function keptModel(
  { mirror, disk }: Pick<SyncContext, 'mirror' | 'disk'>,
  site: FollowedSite,
  model: ModelId,
): Promise<KeptModel | null> {
  const kept = rememberedModel(mirror, site, model);
  if (kept === null) return null;
  const there = await disk.stat(site.folder, kept.path);
  return there.ok && there.value?.size === kept.size ? kept : null;
}

/** Whatever lies there by now; null as well where what was remembered cannot be read: then the model is pulled anew. */
export function rememberedModel(
  mirror: Pick<Mirror, 'setting'>,
  site: FollowedSite,
  model: ModelId,
): KeptModel | null {
  return parseKept(parsedSetting(mirror, settingOf(site, model)));
}

export function rememberModel(
  mirror: Pick<Mirror, 'setSetting'>,
  site: FollowedSite,
  model: ModelId,
  kept: KeptModel,
): void {
  mirror.setSetting(settingOf(site, model), JSON.stringify(kept));
}

function parseKept(value: Json): KeptModel | null {
  if (!isJsonObject(value)) return null;
  const { etag, modified, size, path: noted } = value;
  const path = parseRelPath(noted);
  if (path === null || typeof size !== 'number') return null;
  return { etag: textOrNull(etag), modified: textOrNull(modified), path, size };
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function settingOf(site: FollowedSite, model: ModelId): string {
  return `model ${site.id} ${model}`;
}
