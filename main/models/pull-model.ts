import { numberText } from '../../shared/counted.ts';
import { fail, ok, type Failure, type Result } from '../../shared/failure.ts';
import type { ContentHash, FileId, ModelId, RemoteFingerprint } from '../../shared/model/ids.ts';
import { joinPath, type RelPath } from '../../shared/model/rel-path.ts';
import { aliasPath, toLocalName } from '../engine/local-names.ts';
import type { LocalFile } from '../engine/trees.ts';
import {
  SpaceAllocator,
  MEASURE_EVERY_BYTES,
  DownloadSpace,
  checkSpace,
} from '../sync/pacing/space-allocator.ts';
import type { SyncContext } from '../sync/context.ts';
import { noteModelHere } from '../sync/observe/models-here.ts';
import { takeFolder } from '../sync/observe/site-lock.ts';
import type { DownloadSink } from '../sync/ports/disk.ts';
import type { FollowedSite } from '../sync/ports/mirror.ts';
import { DownloadBroken, type Download } from '../sync/ports/service.ts';

/** What is remembered of a pulled model, so that an unchanged one is not fetched again. */
export interface KeptModel {
  readonly etag: string | null;
  /** As the service wrote it; absent where it said nothing of the kind. */
  readonly modified?: string | null;
  readonly path: RelPath;
  readonly size: number;
}

export interface PulledModel {
  readonly path: RelPath;
  /** Bytes. */
  readonly size: number;
  /** False: the copy that was here is still the service's. */
  readonly fetched: boolean;
}

/**
 * Brings a site model to `Models/` in the site's folder, one way: unchanged ones stay (by ETag; where the service has none
 * by size and Last-Modified, unless it is `known` that the model changed; where it says neither all is fetched, and only
 * other bytes take the place of what is here), a broken transfer goes on where it stopped, and the copy before
 * goes to the trash, also from another name. A model that is gone from the service keeps its last copy.
 */
export async function pullModel(
  context: SyncContext,
  site: FollowedSite,
  model: ModelId,
  known: 'nothing' | 'changed' = 'nothing',
): Promise<Result<PulledModel>> {
  const { disk } = context;
  const taken = await takeFolder(context, site);
  if (taken !== null) return fail(taken);
  const kept = await keptModel(context, site, model);
  const sink = await disk.openDownload(
    site.folder,
    `model ${model}` as FileId,
    model as unknown as RemoteFingerprint,
    `Models/${model}`,
  );
  if (!sink.ok) return sink;
  try {
    return await pullInto(context, site, model, sink.value, { kept, known });
  } catch (error) {
    // What is thrown, as by a mirror on a full disk, is no failure of the model: its part goes all the same.
    await sink.value.discard().catch(() => undefined);
    throw error;
  }
}

async function pullInto(
  context: SyncContext,
  site: FollowedSite,
  model: ModelId,
  sink: DownloadSink,
  { kept, known }: { readonly kept: KeptModel | null; readonly known: 'nothing' | 'changed' },
): Promise<Result<PulledModel>> {
  const { disk, env, mirror, reservations, service, signal } = context;
  const resume = sink.offset > 0 && sink.etag !== null ? { offset: sink.offset, etag: sink.etag } : null;
  const have = { etag: resume === null ? (kept?.etag ?? null) : null, resume };
  const answer = await service.downloadModel(site.id, model, have, { signal });
  if (!answer.ok) {
    const isGone = answer.failure.code === 'not-found';
    // What came before a line broke is worth the more, the longer there is none.
    await (isGone ? sink.discard() : leave(sink, model, sink.etag));
    return fail(isGone ? modelGone(model, kept) : answer.failure);
  }
  const isSame = answer.value.unchanged || (known === 'nothing' && isSameByTime(kept, answer.value));
  if (isSame && kept !== null) {
    answer.value.cancel();
    await sink.discard();
    return ok({ path: kept.path, size: kept.size, fetched: false });
  }
  const { total, offset } = answer.value;
  const space = new DownloadSpace(new SpaceAllocator({ disk, env, reservations, site }), wordFor(model));
  const full = total === null ? null : await space.allocate(total - offset);
  if (full !== null) {
    answer.value.cancel();
    await leave(sink, model, sink.etag);
    return fail(asOfModel(full));
  }
  const received = await receive(context, site, sink, answer.value, model, space).finally(() =>
    space.release(),
  );
  if (!received.ok) return received;
  const { ending, hash, size } = received.value;
  const { path, there } = await placeFor(context, site, model, { ending, hash, size });
  noteModelHere(mirror, site.id, path);
  const isHere = there?.hash === hash;
  const placed = isHere ? await dropped(sink, ok(there)) : await sink.place(path, there, null);
  if (!placed.ok) return dropped(sink, placed);
  const copy: KeptModel = { etag: answer.value.etag, modified: answer.value.modified, path, size };
  mirror.setSetting(settingOf(site, model), JSON.stringify(copy));
  if (kept !== null && kept.path !== path) await trashFormer(context, site, kept);
  return ok({ path, size, fetched: !isHere });
}

