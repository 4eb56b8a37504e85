import type { ContentHash, FileId, ModelId } from '../../shared/model/ids.ts';
import { joinPath, type RelPath } from '../../shared/model/rel-path.ts';
import { MODELS } from '../engine/ignore/ignore-own.ts';
import { aliasPath, toLocalName } from '../engine/names/local-names.ts';
import type { LocalFile } from '../engine/trees.ts';
import type { SyncContext } from '../sync/context.ts';
import type { FollowedSite } from '../sync/ports/mirror.ts';
import { rememberedModel } from './kept-model.ts';

/** A model that was received whole. */
export interface ReceivedModel {
  /** Bytes. */
  readonly size: number;
  readonly hash: ContentHash;
  /** What the name of such a model ends in. */
  readonly ending: string;
}

/**
 * Where a model goes, and the copy of it that it replaces there, with its hash where that is the very same. What else has
 * its name (another model whose id differs in what this disk cannot hold, or in its case) keeps it, and this one gets a
 * name of its own beside it. Same bytes are the model's own copy: nobody knows of it where the mirror was lost, or the
 * process killed right after it was placed.
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

/** What lies there; with a hash where it holds what was received. */
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

/** The id names the file; what it lacks in an ending the content tells. */
function nameOf(model: ModelId, ending: string, context: SyncContext): string {
  const name = model.toLowerCase().endsWith(ending) ? model : `${model}${ending}`;
  return toLocalName(name, context.env.platform).name;
}
