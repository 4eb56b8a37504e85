import type { ContentHash, ModelId } from '../../shared/model/ids.ts';
import { isJsonObject, type Json } from '../../shared/model/json.ts';
import { parseRelPath, pathKey, type RelPath } from '../../shared/model/rel-path.ts';
import type { SyncContext } from '../sync/context.ts';
import { modelsHere } from '../sync/observe/models-here.ts';
import type { ScannedFile } from '../sync/ports/disk.ts';
import { ignoreFailure } from '../sync/ports/failure-error.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { FollowedSite } from '../sync/ports/mirror/sites.ts';
import { LASTING_SITE_SETTINGS } from '../sync/settings/settings.ts';

/** What is remembered of a pulled model, so that an unchanged one is not fetched again. */
export interface KeptModel {
  /** The address of the service that it was pulled from; null if that was pulled before it was noted. */
  readonly service: string | null;
  readonly etag: string | null;
  /** As the service wrote it; null if it said nothing. */
  readonly modified: string | null;
  readonly path: RelPath;
  /** Bytes. */
  readonly size: number;
  /** Hash of what was pulled; null if that was pulled before hashes were noted. */
  readonly hash: ContentHash | null;
  /** Whether its bytes were still those when it had this time; null if nobody looked. */
  readonly looked: { readonly mtimeNs: bigint; readonly isSame: boolean } | null;
}

/** What lies where a pulled model was placed. */
export interface ModelHere {
  readonly pulled: KeptModel;
  /** Bytes that lie there now. */
  readonly size: number;
  /**
   * Did a person, or one of their programs, write other bytes since? Null while nobody knows: the file is being
   * written, or cannot be read.
   */
  readonly isChanged: boolean | null;
}

type Context = Pick<SyncContext, 'mirror' | 'disk'> & Partial<Pick<SyncContext, 'signal'>>;

/** Null if nothing lies there, or no model was pulled. */
export async function modelHere(
  context: Context,
  site: FollowedSite,
  model: ModelId,
): Promise<ModelHere | null> {
  const { mirror, disk, signal } = context;
  const { key } = LASTING_SITE_SETTINGS.model(site.id, model);
  const before = mirror.setting(key);
  const lying = await lyingModel(context, site, model);
  if (lying === null) return null;
  const { pulled, there } = lying;
  const { size, mtimeNs } = there;
  if (size !== pulled.size) return { pulled, size, isChanged: true };
  if (pulled.hash === null || pulled.looked === null) return { pulled, size, isChanged: false };
  if (pulled.looked.mtimeNs === mtimeNs) return { pulled, size, isChanged: !pulled.looked.isSame };
  const [read] = await disk.hash(site.folder, [there], undefined, signal);
  // Reading a large model takes seconds. If another one was pulled meanwhile, the note about that must not be
  // overwritten.
  if (mirror.setting(key) !== before) return modelHere(context, site, model);
  if (read?.ok !== true) return { pulled, size, isChanged: null };
  const isSame = read.value.hash === pulled.hash;
  try {
    // Noted, so that a file is read only once for each modification time: screens ask often.
    rememberModel(mirror, site, model, { ...pulled, looked: { mtimeNs, isSame } });
  } catch (error) {
    // Where nothing can be written, as on a full disk, it is told all the same.
    ignoreFailure(error);
  }
  return { pulled, size, isChanged: !isSame };
}

/** The pulled model that lies here, whatever became of its bytes; null in the same cases as `modelHere`. */
export async function lyingModel(
  { mirror, disk }: Pick<SyncContext, 'mirror' | 'disk'>,
  site: FollowedSite,
  model: ModelId,
): Promise<{ readonly pulled: KeptModel; readonly there: ScannedFile } | null> {
  const pulled = rememberedModel(mirror, site, model);
  if (pulled === null) return null;
  const there = await disk.stat(site.folder, pulled.path);
  return there.ok && there.value !== null ? { pulled, there: there.value } : null;
}

/**
 * What was remembered, whatever lies there now; null if nothing was of this folder, or it cannot be read: the model is then
 * pulled anew.
 */
export function rememberedModel(
  mirror: Pick<Mirror, 'setting'>,
  site: FollowedSite,
  model: ModelId,
): KeptModel | null {
  const kept = parseKept(LASTING_SITE_SETTINGS.model(site.id, model).read(mirror));
  // It may have been pulled into another folder of the site.
  return kept !== null && modelsHere(mirror, site.id).has(pathKey(kept.path)) ? kept : null;
}

export function rememberModel(
  mirror: Pick<Mirror, 'setSetting'>,
  site: FollowedSite,
  model: ModelId,
  kept: KeptModel,
): void {
  const { looked, ...rest } = kept;
  const text = looked === null ? null : { mtimeNs: String(looked.mtimeNs), isSame: looked.isSame };
  LASTING_SITE_SETTINGS.model(site.id, model).write(mirror, { ...rest, looked: text });
}

function parseKept(value: Json): KeptModel | null {
  if (!isJsonObject(value)) return null;
  const { service, etag, modified, size, path: noted, hash, looked } = value;
  const path = parseRelPath(noted);
  if (path === null || typeof size !== 'number') return null;
  return {
    service: textOrNull(service),
    etag: textOrNull(etag),
    modified: textOrNull(modified),
    path,
    size,
    hash: textOrNull(hash) as ContentHash | null,
    looked: parseLooked(looked),
  };
}

function parseLooked(value: Json | undefined): KeptModel['looked'] {
  if (!isJsonObject(value)) return null;
  const { mtimeNs, isSame } = value;
  const isTime = typeof mtimeNs === 'string' && /^-?\d+$/.test(mtimeNs);
  return isTime && typeof isSame === 'boolean' ? { mtimeNs: BigInt(mtimeNs), isSame } : null;
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
