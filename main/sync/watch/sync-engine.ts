import { failureText, type Failure, type FailureCode } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { sentence } from '../../../shared/sentence.ts';
import { SerialQueue } from '../../../shared/serial-queue.ts';
import { TokenProbe } from '../pacing/token-probe.ts';
import type { SyncContext } from '../context.ts';
import { GRACE } from '../concurrency/task-group.ts';
import type { FirstSyncOptions } from './first-sync.ts';
import { PauseSwitch } from '../pacing/pause-switch.ts';
import { LastingNotice } from '../telling/lasting-notice.ts';
import type { Watcher } from '../ports/environment.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { FailureError } from '../ports/failure-error.ts';
import { tryToNoteStop } from '../pacing/last-stop.ts';
import { tellSilence } from '../telling/silence.ts';
import { SiteWatch, type WatchOptions } from './site-watch.ts';

export interface EngineOptions extends WatchOptions {
  /** Only these of the followed sites; absent: all. */
  readonly only?: readonly SiteId[];
  /**
   * Told why a watch waits for the mirror, or for something else that it cannot do without; null: a cycle went
   * through.
   */
  readonly onHindered?: (failure: Failure | null) => void;
}

interface Running {
  readonly watch: SiteWatch;
  readonly pauseSwitch: PauseSwitch;
  readonly stopping: AbortController;
  readonly breaking: AbortController;
  readonly ended: Promise<void>;
}

/** How long to wait for a mirror or thread that failed and may work again later, ms. */
const UNTIL_AGAIN = 30_000;

/**
 * Keeps the followed sites in step for as long as a program runs, while sites come, go and are paused. What is
 * followed, kept and paused is read from the mirror: change it there, then call `refresh`.
 */
export class SyncEngine {
  readonly #context: SyncContext;
  readonly #watcher: Watcher;
  readonly #options: EngineOptions;
  readonly #running = new Map<SiteId, Running>();
  /** Beginnings and ends of watches follow one another in the order of the calls. */
  readonly #changes = new SerialQueue();
  /** Cycles under way. */
  #busy = 0;
  /** Set while there are any. */
  #endSilence: (() => void) | null = null;
  #paused = false;
  #stopped = false;
  #isBroken = false;
  /** What kept all sites from the service at the last look. */
  #stop: FailureCode | null;
  readonly #tokenProbe: TokenProbe;
  /** Sites whose last cycle ended without the service. */
  readonly #cutOff = new Set<SiteId>();
  /** Sites whose first sync somebody waits for; null: nobody does any more. */
  #first: Set<SiteId> | null;
  /** A site's watch threw: the mirror is broken, or SiteSync is. Nothing runs on after that. */
  readonly #broke = Promise.withResolvers<never>();
  readonly #unexpectedEnd: LastingNotice;

