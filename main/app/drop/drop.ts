import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { DropDone } from '../../../shared/ipc/drop.ts';
import type { Category } from '../../../shared/model/category.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { besidePath } from '../../engine/names/beside-path.ts';
import type { LocalFile } from '../../engine/trees.ts';
import { slices } from '../../sync/concurrency/in-turns.ts';
import { ignoreFailure, thrownFailure } from '../../sync/ports/failure-error.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { checkSpace } from '../../sync/pacing/space-allocator.ts';
import { forEachLimited } from '../../sync/concurrency/for-each-limited.ts';
import { unlessAborted } from '../../../shared/unless-aborted.ts';
import type { AppContext } from '../context.ts';
import { REPLACED } from '../views/words.ts';
import { noteCame, showAndSync, siteToChange } from '../files/site-files.ts';
import type { DropDisk, DropEntry, DropStage, Incoming } from '../ports.ts';
import { aboutOf, type Chosen, type DropFile } from './drop-file.ts';
import { DropTeller } from './drop-progress.ts';
import type { LostDrops } from './lost-drops.ts';
import type { Duplicates } from './review.ts';
import {
  alreadyAccepted,
  ended,
  keptElsewhere,
  missing,
  noRoom,
  nothingAdded,
  pageGone,
  stoppedDrop,
  unknownFile,
} from './words.ts';

const COPIES_AT_ONCE = 6;
const COMMITS_AT_ONCE = 100;
/**
 * A page that sends nothing for this long, ms, is gone: a page that is there sends one file after the other. The
 * connection to the engine does not tell, since a page that lost it may still be sending.
 */
const GONE = 2 * 60_000;

export interface DropContent {
  readonly id: string;
  readonly site: FollowedSite;
  readonly files: readonly DropFile[];
  readonly duplicates: Duplicates;
  /** By the index of the file. */
  readonly suggested: readonly Category[];
  /** Files of the site whose names dropped files want, as the person was last shown them. */
  readonly seen: Map<string, LocalFile>;
}

type Phase = 'review' | 'receiving' | 'placing' | 'done' | 'ended';

/** One drop on its way from review to the site's folder. Every file gets there, or none. */
export class Drop {
  readonly content: DropContent;
  readonly #app: AppContext;
  readonly #disk: DropDisk;
  readonly #lost: LostDrops;
  readonly #teller: DropTeller;
  readonly #stop = new AbortController();
  readonly #chosen = new Map<number, Chosen>();
  readonly #arrived = new Set<number>();
  /** Files whose bytes are being written. */
  readonly #receiving = new Map<number, Promise<unknown>>();
  /** Work on the stage: it ends before the stage is thrown away. */
  readonly #working = new Set<Promise<unknown>>();
  #stage: DropStage | null = null;
  /** How often a page began or ended sending a file. */
  #signs = 0;
  #phase: Phase = 'review';
  /** The result, once everything lies in its place. */
  #done: DropDone | null = null;
  #finishing: Promise<Result<DropDone>> | null = null;
  #ending: Promise<unknown> | null = null;
  /** Resolves when nothing of the drop touches the folder any more. */
  readonly #over = Promise.withResolvers<void>();
  /** Aborted then: a wait of minutes for a page would keep a program that is to end alive for as long. */
  readonly #pageWatch = new AbortController();
  /** It was not ended by a person, so somebody has to be told. */
  #isLeft = false;

  constructor(app: AppContext, disk: DropDisk, lost: LostDrops, content: DropContent) {
    this.#app = app;
    this.#disk = disk;
    this.#lost = lost;
    this.content = content;
    this.#teller = new DropTeller(app, content.id);
  }

