import { numberText } from '../../shared/counted.ts';
import { fail, ok, type Failure, type Result } from '../../shared/failure.ts';
import type { FileId, ModelId, RemoteFingerprint } from '../../shared/model/ids.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';
import { putBackJustNow } from '../engine/guards/folder-missing.ts';
import { MODELS } from '../engine/names/own-names.ts';
import {
  SpaceAllocator,
  MEASURE_EVERY_BYTES,
  DownloadSpace,
  checkSpace,
} from '../sync/pacing/space-allocator.ts';
import type { SyncContext } from '../sync/context.ts';
import { noteModelHere } from '../sync/observe/models-here.ts';
import { takeFolder } from '../sync/observe/site-lock.ts';
import { checkpoints } from '../sync/apply/fetch/checkpoints.ts';
import type { DownloadSink, ResumeNote } from '../sync/ports/disk.ts';
import type { FollowedSite } from '../sync/ports/mirror/sites.ts';
import type { Setting } from '../sync/settings/setting.ts';
import { LASTING_SITE_SETTINGS } from '../sync/settings/settings.ts';
import { DownloadBroken, type Download } from '../sync/ports/service.ts';
import { modelHere, rememberModel, type KeptModel, type ModelHere } from './kept-model.ts';
import { placeFor, type ReceivedModel } from './model-place.ts';
import { HEAD_OF_MODEL, HeadOfModel, TailOfModel, wholeness } from './model-bytes.ts';

export interface PulledModel {
  readonly path: RelPath;
  /** Bytes. */
  readonly size: number;
  /** False: the copy that was here is still the service's. */
  readonly fetched: boolean;
  /** A person had changed the copy that was here: it lies in the trash now. */
  readonly tookChanged: boolean;
  /** Its own bytes tell that more was to come. It is here all the same, since no other copy was. */
  readonly isCut: boolean;
}

/**
 * Fetches a site model into `Models/` of the site's folder, one way. An unchanged model stays. That is known by ETag,
 * else by size and Last-Modified, unless it is `known` that the model changed; if the service gives neither, the
 * model is fetched, and replaced only if its bytes differ. A broken transfer continues where it stopped. The former
 * copy goes to the trash, also if it had another name; a copy that a person changed does not count as what the
 * service has. If a model is gone from the service, its last copy stays. If nothing proves that a model came whole,
 * it is kept and fetched again by the next pull, since a connection may end as if everything came; if its own bytes tell
 * that it did not, it replaces no other copy. One without any bytes is refused.
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
  // Nothing is put into a copy before a sync has merged it: hundreds of megabytes would come in vain.
  const marker = await disk.readMarker(site.folder);
  if (marker.ok && marker.value?.isCopy === true) return fail(putBackJustNow(site.folder));
  const here = await modelHere(context, site, model);
  const sink = await disk.openDownload(
    site.folder,
    `model ${model}` as FileId,
    versionOf(context, model),
    `${MODELS}/${model}`,
  );
  if (!sink.ok) return sink;
  try {
    return await new ModelPull(context, site, model, sink.value, { here, known }).run();
  } catch (error) {
    // An error that is thrown, as by a mirror on a full disk, is not the model's: its part is dropped all the same.
    await sink.value.discard().catch(() => undefined);
    throw error;
  }
}

/** What is known before a model is asked for. */
interface Before {
  readonly here: ModelHere | null;
  readonly known: 'nothing' | 'changed';
}

/** One pull of a model into a sink that is open. */
class ModelPull {
  readonly #context: SyncContext;
  readonly #site: FollowedSite;
  readonly #model: ModelId;
  readonly #sink: DownloadSink;
  readonly #here: ModelHere | null;
  /** The former copy, if it still is as it was pulled, and from this service: the words of another prove nothing here. */
  readonly #kept: KeptModel | null;
  readonly #known: Before['known'];
  readonly #head: Setting<string | null>;
  #tail = new TailOfModel(0);

  constructor(
    context: SyncContext,
    site: FollowedSite,
    model: ModelId,
    sink: DownloadSink,
    { here, known }: Before,
  ) {
    this.#context = context;
    this.#site = site;
    this.#model = model;
    this.#sink = sink;
    this.#here = here;
    const isAsPulled = here?.isChanged === false && here.pulled.service === context.service.baseUrl;
    this.#kept = isAsPulled ? here.pulled : null;
    this.#known = known;
    this.#head = LASTING_SITE_SETTINGS.modelHead(site.id, model);
  }