  constructor(context: SyncContext, watcher: Watcher, options: EngineOptions) {
    this.#context = context;
    this.#watcher = watcher;
    this.#options = options;
    context.gate.recall();
    this.#stop = context.gate.stop?.failure.code ?? null;
    this.#tokenProbe = new TokenProbe(context, {
      onTaken: () => this.wake(),
      onRefused: (failure) => options.onRefusedAgain?.(failure),
    });
    this.#first = options.first === undefined ? null : new Set();
    this.#unexpectedEnd = new LastingNotice(options);
    // Callers that do not wait for it hear by a notice.
    this.#broke.promise.catch(() => undefined);
  }

  get isPaused(): boolean {
    return this.#paused;
  }

  /** Starts, ends, pauses and changes the watches of sites to what the mirror and the settings say now. */
  refresh(): Promise<void> {
    return this.#changes.run(() => this.#match());
  }

  /** Runs a cycle now, or right after the one under way; null: of every site. Overrules back-off, but no pause. */
  syncNow(site: SiteId | null): void {
    for (const [id, { watch }] of this.#running) if (site === null || id === site) watch.nudge(true);
  }

  /** The machine woke up, or a network came: asks the service and scans the folders at once. */
  wake(): void {
    for (const { watch } of this.#running.values()) watch.nudge(false);
  }

  /** By which the transfers of a site that is watched stand still; null if it is not. */
  pauseSwitch(site: SiteId): PauseSwitch | null {
    return this.#running.get(site)?.pauseSwitch ?? null;
  }

  /** Nothing is sent or fetched from now on; transfers under way stand still. */
  pauseAll(): void {
    this.#paused = true;
    this.#applyPauses();
  }

  /** Transfers go on where they stood; sites that are paused by themselves stay so. */
  resumeAll(): void {
    this.#paused = false;
    this.#applyPauses();
  }

  /**
   * Ends the watch of one site, makes a change during which nothing may work on the site (the mirror forgets it, or
   * its folder), and then watches what is followed. No refresh comes in between.
   */
  release<T>(site: SiteId, change: () => Promise<T>): Promise<T> {
    return this.#changes.run(async () => {
      await this.#end([site]);
      try {
        return await change();
      } finally {
        await this.#match();
      }
    });
  }

  /** Resolves when the current steps are finished and committed, or broken off after a grace time. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#tokenProbe.stopped(null);
    await this.refresh();
    this.#unexpectedEnd.over();
  }

  /**
   * Resolves when the context was stopped and every watch has ended. If a watch breaks, rejects, also only after all
   * others have ended, since the caller then closes the mirror.
   */
  async run(): Promise<void> {
    const { stopping } = this.#context;
    const stopped = new Promise<void>((resolve) => {
      if (stopping.aborted) resolve();
      stopping.addEventListener('abort', () => resolve(), { once: true });
    });
    await this.refresh();
    await Promise.race([stopped, this.#broke.promise.catch(() => this.stop())]);
    await Promise.all([...this.#running.values()].map((each) => each.ended));
    if (this.#isBroken) await this.#broke.promise;
  }

  async #match(): Promise<void> {
    const { only } = this.#options;
    const wanted = new Map<SiteId, FollowedSite>();
    if (!this.#stopped && !this.#context.stopping.aborted)
      for (const site of this.#context.mirror.followed())
        if (only === undefined || only.includes(site.id)) wanted.set(site.id, site);
    await this.#end(
      [...this.#running].filter(([id, each]) => !isSameFolder(each, wanted.get(id))).map(([id]) => id),
    );
    for (const site of wanted.values()) {
      const running = this.#running.get(site.id);
      if (running === undefined) this.#begin(site);
      else running.watch.change(site);
    }
    this.#applyPauses();
  }

  #begin(site: FollowedSite): void {
    const stopping = new AbortController();
    const breaking = new AbortController();
    const pauseSwitch = new PauseSwitch();
    const context: SyncContext = {
      ...this.#context,
      pauseSwitch,
      stopping: AbortSignal.any([this.#context.stopping, stopping.signal]),
      signal: AbortSignal.any([this.#context.signal, breaking.signal]),
    };
    const hindrance = new LastingNotice(this.#options);
    const watch = new SiteWatch(context, this.#watcher, site, {
      ...this.#options,
      first: this.#firstOf(site.id),
      onBusy: (change) => this.#count(change),
      onThrough: () => {
        hindrance.over();
        this.#options.onHindered?.(null);
        if (this.#context.gate.stop?.kind === 'offline') this.#cutOff.add(site.id);
      },
      onListed: () => this.#reached(site.id),
    });
    if (this.#paused || site.paused) this.#hold(site.id, pauseSwitch);
    const ended = this.#watchOver(watch, context, hindrance).catch((error: unknown) => this.#break(error));
    this.#running.set(site.id, { watch, pauseSwitch, stopping, breaking, ended });
  }

  /** Once one site reaches the service, no other waits for the time of its own list, which may be minutes away. */
  #reached(site: SiteId): void {
    this.#cutOff.delete(site);
    for (const other of this.#cutOff) this.#running.get(other)?.watch.nudge(false);
    this.#cutOff.clear();
  }

  /** The sites that are watched at first begin together: whoever waits hears when the last of them is through. */
  #firstOf(site: SiteId): FirstSyncOptions | undefined {
    const { first } = this.#options;
    if (first === undefined || this.#first === null) return undefined;
    this.#first.add(site);
    return { ...first, onThrough: () => this.#firstThrough(site) };
  }

  #firstThrough(site: SiteId): void {
    this.#first?.delete(site);
    if (this.#first?.size !== 0) return;
    this.#first = null;
    // Whoever waited sees for themselves what keeps from the service now.
    this.#stop = this.#context.gate.stop?.failure.code ?? null;
    this.#options.first?.onThrough();
  }

  /**
   * Runs a watch to its end. After an error that may pass it waits and begins anew: the mirror's disk is full, a
   * thread ran out of memory, or the system opens no more files.
   */
  async #watchOver(
    watch: SiteWatch,
    { env, stopping }: SyncContext,
    hindrance: LastingNotice,
  ): Promise<void> {
    while (!stopping.aborted) {
      try {
        await watch.run();
        return;
      } catch (error) {
        if (!(error instanceof FailureError) || error.failure.retry !== 'later') throw error;
        hindrance.say(failureText(error.failure));
        this.#options.onHindered?.(error.failure);
        await env.sleep(UNTIL_AGAIN, stopping);
      }
    }
    hindrance.over();
  }

  /** What was expected and done counts until all sites are at rest. */
  #count(change: 1 | -1): void {
    this.#busy += change;
    if (this.#busy > 0) {
      this.#endSilence ??= tellSilence(this.#context, this.#options);
      return;
    }
    this.#endSilence?.();
    this.#endSilence = null;
    this.#context.progress.phase('idle', null);
    this.#context.progress.reset();
    if (!this.#context.stopping.aborted) this.#tellStop();
  }

  #tellStop(): void {
    if (this.#first !== null) return;
    const { gate } = this.#context;
    this.#noteStop();
    const failure = gate.stop?.failure ?? null;
    const code = failure?.code ?? null;
    if (!this.#stopped) this.#tokenProbe.stopped(code);
    if (code === this.#stop) return;
    this.#stop = code;
    this.#options.onStop?.(failure);
  }

  /** What stopped an earlier program holds until the service is asked again. */
  #noteStop(): void {
    const { env, gate, mirror } = this.#context;
    if (gate.stop === null && !gate.wasAsked) return;
    // The end of a step that no cycle waits for is no place to fail: the next cycle meets it, and waits or ends all.
    tryToNoteStop(mirror, gate.stop, env.now());
  }

  #hold(site: SiteId, pauseSwitch: PauseSwitch): void {
    pauseSwitch.hold();
    this.#context.slots.park(site, 'paused');
  }

  async #end(sites: readonly SiteId[]): Promise<void> {
    const over = sites.flatMap((id) => this.#running.get(id) ?? []);
    const { env } = this.#context;
    await Promise.all(
      over.map(async ({ watch, pauseSwitch, stopping, breaking, ended }) => {
        stopping.abort();
        const done = new AbortController();
        // What stands still cannot finish.
        const grace = pauseSwitch.held ? Promise.resolve() : env.sleep(GRACE, done.signal);
        await Promise.race([ended.finally(() => done.abort()), grace]);
        breaking.abort();
        await ended;
        // A site model on its way stands still by it too.
        pauseSwitch.release();
        this.#running.delete(watch.site.id);
        this.#context.slots.unpark(watch.site.id, 'paused');
      }),
    );
  }

  #applyPauses(): void {
    for (const { watch, pauseSwitch } of this.#running.values()) {
      const held = this.#paused || watch.site.paused;
      if (held === pauseSwitch.held) continue;
      if (held) {
        this.#hold(watch.site.id, pauseSwitch);
      } else {
        this.#context.slots.unpark(watch.site.id, 'paused');
        pauseSwitch.release();
        // What was cut off meanwhile goes on now and waits for no back-off.
        watch.nudge(true);
      }
    }
  }

  /** A watch threw: the mirror can no longer be written, or there is a bug. The others must not go on over it. */
  #break(error: unknown): void {
    this.#isBroken = true;
    this.#stopped = true;
    for (const each of this.#running.values()) each.stopping.abort();
    const words = error instanceof Error ? error.message : String(error);
    this.#unexpectedEnd.say(
      `SiteSync stopped keeping your sites in step: ${sentence(words)} Start it again.`,
    );
    this.#broke.reject(error);
  }
}

/** The same folder of the same site: another one is watched from the start. */
function isSameFolder(running: Running, site: FollowedSite | undefined): boolean {
  const before = running.watch.site;
  return site !== undefined && site.folder === before.folder && site.folderId === before.folderId;
}
