import type { Failure } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { Environment } from '../../sync/ports/environment.ts';
import { FailureError } from '../../sync/ports/failure-error.ts';
import type { SomeFiles } from '../../sync/ports/mirror/trees.ts';
import { TouchedFiles } from '../views/touched-files.ts';
import type { SiteCounts, Views } from '../views/views.ts';
import type { Moment } from '../views/moment.ts';

/** Screens are told at most this often, ms. */
const TICK = 250;
/** How long to wait after the mirror could not be read, ms. */
const AFTER_TROUBLE = 5000;
/** Counting takes at most a fifth of the time, however large the sites are, … */
const LAZINESS = 4;
/** … but no screen gets older than this because of it, ms. */
const OLDEST = 5000;

export interface ChangeFeedOptions {
  readonly env: Environment;
  readonly views: Views;
  readonly moment: () => Promise<Moment>;
  /** Called at each tick: sends the state if it has changed. */
  readonly tick: () => Promise<void>;
  /** Called when something of this site (null: anything) has changed. */
  readonly tell: (site: SiteId | null) => void;
  /** The mirror could not be read, or SiteSync is at fault: what screens show may be old. */
  readonly onTrouble: (failure: Failure) => void;
}

/**
 * The clock of the screens: gathers changes, counts again, and tells the screens at most four times a second, so that
 * an open window does not slow down a sync.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #stop = new AbortController();
  readonly #dirty = new Set<SiteId>();
  readonly #touched = new Map<SiteId, TouchedFiles>();
  #allDirty = true;
  #counts: ReadonlyMap<SiteId, SiteCounts> = new Map();
  /** Sites that were given up since the count that is under way began. */
  readonly #forgotten = new Set<SiteId>();
  #countAgainAt = 0;
  #counted = false;
  #running: Promise<void> | null = null;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  get counts(): ReadonlyMap<SiteId, SiteCounts> {
    return this.#counts;
  }

  /** For each site, the revision of its rows, and which files were written lately. */
  written(): Pick<Moment, 'revisions' | 'touched'> {
    const sites = [...this.#touched].map(([site, files]) => [site, files.look()] as const);
    return {
      revisions: Object.fromEntries(sites.map(([site, { revision }]) => [site, revision])),
      touched: Object.fromEntries(sites.map(([site, { touched }]) => [site, touched])),
    };
  }

  /** Screens ask again about this site, or about anything (null). */
  changed(site: SiteId | null): void {
    if (site === null) this.#allDirty = true;
    else this.#dirty.add(site);
  }

  /**
   * The site is no longer kept, or is in another folder: by the counts from before it would look listed and in step.
   */
  forget(site: SiteId): void {
    this.#forgotten.add(site);
    this.#counts = this.#butForgotten(this.#counts.values());
    this.changed(site);
  }

  /** Rows of this site were written: those of these files, or null if nobody knows which. */
  wrote(site: SiteId, files: SomeFiles | null): void {
    const touched = this.#touched.get(site) ?? new TouchedFiles();
    this.#touched.set(site, touched);
    touched.add(files);
    this.changed(site);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { env } = this.#options;
    while (!this.#stop.signal.aborted) {
      const wait = await this.#turn();
      await env.sleep(wait, this.#stop.signal);
    }
  }

  /** Milliseconds until the next one. */
  async #turn(): Promise<number> {
    try {
      await this.#count();
      await this.#options.tick();
      return TICK;
    } catch (error) {
      // Whatever it was: without another turn the screens would stay old for good.
      this.#allDirty = true;
      this.#options.onTrouble(error instanceof FailureError ? error.failure : ourFault(error));
      return AFTER_TROUBLE;
    }
  }

  async #count(): Promise<void> {
    const { env, views, moment, tell } = this.#options;
    if (this.#dirty.size === 0 && !this.#allDirty) return;
    if (!hasCome(this.#countAgainAt, env.now(), OLDEST)) return;
    const sites = [...this.#dirty];
    const all = this.#allDirty;
    this.#dirty.clear();
    this.#allDirty = false;
    this.#forgotten.clear();
    const start = env.now();
    await views.at(await moment());
    this.#counts = this.#butForgotten(await views.counts());
    // The first count waits for its thread to start, which does not show how long counting takes.
    const took = this.#counted ? env.now() - start : 0;
    this.#counted = true;
    this.#countAgainAt = env.now() + Math.min(OLDEST, took * LAZINESS);
    if (all) tell(null);
    else for (const site of sites) tell(site);
  }

  #butForgotten(counts: Iterable<SiteCounts>): ReadonlyMap<SiteId, SiteCounts> {
    const left = [...counts].filter(({ site }) => !this.#forgotten.has(site));
    return new Map(left.map((each) => [each.site, each]));
  }
}

function ourFault(error: unknown): Failure {
  return {
    code: 'bad-input',
    message:
      'SiteSync failed to look at what changed: what is shown may be out of date. Nothing of yours is lost.',
    hint: 'If it stays, export the diagnostics in the settings and send them to support.',
    retry: 'later',
    detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
