import type { Result } from '../../../../shared/failure.ts';
import type { Action, Create } from '../../../engine/plan/actions.ts';
import type { SiteContext } from '../../context.ts';
import { again, failedOrAgain, type Outcome } from '../../steps/outcome.ts';
import type { UploadSource } from '../../ports/disk.ts';
import type { Sent } from '../commit/commit-group.ts';
import { intentOf, send, type Ready } from './create.ts';
import { WHOLE_BYTES } from './sending.ts';

/** Files made ready together: they share one message to the reader and one flushed commit of their intents. */
const FILES_AT_ONCE = 256;
/** The first batch is small, since nothing can be sent before it is ready. Each batch after it is twice as large. */
const FILES_AT_FIRST = 32;
/** At most two batches are held: the one being sent and the next. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;

/** Each entry is taken out by whoever sends it, and closed by them: the files of a batch share their memory. */
type Prepared = Map<Create, Ready | Outcome>;

/** Can this create be made ready with others? It must be small and need no proof first. */
export function isSmallCreate(step: Action): step is Create {
  return step.kind === 'create' && step.gone === null && step.local.size <= WHOLE_BYTES;
}

/**
 * Reads small files ahead of their POST and commits their intents, a batch at a time, so that the disk flushes once for all of
 * them. While one batch is sent the next is made ready. The intent of a file that is not sent after all is dropped; if the
 * process dies before that, the next listing shows that no record was made.
 */
export class ReadyCreates {
  readonly #context: SiteContext;
  readonly #batches: readonly (readonly Create[])[];
  readonly #batchOf = new Map<Create, number>();
  readonly #prepared = new Map<number, Promise<Prepared>>();

  constructor(context: SiteContext, creates: readonly Create[]) {
    this.#context = context;
    this.#batches = inBatches(creates);
    for (const [at, batch] of this.#batches.entries())
      for (const action of batch) this.#batchOf.set(action, at);
  }

  /** Makes the file ready with its batch, and sends it. */
  async send(context: SiteContext, action: Create): Promise<Sent> {
    const at = this.#batchOf.get(action) ?? 0;
    const batch = this.#prepare(at);
    if (at + 1 < this.#batches.length) void this.#prepare(at + 1);
    const ready = take(await batch, action);
    if (ready === undefined) throw new Error(`${action.path} was not made ready`);
    if (!('intent' in ready)) return { outcome: ready, commit: null };
    try {
      return await send(context, action, ready);
    } finally {
      await ready.source.close();
    }
  }

  /** Gives up one file: it is not sent now. */
  async leave(action: Create): Promise<void> {
    const batch = await this.#prepared.get(this.#batchOf.get(action) ?? 0);
    const ready = batch === undefined ? undefined : take(batch, action);
    if (ready === undefined || !('intent' in ready)) return;
    await ready.source.close();
    this.#context.mirror.commit(this.#context.site.id, [{ dropIntent: ready.intent.opId }]);
  }

  /**
   * Gives up all files that were made ready and are not being sent. A file that is being sent has left its
   * batch, or leaves it before this goes on.
   */
  async leaveAll(): Promise<void> {
    const { mirror, site } = this.#context;
    for (const batch of this.#prepared.values()) {
      const left = await batch.then(takeAll, () => []);
      for (const { source } of left) await source.close();
      mirror.commit(
        site.id,
        left.map(({ intent }) => ({ dropIntent: intent.opId })),
      );
    }
  }

  #prepare(at: number): Promise<Prepared> {
    const begun = this.#prepared.get(at);
    if (begun !== undefined) return begun;
    const batch = this.#makeReady(this.#batches[at] ?? []);
    // Whoever sends a file of this batch gets the error.
    batch.catch(() => undefined);
    this.#prepared.set(at, batch);
    return batch;
  }

  async #makeReady(batch: readonly Create[]): Promise<Prepared> {
    const { disk, env, mirror, site } = this.#context;
    const readAt = env.now();
    const opened = await disk.openUploads(
      site.folder,
      batch.map((action) => action.local),
    );
    const listing = mirror.listingNumber(site.id);
    const prepared: Prepared = new Map();
    for (const [at, action] of batch.entries())
      prepared.set(action, await this.#readyOr(action, opened[at], { listing, readAt }));
    const ready = [...prepared.values()].filter((each) => 'intent' in each);
    await mirror.saveIntents(
      site.id,
      ready.map((each) => each.intent),
    );
    return prepared;
  }

  async #readyOr(
    action: Create,
    opened: Result<UploadSource> | undefined,
    { listing, readAt }: { readonly listing: number; readonly readAt: number },
  ): Promise<Ready | Outcome> {
    if (opened === undefined) throw new Error(`${action.path} was not opened`);
    if (!opened.ok) return failedOrAgain(opened.failure, action.path);
    const { hash } = opened.value;
    if (hash === null) return again('the file changed size', action.path);
    const intent = await intentOf(this.#context, action, opened.value, hash, listing);
    return { source: opened.value, intent, readAt };
  }
}

function take(batch: Prepared, action: Create): Ready | Outcome | undefined {
  const ready = batch.get(action);
  batch.delete(action);
  return ready;
}

function takeAll(batch: Prepared): readonly Ready[] {
  const left = [...batch.values()].filter((each) => 'intent' in each);
  batch.clear();
  return left;
}

function inBatches(creates: readonly Create[]): readonly (readonly Create[])[] {
  const batches: Create[][] = [];
  let bytes = 0;
  for (const action of creates) {
    const last = batches.at(-1);
    const most = Math.min(FILES_AT_ONCE, FILES_AT_FIRST * 2 ** (batches.length - 1));
    bytes += action.local.size;
    if (last !== undefined && last.length < most && bytes <= BYTES_AT_ONCE) last.push(action);
    else {
      batches.push([action]);
      bytes = action.local.size;
    }
  }
  return batches;
}
