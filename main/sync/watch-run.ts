import type { SyncContext } from './context.ts';
import { syncSite } from './cycle.ts';
import type { Watch, Watcher } from './ports/environment.ts';
import type { FollowedSite } from './ports/mirror.ts';
import type { SiteReport } from './tally.ts';
import { ignoreRules } from '../engine/ignore-rules.ts';

/** How often the service is listed, and how often the whole folder is scanned although no hint came. */
const LISTING_EVERY = 60_000;
const SCAN_EVERY = 15 * 60_000;
/** Without a watcher the folder is scanned this often instead. */
const SCAN_WITHOUT_WATCHER = 30_000;

export interface WatchOptions {
  /** Called after each cycle that did something or has something to say. */
  readonly onReport: (report: SiteReport) => void;
  /** A change of how it works, in words: no watcher, hints lost. */
  readonly onNotice: (line: string) => void;
}

/** Keeps sites in step until the context stops: hints of the watcher, the service's listing, and a full scan now and then. */
export async function watchSites(
  context: SyncContext,
  watcher: Watcher,
  sites: readonly FollowedSite[],
  options: WatchOptions,
): Promise<void> {
  await Promise.all(sites.map((site) => new SiteWatch(context, site, options).run(watcher)));
}

class SiteWatch {
  readonly #context: SyncContext;
  readonly #site: FollowedSite;
  readonly #options: WatchOptions;
  /** Folders with hints since the last scan; null: everything. */
  #dirty: Set<string> | null = null;
  #scanEvery = SCAN_EVERY;
  #wake: AbortController = new AbortController();
  #hinted = false;

  constructor(context: SyncContext, site: FollowedSite, options: WatchOptions) {
    this.#context = context;
    this.#site = site;
    this.#options = options;
  }

  async run(watcher: Watcher): Promise<void> {
    const { stopping, env, settings } = this.#context;
    const stop = (): void => this.#wake.abort();
    stopping.addEventListener('abort', stop);
    const watch = await this.#watch(watcher);
    let scanAt = env.now();
    let listAt = env.now();
    let wakeIn: number | null = null;
    while (!stopping.aborted) {
      const due = Math.min(scanAt, listAt, wakeIn === null ? Infinity : env.now() + wakeIn);
      if (!this.#hinted) await env.sleep(Math.max(0, due - env.now()), this.#wake.signal);
      if (stopping.aborted) break;
      if (this.#hinted) await env.sleep(settings.stillMs, stopping);
      this.#wake = new AbortController();
      this.#hinted = false;
      const full = env.now() >= scanAt || this.#dirty === null;
      const list = env.now() >= listAt;
      wakeIn = await this.#cycle(full, list);
      const nextScan = env.now() + this.#scanEvery;
      scanAt = full ? nextScan : Math.min(scanAt, nextScan);
      if (list) listAt = env.now() + LISTING_EVERY;
    }
    stopping.removeEventListener('abort', stop);
    await watch.close();
  }

  async #watch(watcher: Watcher): Promise<Watch> {
    const rules = ignoreRules(this.#context.settings.ignore, '');
    const watch = watcher.watch(this.#site.folder, rules.ignoresAnywhere, (hint) => {
      if (hint.kind === 'lost') this.#trustNoMore(hint.why);
      else this.#dirty?.add(hint.folder);
      this.#hinted = true;
      this.#wake.abort();
    });
    const ready = await watch.ready;
    if (!ready.ok) {
      this.#scanEvery = SCAN_WITHOUT_WATCHER;
      this.#options.onNotice(`${ready.failure.message} ${ready.failure.hint}`);
    }
    return watch;
  }

  /**
   * Hints were missed, and more will be: what watched a folder that was not watched, or went and came back, sees no
   * more of it. So everything is scanned now, and every half minute from now on.
   */
  #trustNoMore(why: string): void {
    this.#dirty = null;
    if (this.#scanEvery === SCAN_WITHOUT_WATCHER) return;
    this.#scanEvery = SCAN_WITHOUT_WATCHER;
    this.#options.onNotice(
      `Changes in ${this.#site.folder} may have been missed: ${why}. SiteSync scans the folder every half minute from now on.`,
    );
  }

  async #cycle(full: boolean, list: boolean): Promise<number | null> {
    const below = full || this.#dirty === null ? null : [...this.#dirty];
    this.#dirty = new Set();
    if (list) this.#context.gate.reopen();
    const options = {
      confirmDeletes: false,
      eager: false,
      below: below?.includes('') === true ? null : below,
      list,
    };
    const { report, wakeIn } = await syncSite(this.#context, this.#site, options);
    const away = report.problems.find((problem) => problem.code === 'folder-missing' && problem.path === '');
    if (away !== undefined) this.#trustNoMore('the folder was away');
    if (hasNews(report)) this.#options.onReport(report);
    return wakeIn;
  }
}

function hasNews(report: SiteReport): boolean {
  const { created, updated, deletedRemote, downloaded, trashed, moved, adopted, conflicts, held } = report;
  return (
    created + updated + deletedRemote + downloaded + trashed + moved + adopted + conflicts.length > 0 ||
    held !== null
  );
}