  async run(): Promise<Result<PulledModel>> {
    const first = await this.#ask(this.#kept?.etag ?? null);
    const answer = first.ok && isOfAnotherSize(first.value, this.#kept) ? await this.#ask(null) : first;
    if (!answer.ok) return fail(await this.#refused(answer.failure));
    const download = answer.value;
    const kept = this.#kept;
    const isSame = download.unchanged || (this.#known === 'nothing' && isSameByTime(kept, download));
    if (isSame && kept !== null) {
      download.cancel();
      await this.#sink.discard();
      return ok({ path: kept.path, size: kept.size, fetched: false, tookChanged: false, isCut: false });
    }
    const received = await this.#receiveWithin(download);
    return received.ok ? this.#place(download, received.value) : received;
  }

  /** `unless`: the ETag of the copy that is here. */
  #ask(unless: string | null): Promise<Result<Download>> {
    const { mirror, service, signal } = this.#context;
    const { offset, etag } = this.#sink;
    const isKnown = HeadOfModel.isKnown(this.#head.read(mirror), offset);
    const resume = offset > 0 && etag !== null && isKnown ? { offset, etag } : null;
    const have = { etag: resume === null ? unless : null, resume };
    return service.downloadModel(this.#site.id, this.#model, have, { signal });
  }

  async #refused(failure: Failure): Promise<Failure> {
    const isGone = failure.code === 'not-found';
    // What came before the connection broke is kept, unless the model is gone: without a network it is worth the
    // more.
    await (isGone ? this.#sink.discard() : this.#leave(this.#sink.etag));
    return isGone ? modelGone(this.#model, this.#here?.pulled ?? null) : failure;
  }

  /** Receives the model, if the disk has room for it. */
  async #receiveWithin(download: Download): Promise<Result<ReceivedModel>> {
    const { disk, env, reservations } = this.#context;
    const allocator = new SpaceAllocator({ disk, env, reservations, site: this.#site });
    const space = new DownloadSpace(allocator, wordFor(this.#model));
    const { total, offset } = download;
    const full = total === null ? null : await space.allocate(total - offset);
    if (full !== null) {
      download.cancel();
      await this.#leave(this.#sink.etag);
      return fail(asOfModel(full));
    }
    return this.#receive(download, space).finally(() => space.release());
  }

  async #receive(download: Download, space: DownloadSpace): Promise<Result<ReceivedModel>> {
    if (download.offset === 0 && this.#sink.offset > 0) {
      const restarted = await this.#sink.restart();
      if (!restarted.ok) {
        download.cancel();
        return this.#dropped(restarted);
      }
    }
    const { mirror } = this.#context;
    const head = new HeadOfModel(this.#head.read(mirror), download.offset);
    this.#tail = new TailOfModel(download.offset);
    const atTimes = checkpoints(this.#context.env, async () => {
      this.#head.write(mirror, head.note);
      await this.#sink.checkpoint(this.#resumeNote(download.etag));
    });
    const took = (chunk: Uint8Array): Promise<void> => {
      head.took(chunk);
      return atTimes();
    };
    try {
      const failed = await this.#write(download, space, took);
      if (failed !== null) return await this.#dropped(fail(failed));
    } catch (error) {
      if (!(error instanceof DownloadBroken)) throw error;
      this.#head.write(mirror, head.note);
      await this.#leave(download.etag);
      // A connection that we ended did not break.
      return fail(this.#context.signal.aborted ? stopped(this.#model) : error.failure);
    }
    const whole = await this.#sink.finish();
    if (!whole.ok) return this.#dropped(whole);
    if (download.total !== null && whole.value.size !== download.total)
      return this.#dropped(fail(notWhole(this.#model, whole.value.size, download.total)));
    this.#head.write(mirror, null);
    if (whole.value.size === 0) return this.#dropped(fail(nothingCame(this.#model)));
    const isCut = wholeness(head.bytes, this.#tail, whole.value.size) === 'cut';
    return ok({ ...whole.value, ending: head.ending, isCut });
  }

  /** Throws `DownloadBroken` if the connection breaks. */
  async #write(
    download: Download,
    space: DownloadSpace,
    took: (chunk: Uint8Array) => Promise<void>,
  ): Promise<Failure | null> {
    const { down, pauseSwitch, progress, signal } = this.#context;
    const moving = progress.begin(
      { site: this.#site.id, path: this.#model, direction: 'down', total: download.total },
      { from: download.offset, planned: false },
    );
    const look = onTheWay(this.#context, this.#site, download, this.#model);
    try {
      for await (const chunk of pauseSwitch.shape(down.shape(download.stream, signal), signal)) {
        const full = await look(chunk);
        if (full !== null) return full;
        this.#tail.took(chunk);
        const written = await this.#sink.write(chunk);
        if (!written.ok) return written.failure;
        space.written(chunk.length);
        moving.moved(chunk.length);
        await took(chunk);
      }
      return null;
    } finally {
      download.cancel();
      moving.end();
    }
  }

  async #place(download: Download, received: ReceivedModel): Promise<Result<PulledModel>> {
    const { mirror } = this.#context;
    const { hash, size, isCut } = received;
    const { path, there } = await placeFor(this.#context, this.#site, this.#model, received);
    const isHere = there?.hash === hash;
    // As it is now: a large model takes minutes, in which a person may have saved the copy here.
    const replaced = await modelHere(this.#context, this.#site, this.#model);
    if (isCut && replaced !== null && !isHere) return this.#dropped(fail(cutOff(this.#model, size)));
    noteModelHere(mirror, this.#site.id, path);
    // If nobody knows, it may hold a person's work: they are told where it went.
    const mayBeTheirs = replaced !== null && replaced.isChanged !== false;
    const placed = isHere ? await this.#dropped(ok(there)) : await this.#sink.place(path, there, null);
    if (!placed.ok) return this.#dropped(placed);
    const { etag, modified } = (await this.#isProven(download, path, size)) ? download : UNPROVEN;
    const looked = { mtimeNs: placed.value.mtimeNs, isSame: true };
    const service = this.#context.service.baseUrl;
    rememberModel(mirror, this.#site, this.#model, { service, etag, modified, path, size, hash, looked });
    const here = this.#here;
    if (here !== null && here.pulled.path !== path) await trashFormer(this.#context, this.#site, here.pulled);
    return ok({ path, size, fetched: !isHere, tookChanged: mayBeTheirs && !isHere, isCut });
  }

  /** Did all of it come? Its own bytes tell; if they do not, the length that the service told does. */
  async #isProven({ total }: Download, path: RelPath, size: number): Promise<boolean> {
    const head = await this.#context.disk.readHead(this.#site.folder, path, HEAD_OF_MODEL);
    const said = head.ok ? wholeness(head.value, this.#tail, size) : 'unknown';
    return said === 'whole' || (said === 'unknown' && total !== null);
  }

  /** Keeps the part that is here for the next pull. */
  async #leave(etag: string | null): Promise<void> {
    if (this.#sink.offset === 0) return this.#sink.discard();
    await this.#sink.suspend(this.#resumeNote(etag));
  }

  #resumeNote(etag: string | null): ResumeNote {
    return { fingerprint: versionOf(this.#context, this.#model), etag };
  }

  /** Drops a part that cannot be used. Returns its argument. */
  async #dropped<T>(why: T): Promise<T> {
    await this.#sink.discard();
    return why;
  }
}

/** Remembered of a model that may be incomplete: nothing by which the next pull would find it unchanged. */
const UNPROVEN: Pick<Download, 'etag' | 'modified'> = { etag: null, modified: null };

/** The service says that nothing changed, but has another number of bytes: what came last time was incomplete. */
function isOfAnotherSize({ unchanged, total }: Download, kept: KeptModel | null): boolean {
  return unchanged && total !== null && kept !== null && total !== kept.size;
}

/** The length alone proves nothing: a model in which one name was changed may be as long as before. */
function isSameByTime(kept: KeptModel | null, { etag, modified, total, offset }: Download): boolean {
  if (kept === null || kept.etag !== null || etag !== null || offset !== 0) return false;
  return modified !== null && modified === kept.modified && total === kept.size;
}

/** What a part that came belongs to: the model of one service, since others may call other bytes by the same id and ETag. */
function versionOf({ service }: SyncContext, model: ModelId): RemoteFingerprint {
  return `${service.baseUrl} ${model}` as RemoteFingerprint;
}

function wordFor(model: ModelId): string {
  return `the model ${model}`;
}

/**
 * The failure for too little space (rule 17), in the words for a model: it is not fetched by itself once there is
 * more.
 */
function asOfModel(full: Failure): Failure {
  if (full.code !== 'disk-full') return full;
  const { code, message, retry } = full;
  return { code, message, hint: 'Free some space, or make files online only. Then pull it again.', retry };
}

/** Measures the free space during the transfer if no length is known. */
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

/** Trashes the former copy of a model that was of another kind (.ifc, now .glb) and so had another name. */
async function trashFormer(
  { disk }: SyncContext,
  { folder }: FollowedSite,
  { path }: KeptModel,
): Promise<void> {
  const there = await disk.stat(folder, path);
  // If another program has it open it stays; the new copy is the service's all the same.
  if (there.ok && there.value !== null) await disk.trash(folder, { ...there.value, hash: null });
}

function modelGone(model: ModelId, kept: KeptModel | null): Failure {
  return {
    code: 'not-found',
    message: `The service has no model ${model} for this site.`,
    hint: kept === null ? 'Check the id of the model.' : `The last copy stays in ${kept.path}.`,
    retry: 'on-change',
  };
}

function stopped(model: ModelId): Failure {
  return {
    code: 'cancelled',
    message: `The model ${model} was stopped on its way.`,
    hint: 'What came of it stays here, and the next pull goes on from there.',
    retry: 'later',
  };
}

function nothingCame(model: ModelId): Failure {
  return {
    code: 'damaged-transfer',
    message: `The service sent no bytes for the model ${model}.`,
    hint: 'Nothing was replaced. Pull it again; if this stays, tell whoever manages the service.',
    retry: 'later',
  };
}

/** As a service may send it that is just being given the next one. */
function cutOff(model: ModelId, size: number): Failure {
  return {
    code: 'damaged-transfer',
    message: `The model ${model} came cut off: it stops after ${numberText(size)} bytes, before its end.`,
    hint: 'The copy here stays as it is. Pull it again; if this stays, tell whoever put the model on the service.',
    retry: 'later',
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
