import type { ContentHash, FileId, ModelId } from '../../shared/model/ids.ts';
import { joinPath, type RelPath } from '../../shared/model/rel-path.ts';
import { MODELS } from '../engine/names/own-names.ts';
import { aliasPath, toLocalName } from '../engine/names/local-names.ts';
import type { LocalFile } from '../engine/trees.ts';
import type { SyncContext } from '../sync/context.ts';
import type { FollowedSite } from '../sync/ports/mirror/sites.ts';
import { rememberedModel } from './kept-model.ts';

/** A model that was received. */
export interface ReceivedModel {
  /** Bytes. */
  readonly size: number;
  readonly hash: ContentHash;
  /** The extension for the name of such a model. */
  readonly ending: string;
  /** Its own bytes tell that more was to come. */
  readonly isCut: boolean;
}

/**
 * Where a model goes, and which copy of it is replaced there (with its hash, if the bytes are the same). A file of
 * that name that is something else (another model, whose id differs only in case or in characters that this disk
 * cannot hold) keeps it, and this model gets a name of its own beside it. A file with the same bytes is the model's
 * own copy, which nobody knows of if the mirror was lost, or the process was killed right after placing it.
 */
export async function placeFor(
  context: SyncContext,
  site: FollowedSite,
  model: ModelId,
  received: ReceivedModel,
): Promise<{ readonly path: RelPath; readonly there: LocalFile | null }> {
  const before = rememberedModel(context.mirror, site, model);
  const wanted = joinPath(MODELS, nameOf(model, received.ending, context));
  const there = await localCopy(context, site, wanted, received);
  if (there === null || before?.path === wanted || there.hash !== null) return { path: wanted, there };
  const own = aliasPath(wanted, model as string as FileId, 0);
  return { path: own, there: await localCopy(context, site, own, received) };
}

/** The file that lies there, with its hash if it holds what was received. */
async function localCopy(
  { disk, signal }: SyncContext,
  { folder }: FollowedSite,
  path: RelPath,
  { size, hash }: ReceivedModel,
): Promise<LocalFile | null> {
  const there = await disk.stat(folder, path);
  if (!there.ok || there.value === null) return null;
  const [read] = there.value.size === size ? await disk.hash(folder, [there.value], undefined, signal) : [];
  return { ...there.value, hash: read?.ok === true && read.value.hash === hash ? hash : null };
}

/** The file is named by the id; if that has no extension, the content tells which one. */
function nameOf(model: ModelId, ending: string, context: SyncContext): string {
  const name = model.toLowerCase().endsWith(ending) ? model : `${model}${ending}`;
  return toLocalName(name, context.env.platform).name;
}