  /** `review`: nothing was accepted yet, so it may be forgotten; `over`: it is in place, or came to nothing. */
  get standing(): 'review' | 'under-way' | 'over' {
    if (this.#phase === 'review') return 'review';
    return this.#phase === 'done' || this.#phase === 'ended' ? 'over' : 'under-way';
  }

  /** Takes the chosen files. True if a browser has to send the bytes; else they are copied from now on. */
  async accept(chosen: readonly Chosen[]): Promise<Result<boolean>> {
    if (this.#stop.signal.aborted) return fail(stoppedDrop());
    if (this.#phase !== 'review') return fail(alreadyAccepted());
    this.#phase = 'receiving';
    const ready = await this.#atWork(this.#prepare(chosen));
    if (this.#stop.signal.aborted) return fail(stoppedDrop());
    if (!ready.ok) {
      this.#phase = 'review';
      return ready;
    }
    for (const each of chosen) this.#chosen.set(each.file.index, each);
    void this.#app.inFolder(() => this.#over.promise);
    this.#teller.begin('copying', chosen.length, bytesOf(chosen));
    const streamed = chosen.some(({ file }) => file.entry === null);
    if (streamed) void this.#watchPage().catch(ignoreFailure);
    else this.#finishing = this.#toItsEnd(this.#copyAll(ready.value));
    return ok(streamed);
  }

  /**
   * Receives the bytes of one accepted file until all have come. A page that sends it again meanwhile waits for the
   * first time to end.
   */
  async receive(index: number, bytes: AsyncIterable<Uint8Array>): Promise<Result<void>> {
    // Two at once would mix their bytes, and the later one would still write when the file lies in the site's folder.
    while (this.#receiving.has(index)) await this.#receiving.get(index);
    const received = this.#receive(index, bytes);
    this.#receiving.set(index, received);
    this.#signs += 1;
    return received.finally(() => {
      this.#receiving.delete(index);
      this.#signs += 1;
    });
  }

  async #receive(index: number, bytes: AsyncIterable<Uint8Array>): Promise<Result<void>> {
    const chosen = this.#chosen.get(index);
    if (this.#phase !== 'receiving' || this.#stage === null) return fail(ended());
    if (chosen === undefined || chosen.file.entry !== null || this.#arrived.has(index))
      return fail(unknownFile());
    const { path, size, modifiedAt } = chosen.file;
    const incoming: Incoming = { path, size, modifiedAt, bytes: this.#untilStopped(bytes) };
    const moved = (count: number): void => this.#teller.moved(count);
    const written = await this.#atWork(this.#stage.write(index, incoming, moved));
    if (this.#stop.signal.aborted) return fail(stoppedDrop());
    if (!written.ok) return fail(nothingAdded(written.failure));
    this.#arrived.add(index);
    this.#teller.fileDone();
    return ok(undefined);
  }

  /** Resolves when the files lie in the site's folder: how many, and what they replaced. */
  async finish(): Promise<Result<DropDone>> {
    if (this.#finishing !== null) return this.#finishing;
    if (this.#phase !== 'receiving' || this.#stage === null) return fail(ended());
    const lacking = this.#chosen.size - this.#arrived.size;
    if (lacking > 0) return fail(missing(lacking));
    this.#finishing = this.#toItsEnd(this.#place(this.#stage));
    return this.#finishing;
  }

  /** Leaves nothing behind. What lies in its place already stays there. */
  async cancel(): Promise<void> {
    if (this.#phase === 'done' || this.#phase === 'ended') {
      await this.#ending;
      return;
    }
    this.#stop.abort();
    this.#ending = this.#finishing ?? this.#end(stoppedDrop());
    await this.#ending;
  }

  /** The program ends: as with a stop, but the next start tells of it. */
  async leave(): Promise<void> {
    this.#isLeft = !this.#stop.signal.aborted;
    await this.cancel();
  }

  /**
   * Watches for a page that was closed: it says nothing, and nobody else can send the rest. If everything had come,
   * the files are put into place, since that was asked for and only the last word is missing. If a file is missing,
   * none is added, as with any drop. What had come was only a copy, and the person is told.
   */
  async #watchPage(): Promise<void> {
    const { signal } = this.#pageWatch;
    for (let signs = -1; signs !== this.#signs || this.#receiving.size > 0;) {
      signs = this.#signs;
      await this.#app.env.sleep(GONE, signal);
      if (signal.aborted || this.#phase !== 'receiving') return;
    }
    const whole = this.#arrived.size === this.#chosen.size;
    if (!whole) this.#ending = this.#end(pageGone());
    const ended = whole ? await this.finish() : fail(pageGone());
    const { id } = this.content.site;
    if (ended.ok) this.#lost.sayKept(id, ended.value.beside);
    else this.#lost.say(id, aboutOf([...this.#chosen.values()]), ended.failure);
  }

  async #prepare(chosen: readonly Chosen[]): Promise<Result<DropStage>> {
    const { site, id } = this.content;
    // Another program may have the folder since the review, and would throw away what it finds of a drop.
    const kept = await this.#takeFolder();
    if (!kept.ok) return kept;
    const full = await checkSpace({ disk: this.#app.disk, site }, bytesOf(chosen), 'these files');
    if (full !== null) return fail(full.code === 'disk-full' ? noRoom(full) : full);
    const stage = await this.#disk.stage(site.folder, id, aboutOf(chosen));
    if (stage.ok) this.#stage = stage.value;
    return stage;
  }

  async #takeFolder(): Promise<Result<FollowedSite>> {
    const { site } = this.content;
    try {
      const kept = await siteToChange(this.#app, site.id);
      // The site was given up or moved in another window since the review: nothing would send what lies in that
      // folder.
      return kept.ok && kept.value.folder !== site.folder
        ? fail(keptElsewhere(site.folder, kept.value.folder))
        : kept;
    } catch (error) {
      return fail(thrownFailure(error));
    }
  }

  async #copyAll(stage: DropStage): Promise<Result<DropDone>> {
    let failure: Failure | null = null;
    const halt = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, halt.signal]);
    const copies = [...this.#chosen.values()].flatMap(
      ({ file }): readonly { index: number; entry: DropEntry }[] =>
        file.entry === null ? [] : [{ index: file.index, entry: file.entry }],
    );
    await forEachLimited(copies, COPIES_AT_ONCE, async ({ index, entry }) => {
      if (signal.aborted) return;
      const copied = await stage.copy(index, entry, (count) => this.#teller.moved(count), signal);
      if (copied.ok) {
        this.#teller.fileDone();
        return;
      }
      failure ??= copied.failure;
      halt.abort();
    });
    if (this.#stop.signal.aborted) return this.#end(stoppedDrop());
    return failure === null ? this.#place(stage) : this.#end(nothingAdded(failure));
  }

  /**
   * If the mirror fails, no file is added, as after any failure: a drop that never ended would keep the program from
   * ending.
   */
  async #toItsEnd(work: Promise<Result<DropDone>>): Promise<Result<DropDone>> {
    try {
      return await work;
    } catch (error) {
      const failure = thrownFailure(error);
      return this.#done !== null ? ok(this.#done) : await this.#end(nothingAdded(failure));
    } finally {
      this.#leaveFolder();
    }
  }

  #leaveFolder(): void {
    this.#pageWatch.abort();
    this.#over.resolve();
  }

  async #place(stage: DropStage): Promise<Result<DropDone>> {
    const { site } = this.content;
    this.#phase = 'placing';
    const kept = await this.#takeFolder();
    if (!kept.ok) return this.#end(nothingAdded(kept.failure));
    const chosen = [...this.#chosen.values()];
    const files = chosen.map(({ file, target, over }) => ({
      index: file.index,
      target,
      over: over ?? undefined,
    }));
    const placed = await stage.place(files, (target: RelPath, number) => besidePath(target, number));
    if (!placed.ok) return this.#end(nothingAdded(placed.failure));
    this.#done = doneOf(chosen, placed.value);
    await this.#note(placed.value, replacedBy(chosen, placed.value));
    this.#phase = 'done';
    this.#teller.end('done', null);
    this.#lost.over(site.id);
    showAndSync(this.#app, site.id);
    return ok(this.#done);
  }

  /** The files are in place, and the next scan finds them there. */
  async #note(files: readonly LocalFile[], replaced: readonly LocalFile[]): Promise<void> {
    const { site } = this.content;
    const { env, mirror } = this.#app;
    try {
      const at = env.now();
      const about = { at, site: site.id, file: null, action: REPLACED, reason: 'dropped' };
      for (const some of slices(replaced, COMMITS_AT_ONCE)) {
        const lines = some.map(({ path, size }) => ({ ...about, path, bytes: size }));
        mirror.commit(
          site.id,
          lines.map((activity) => ({ activity })),
        );
        await env.sleep(0);
      }
      for (const some of slices(files, COMMITS_AT_ONCE)) {
        noteCame(this.#app, site, some);
        await env.sleep(0);
      }
    } catch (error) {
      ignoreFailure(error);
    }
  }

  async #atWork<T>(work: Promise<T>): Promise<T> {
    this.#working.add(work);
    try {
      return await work;
    } finally {
      this.#working.delete(work);
    }
  }

  async #end(failure: Failure): Promise<Result<DropDone>> {
    this.#phase = 'ended';
    await Promise.allSettled(this.#working);
    await (this.#isLeft ? this.#stage?.leave() : this.#stage?.discard());
    this.#leaveFolder();
    if (failure.code === 'cancelled') this.#teller.end('cancelled', null);
    else this.#teller.end('failed', failure);
    return fail(failure);
  }

  /**
   * The bytes until the drop is stopped, however long the next ones are in coming. A connection that breaks ends them
   * early: their number tells.
   */
  async *#untilStopped(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const iterator = bytes[Symbol.asyncIterator]();
    const { signal } = this.#stop;
    try {
      while (!signal.aborted) {
        const next = await unlessAborted(
          iterator.next().catch(() => null),
          signal,
        );
        if (next === null || next.done === true) return;
        yield next.value;
      }
    } finally {
      void iterator.return?.().catch(() => undefined);
    }
  }
}

/** Those that dropped files took the places of, as they were. */
function replacedBy(chosen: readonly Chosen[], placed: readonly LocalFile[]): readonly LocalFile[] {
  return chosen.flatMap(({ over }, at) => (over !== null && placed[at]?.path === over.path ? [over] : []));
}

/** More than a person reads. */
const NAMED = 100;

function doneOf(chosen: readonly Chosen[], placed: readonly LocalFile[]): DropDone {
  const pairs = chosen.map(({ replaces }, at) => ({ replaces, path: placed[at]?.path ?? '' }));
  return {
    added: placed.length,
    replaced: replacedBy(chosen, placed).length,
    beside: pairs
      .flatMap(({ replaces, path }) =>
        replaces === null || replaces === path ? [] : [{ path, over: replaces }],
      )
      .slice(0, NAMED),
  };
}

function bytesOf(chosen: readonly Chosen[]): number {
  return chosen.reduce((sum, { file }) => sum + file.size, 0);
}