/** The length alone tells nothing: a model in which one name was changed is as long as before. */
function isSameByTime(kept: KeptModel | null, { etag, modified, total, offset }: Download): boolean {
  if (kept === null || kept.etag !== null || etag !== null || offset !== 0) return false;
  return modified !== null && modified === kept.modified && total === kept.size;
}

interface Received {
  /** Bytes. */
  readonly size: number;
  readonly hash: ContentHash;
  /** What the name of such a model ends in. */
  readonly ending: string;
}

async function receive(
  context: SyncContext,
  site: FollowedSite,
  sink: DownloadSink,
  download: Download,
  model: ModelId,
  space: DownloadSpace,
): Promise<Result<Received>> {
  if (download.offset === 0 && sink.offset > 0) {
    const restarted = await sink.restart();
    if (!restarted.ok) {
      download.cancel();
      return dropped(sink, restarted);
    }
  }
  const progress = context.progress.begin(
    { site: site.id, path: model, direction: 'down', total: download.total },
    { from: download.offset, planned: false },
  );
  const head: number[] = [];
  // What goes on in the middle of a file was told apart by its first bytes, which came before.
  const ending = download.offset === 0 ? null : context.mirror.setting(endingSetting(site, model));
  const look = onTheWay(context, site, download, model);
  try {
    for await (const chunk of context.down.shape(download.stream, context.signal)) {
      const full = await look(chunk);
      if (full !== null) return await dropped(sink, fail(full));
      if (ending === null && head.length < HEAD) head.push(...chunk.subarray(0, HEAD - head.length));
      const written = await sink.write(chunk);
      if (!written.ok) return await dropped(sink, written);
      space.written(chunk.length);
      progress.moved(chunk.length);
    }
  } catch (error) {
    if (!(error instanceof DownloadBroken)) throw error;
    context.mirror.setSetting(endingSetting(site, model), ending ?? endingOf(head));
    await leave(sink, model, download.etag);
    return fail(error.failure);
  } finally {
    download.cancel();
    progress.end();
  }
  const whole = await sink.finish();
  if (!whole.ok) return dropped(sink, whole);
  if (download.total !== null && whole.value.size !== download.total)
    return dropped(sink, fail(notWhole(model, whole.value.size, download.total)));
  context.mirror.setSetting(endingSetting(site, model), null);
  return ok({ ...whole.value, ending: ending ?? endingOf(head) });
}

function wordFor(model: ModelId): string {
  return `the model ${model}`;
}

/** There is too little space (rule 17). A model is not fetched by itself when there is more. */
function asOfModel(full: Failure): Failure {
  if (full.code !== 'disk-full') return full;
  const { code, message, retry } = full;
  return { code, message, hint: 'Free some space, or make files online only. Then pull it again.', retry };
}

