import type { Failure, Result } from '../../../shared/failure.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { SyncContext } from '../context.ts';
import { syncSite } from '../cycle/cycle.ts';
import { noteLook } from '../cycle/note-look.ts';
import type { CycleOptions, LateEnd, Transfers } from '../cycle-options.ts';
import type { Watcher } from '../ports/environment.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { FirstSync, type FirstSyncOptions } from './first-sync.ts';
import { Calls, type Asked } from './calls.ts';
import { News } from './news.ts';
import { NextListing } from './next-listing.ts';
import { isFolderThere, lookAtFolder } from '../observe/look.ts';
import { staleIn } from '../observe/scan-problems.ts';
import type { ScanReport, ScanScope } from '../ports/disk.ts';
import { Problems } from '../problems/problems.ts';
import { siteProblem } from '../problems/problem.ts';
import type { SiteReport } from '../cycle/site-report.ts';
import { isFolderFault } from '../problems/reported-problems.ts';
import type { NoticeOptions } from '../telling/lasting-notice.ts';
import { InFlight } from '../steps/in-flight.ts';
import { SCAN_EVERY, WatchedFolder } from './watched-folder.ts';

/** How often to check that the folder is there, ms: if a folder above it was moved, no watcher tells. */
const FOLDER_EVERY = 30_000;
/**
 * Changes are not looked at during the transfers of one plan. So if there are any, transfers that were not begun after this
 * time are left to another cycle, which looks first. If all have begun that happens at once, since it makes no difference to
 * them. But the transfers get at least this many times as long as looking and planning take.
 */
const LONG_TRANSFER = 60_000;
const TRANSFER_SHARE = 10;

export interface WatchOptions extends NoticeOptions {
  /** Every report is shown as it comes, so that notices about the folder would only repeat it. */
  readonly tellsReports?: boolean;
  /** Called after each cycle that did something or has something new to say. */
  readonly onReport: (report: SiteReport) => void;
  /** Told once what keeps all sites from the service; null once that is over. */
  readonly onStop?: (failure: Failure | null) => void;
  /** The service refused the token, and refuses it still when it is asked once more a while later. */
  readonly onRefusedAgain?: (failure: Failure) => void;
  /** Set if somebody waits for the first sync: each of its cycles is reported. */
  readonly first?: FirstSyncOptions | undefined;
}

export interface SiteWatchOptions extends WatchOptions {
  /** A cycle begins (1) or is over (-1). */
  readonly onBusy: (change: 1 | -1) => void;
  /** A cycle ended without an error of the mirror. */
  readonly onThrough: () => void;
  /** The service gave the list of the site. */
  readonly onListed: () => void;
}

/** Keeps one site in step until its context stops, led by hints of the watcher, listings, and a full scan now and then. */
export class SiteWatch {
  readonly #context: SyncContext;
  readonly #options: SiteWatchOptions;
  #site: FollowedSite;
  readonly #folder: WatchedFolder;
  readonly #listing: NextListing;
  readonly #calls = new Calls();
  readonly #news = new News();
  /** When something that failed is due again, epoch ms; null: not before the next listing. */
  #wakeAt: number | null = null;
  #folderAt = 0;
  readonly #inFlight = new InFlight();
  readonly #first: FirstSync;
  /** Detached steps are under way, and shown as work. */
  #isTransferring = false;
  /** No cycle has reported yet what came of them. */
  #isUntold = false;