/** Measures the free space on the way where no length is stated. */
function onTheWay(
  context: SyncContext,
  site: FollowedSite,
  { offset, total }: Download,
  model: ModelId,
): (chunk: Uint8Array) => Promise<Failure | null> {
  let bytes = offset;
  let lookAt = total === null ? offset : Infinity;
  return async (chunk) => {
    bytes += chunk.length;
    if (bytes < lookAt) return null;
    lookAt = bytes + MEASURE_EVERY_BYTES;
    const full = await checkSpace({ disk: context.disk, site }, 0, wordFor(model));
    return full === null ? null : asOfModel(full);
  };
}

/** Keeps the part that is here for the next pull. */
async function leave(sink: DownloadSink, model: ModelId, etag: string | null): Promise<void> {
  if (sink.offset === 0) return sink.discard();
  await sink.suspend({ fingerprint: model as unknown as RemoteFingerprint, etag });
}

/** A model that was of another kind before (.ifc, now .glb) lay under another name. */
async function trashFormer(
  { disk }: SyncContext,
  { folder }: FollowedSite,
  { path }: KeptModel,
): Promise<void> {
  const there = await disk.stat(folder, path);
  // Where another program has it open it stays: what is here now is the service's all the same.
  if (there.ok && there.value !== null) await disk.trash(folder, { ...there.value, hash: null });
}

/** What cannot be used is not kept. */
async function dropped<T>(sink: DownloadSink, why: T): Promise<T> {
  await sink.discard();
  return why;
}

/** The remembered copy where it still lies there. */
export async function keptModel(
  context: Pick<SyncContext, 'mirror' | 'disk'>,
  site: FollowedSite,
  model: ModelId,
): Promise<KeptModel | null> {
  const kept = remembered(context, site, model);
  if (kept === null) return null;
  const there = await context.disk.stat(site.folder, kept.path);
  return there.ok && there.value?.size === kept.size ? kept : null;
}

function remembered(
  { mirror }: Pick<SyncContext, 'mirror'>,
  site: FollowedSite,
  model: ModelId,
): KeptModel | null {
  const text = mirror.setting(settingOf(site, model));
  return text === null ? null : (JSON.parse(text) as KeptModel);
}

/**
 * Where a model goes, and the copy of it that it replaces there, with its hash where that is the very same. What else has
 * its name (another model whose id differs in what this disk cannot hold, or in its case) keeps it, and this one gets a
 * name of its own beside it. Same bytes are the model's own copy: nobody knows of it where the mirror was lost, or the
 * process killed right after it was placed.
 */
async function placeFor(
  context: SyncContext,
  site: FollowedSite,
  model: ModelId,
  received: Received,
): Promise<{ readonly path: RelPath; readonly there: LocalFile | null }> {
  const before = remembered(context, site, model);
  const wanted = joinPath('Models', nameOf(model, received.ending, context));
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
  { size, hash }: Received,
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

/** Bytes that tell what a model is; they may come in pieces. */
const HEAD = 16;

/** By the first bytes; empty where they are of no kind that is known. */
function endingOf(head: readonly number[]): string {
  const text = String.fromCodePoint(...head);
  return text.startsWith('glTF') ? '.glb' : text.startsWith('ISO-10303-21') ? '.ifc' : '';
}

/** The ending of a model of which a part is here. */
function endingSetting(site: FollowedSite, model: ModelId): string {
  return `model-ending ${site.id} ${model}`;
}

function settingOf(site: FollowedSite, model: ModelId): string {
  return `model ${site.id} ${model}`;
}

function modelGone(model: ModelId, kept: KeptModel | null): Failure {
  return {
    code: 'not-found',
    message: `The service has no model ${model} for this site.`,
    hint: kept === null ? 'Check the id of the model.' : `The last copy stays in ${kept.path}.`,
    retry: 'on-change',
  };
}

function notWhole(model: ModelId, size: number, total: number): Failure {
  return {
    code: 'damaged-transfer',
    message: `The model ${model} did not arrive whole: ${numberText(size)} of ${numberText(total)} bytes came.`,
    hint: 'Nothing was replaced. Pull it again.',
    retry: 'later',
  };
}