  constructor(context: SyncContext, watcher: Watcher, site: FollowedSite, options: SiteWatchOptions) {
    this.#context = context;
    this.#site = site;
    this.#options = options;
    this.#folder = new WatchedFolder(context, watcher, site.folder, {
      ...options,
      onHint: () => this.#calls.hint(),
    });
    this.#listing = new NextListing(context, site.id);
    this.#first = new FirstSync(options.first);
  }

  get site(): FollowedSite {
    return this.#site;
  }

  /** Looks at both sides as soon as the cycle under way is over. */
  nudge(eager: boolean): void {
    this.#folder.asked();
    this.#calls.ask(eager);
  }

  /** Another choice of what to keep, or other settings, from the next cycle on. */
  change(site: FollowedSite): void {
    const sameChoice = JSON.stringify(site.keep) === JSON.stringify(this.#site.keep);
    this.#site = site;
    if (!this.#folder.hasOtherRules() && sameChoice) return;
    this.#folder.asked();
    this.#calls.choose();
  }

  /** May be called again after it threw. */
  async run(): Promise<void> {
    const { stopping } = this.#context;
    const stop = (): void => this.#calls.wake();
    stopping.addEventListener('abort', stop);
    // An earlier run may have ended because the mirror could not be written: look at everything again.
    this.#listing.hurry();
    try {
      await this.#folder.open();
      for (;;) {
        await this.#untilDue();
        this.#inFlight.rethrow();
        if (stopping.aborted) return await this.#tellLast();
        await (this.#context.pauseSwitch.held ? this.#look() : this.#turn());
      }
    } finally {
      stopping.removeEventListener('abort', stop);
      this.#context.progress.takeUp(this.#site.id);
      await this.#folder.close();
      await this.#inFlight.end();
    }
  }

  /** At the end no other cycle would report what came of detached steps, or that the folder has gone: this one does. */
  async #tellLast(): Promise<void> {
    const isTold = !this.#isUntold && this.#first.isThrough;
    if (isTold && (this.#options.tellsReports !== true || !(await this.#wentAway()))) return;
    this.#inFlight.stopAll();
    await this.#inFlight.settled();
    // Without the folder it is only a look, which a stopped cycle would not take.
    const context = isTold ? { ...this.#context, stopping: this.#context.signal } : this.#context;
    const { report, interrupted } = await syncSite(context, this.#site, {
      confirmDeletes: false,
      eager: false,
      scope: null,
      list: false,
      watching: true,
      mustFinish: !this.#first.isThrough,
      inFlight: this.#inFlight,
    });
    this.#report(report, interrupted);
  }

  async #untilDue(): Promise<void> {
    const { env, pauseSwitch, stopping } = this.#context;
    // While the person paused, only the folder is looked at.
    const isOver = (): boolean => stopping.aborted || this.#inFlight.hasThrown;
    while (!this.#calls.isHinted && (this.#calls.asked === null || pauseSwitch.held) && !isOver()) {
      const { scanAt } = this.#folder;
      const listAt = this.#listing.at;
      const moments = pauseSwitch.held ? [scanAt] : [scanAt, listAt, this.#wakeAt ?? listAt];
      if (moments.some((at) => this.#hasCome(at))) break;
      if (hasCome(this.#folderAt, env.now(), FOLDER_EVERY)) {
        // Reading took time: compare with the clock again.
        if (!(await this.#wentAway())) continue;
        this.#folder.notScanned();
        break;
      }
      await env.sleep(Math.min(...moments, this.#folderAt) - env.now(), this.#calls.signal);
      if (this.#calls.signal.aborted) break;
    }
    await this.#burst();
  }

  /** Did the folder go since the last cycle, unnoticed? If it was away already, scans look for it. */
  async #wentAway(): Promise<boolean> {
    this.#folderAt = this.#context.env.now() + FOLDER_EVERY;
    return !this.#folder.isLookedFor && !(await isFolderThere(this.#context, this.#site));
  }

  /** Waits for the end of a burst of hints: one scan finds what all of them are about. */
  async #burst(): Promise<void> {
    const { env, settings, stopping } = this.#context;
    if (this.#calls.isHinted && this.#calls.asked === null) await env.sleep(settings.stillMs, stopping);
    this.#calls.rest();
    if (stopping.aborted) this.#calls.wake();
  }

  /** Runs cycles until one is not cut short. All of them are shown as one piece of work. */
  async #turn(): Promise<void> {
    const { pauseSwitch, stopping } = this.#context;
    this.#options.onBusy(1);
    try {
      let left = await this.#cycle(false);
      while (left !== null && !pauseSwitch.held && !stopping.aborted && !this.#inFlight.hasThrown) {
        await this.#burst();
        left = await this.#cycle(left.eager);
      }
    } finally {
      // A pause of all is a pause of what is left, too; of one site its files are expected no more.
      if (!pauseSwitch.held || this.#site.paused) this.#context.progress.takeUp(this.#site.id);
      this.#rest();
    }
  }

  /** The cycle is over: only detached steps are still worked on, if any. */
  #rest(): void {
    if (this.#inFlight.hasDetached) this.#context.progress.phase('transferring', this.#site.id);
    this.#options.onBusy(-1);
  }

  /** Shows detached steps as work until they end, and hears what they throw while other cycles run. */
  async #stayBusy(): Promise<void> {
    if (!this.#inFlight.hasDetached || this.#isTransferring) return;
    this.#isTransferring = true;
    this.#options.onBusy(1);
    try {
      while (this.#inFlight.hasDetached) await this.#inFlight.settled();
    } catch {
      this.#calls.wake();
    } finally {
      this.#isTransferring = false;
      this.#options.onBusy(-1);
    }
  }

  /** A detached step has ended: what was looked at during its transfer is looked at once more. */
  #lateEnd({ folders, mustList }: LateEnd): void {
    this.#folder.lookAgain(folders);
    if (mustList) this.#listing.need();
    this.#calls.hint();
  }

  /** While the person paused: what changed here is seen and shown as waiting, and nothing is asked of the service. */
  async #look(): Promise<void> {
    // This look answers a request. Kept, it would make every later look one at the whole folder, without waiting for bursts.
    // From here on somebody may ask for more than a look: the pause may end while the folder is watched anew.
    const asked = this.#calls.take();
    await this.#folder.keepWatching();
    const full = asked !== null || this.#folder.isScanDue;
    this.#options.onBusy(1);
    const looked = await this.#inFlight
      .snapshot(async () => {
        const scope = this.#folder.takeHints(full);
        return this.#noteLooked(await lookAtFolder(this.#context, this.#site, scope, this.#inFlight), scope);
      })
      .finally(() => this.#rest());
    const problem = looked.ok ? null : siteProblem(looked.failure);
    const isOfFolder = problem !== null && (isFolderFault(problem) || problem.code === 'sign-in');
    this.#folder.found(isOfFolder ? problem : null);
    if (looked.ok) this.#folder.unread(staleIn(looked.value));
    else this.#folder.notScanned();
    this.#folder.scanned(full || !looked.ok);
  }

  /** Notes whether the folder is away, or back: while all is paused no cycle does. Returns what the look found. */
  async #noteLooked(looked: Result<ScanReport>, scope: ScanScope | null): Promise<Result<ScanReport>> {
    const problems = new Problems({ ...this.#context, site: this.#site, inFlight: this.#inFlight });
    // If a sign-in is needed first, the folder is there.
    if (!looked.ok && looked.failure.code === 'sign-in') problems.found('folder', []);
    else await noteLook(problems, looked, scope);
    return looked;
  }

  #hasCome(at: number): boolean {
    return hasCome(at, this.#context.env.now(), SCAN_EVERY);
  }

  /** Runs a cycle. Returns how to go on if it was cut short, else null. */
  async #cycle(stillEager: boolean): Promise<Asked | null> {
    const { env } = this.#context;
    await this.#folder.keepWatching();
    const asked = this.#calls.take();
    const full = asked !== null || this.#folder.isScanDue;
    // While the folder was away the service was not asked. By the old list, files that another program sent from the folder
    // meanwhile would look new.
    const isBack = this.#folder.isLookedFor;
    const list = this.#listing.begins(asked !== null || isBack);
    const eager = stillEager || asked?.eager === true || this.#first.eager;
    const options: CycleOptions = {
      confirmDeletes: this.#first.confirmDeletes,
      eager,
      scope: this.#folder.takeHints(full),
      list,
      watching: true,
      mustFinish: !this.#first.isThrough,
      isCutShort: (transfers) => this.#isCutShort(transfers),
      onListed: this.#options.onListed,
      inFlight: this.#inFlight,
      onLateEnd: (end) => this.#lateEnd(end),
    };
    this.#isUntold = this.#inFlight.hasDetached;
    const end = await syncSite(this.#context, this.#site, options).finally(() => void this.#stayBusy());
    this.#isUntold ||= this.#inFlight.hasDetached;
    const { report, wakeIn, listingMs, listed, scanned, stale, cut, interrupted } = end;
    this.#options.onThrough();
    // Whatever is due later than that is met by a listing.
    this.#wakeAt = wakeIn === null || wakeIn > SCAN_EVERY ? null : env.now() + wakeIn;
    this.#noteFolder(report.problems);
    if (!scanned) this.#folder.notScanned();
    this.#folder.unread(stale);
    this.#report(report, interrupted);
    this.#first.cycleOver(cut, this.#isUntold);
    this.#folder.scanned(full);
    if (list) this.#listing.ended(listingMs, listed);
    else this.#listing.passed(listed);
    return cut ? { eager } : null;
  }

  #isCutShort({ since, planMs, waiting }: Transfers): boolean {
    const { isOtherChoice, isHinted, asked } = this.#calls;
    if (isOtherChoice) return true;
    if (!isHinted && asked === null) return false;
    const looking = planMs + (asked === null ? 0 : this.#listing.lastMs);
    const least = waiting.size === 0 ? 0 : LONG_TRANSFER;
    const passed = this.#context.env.now() - since;
    // After the clock was set back nobody knows how long they have taken, and it might be as long until it says so.
    return passed < 0 || passed >= Math.max(least, looking * TRANSFER_SHARE);
  }

  #noteFolder(problems: SiteReport['problems']): void {
    this.#folder.found(problems.find(isFolderFault) ?? null);
  }

  #report(report: SiteReport, interrupted: boolean): void {
    if (this.#news.isIn(report) || interrupted || !this.#first.isThrough) this.#options.onReport(report);
  }
}
