import type { Failure, Result } from '../../../shared/failure.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { SyncContext } from '../context.ts';
import { syncSite } from '../cycle/cycle.ts';
import { noteLook } from '../cycle/note-look.ts';
import type { CycleOptions, LateEnd, Transfers } from '../state/cycle-options.ts';
import type { Watcher } from '../ports/environment.ts';
import type { FollowedSite } from '../ports/mirror.ts';
import { FirstSync, type FirstSyncOptions } from './first-sync.ts';
import { isFolderThere, lookAtFolder } from '../observe/look.ts';
import { staleIn } from '../observe/scan-problems.ts';
import type { ScanReport, ScanScope } from '../ports/disk.ts';
import { Problems } from '../state/problems.ts';
import { siteProblem } from '../state/tally.ts';
import { isFolderFault } from '../state/standing.ts';
import type { NoticeOptions } from '../lasting-notice.ts';
import type { SiteReport } from '../state/tally.ts';
import { InFlight } from '../state/in-flight.ts';
import { SCAN_EVERY, WatchedFolder } from './watched-folder.ts';

/**
 * How often the service is listed: every minute where that is quick. A large site, or a slow line, is listed less
 * often; whoever cannot wait has "Sync now". No more than a hundredth of the time goes into it; and, as a record is some
 * 500 bytes on the line and 6 microseconds of work, no more than 83 kB a second and a thousandth of a processor.
 */
const LISTING_EVERY = 60_000;
const LISTING_SHARE = 100;
const LISTING_PER_RECORD = 6;
const LISTING_LONGEST = 10 * 60_000;
/** How often it is looked whether the folder is there: where one above it was moved, no watcher tells. */
const FOLDER_EVERY = 30_000;
/**
 * During the transfers of one plan, what comes meanwhile is not seen. So if there is something to see, transfers that were
 * not begun after this time are left to a further cycle, which looks first. If all are under way that happens at once, since
 * it makes no difference to them. But never before so many times what looking and planning take.
 */
const LONG_TRANSFER = 60_000;
const TRANSFER_SHARE = 10;

export interface WatchOptions extends NoticeOptions {
  /** Each report is told as it comes: what it says of the folder is not said by a notice as well. */
  readonly tellsReports?: boolean;
  /** Called after each cycle that did something or has something new to say. */
  readonly onReport: (report: SiteReport) => void;
  /** What keeps all sites from the service, said once; null: it is over. */
  readonly onStop?: (failure: Failure | null) => void;
  /** The service refused the token, and refuses it still when it is asked once more a while later. */
  readonly onRefusedAgain?: (failure: Failure) => void;
  /** Somebody waits for the first sync: each of its cycles is reported. */
  readonly first?: FirstSyncOptions | undefined;
}

export interface SiteWatchOptions extends WatchOptions {
  /** A cycle begins (1) or is over (-1). */
  readonly onBusy: (change: 1 | -1) => void;
  /** A cycle went through: the mirror could be written. */
  readonly onThrough: () => void;
}

/** Keeps one site in step until its context stops: hints of the watcher, the service's listing, a full scan now and then. */
export class SiteWatch {
  readonly #context: SyncContext;
  readonly #options: SiteWatchOptions;
  #site: FollowedSite;
  readonly #folder: WatchedFolder;
  #listAt = 0;
  /** What the last listing took, ms. */
  #listingMs = 0;
  /** A detached step asks for a listing that begins after its end, whatever the cycle under way lists. */
  #mustList = false;
  #wakeIn: number | null = null;
  #folderAt = 0;
  #wake = new AbortController();
  #hinted = false;
  /** Somebody waits: list and scan all, now; `eager` overrules back-off. */
  #asked: { readonly eager: boolean } | null = null;
  /** What is under way may no longer be what the person wants. */
  #hasNewChoice = false;
  readonly #inFlight = new InFlight();
  readonly #first: FirstSync;
  /** Steps are detached, which is work under way to who looks on. */
  #isTransferring = false;
  /** What came of them is not in the report of a cycle yet. */
  #isUntold = false;
  /** What was wrong after the last cycle: said once, and once more when it is over. */
  #trouble = JSON.stringify([null, []]);

  constructor(context: SyncContext, watcher: Watcher, site: FollowedSite, options: SiteWatchOptions) {
    this.#context = context;
    this.#site = site;
    this.#options = options;
    this.#folder = new WatchedFolder(context, watcher, site.folder, {
      ...options,
      onHint: () => {
        this.#hinted = true;
        this.#wake.abort();
      },
    });
    this.#first = new FirstSync(options.first);
  }

  get site(): FollowedSite {
    return this.#site;
  }

  /** Looks at both sides as soon as the cycle under way is over. */
  nudge(eager: boolean): void {
    this.#asked = { eager: eager || this.#asked?.eager === true };
    this.#folder.asked();
    this.#wake.abort();
  }

  /** Another choice of what to keep, or other settings, from the next cycle on. */
  change(site: FollowedSite): void {
    const sameChoice = JSON.stringify(site.keep) === JSON.stringify(this.#site.keep);
    this.#site = site;
    if (!this.#folder.hasOtherRules() && sameChoice) return;
    this.#hasNewChoice = true;
    this.nudge(false);
  }

  /** May be called again after it threw. */
  async run(): Promise<void> {
    const { stopping } = this.#context;
    const stop = (): void => this.#wake.abort();
    stopping.addEventListener('abort', stop);
    // It may have run before, and ended by a mirror that could not be written: look at everything anew.
    this.#listAt = 0;
    try {
      await this.#folder.open();
      for (;;) {
        await this.#untilDue();
        if (this.#inFlight.thrown !== null) throw this.#inFlight.thrown.error;
        if (stopping.aborted) return await this.#tellLast();
        await (this.#context.pauseSwitch.held ? this.#look() : this.#turn());
      }
    } finally {
      stopping.removeEventListener('abort', stop);
      await this.#folder.close();
      this.#inFlight.stopAll();
      await this.#inFlight.settled().finally(() => (this.#inFlight.thrown = null));
    }
  }

  /** No cycle follows that would tell what came of detached steps at the end, or that the folder is away by now. */
  async #tellLast(): Promise<void> {
    const isTold = !this.#isUntold && this.#first.isThrough;
    if (isTold && (this.#options.tellsReports !== true || !(await this.#wentAway()))) return;
    this.#inFlight.stopAll();
    await this.#inFlight.settled();
    // Without its folder it is no more than a look, which one that is stopped does not take.
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
    const isOver = (): boolean => stopping.aborted || this.#inFlight.thrown !== null;
    while (!this.#hinted && (this.#asked === null || pauseSwitch.held) && !isOver()) {
      const { scanAt } = this.#folder;
      const moments = pauseSwitch.held ? [scanAt] : [scanAt, this.#listAt, this.#wakeIn ?? this.#listAt];
      if (moments.some((at) => this.#hasCome(at))) break;
      if (hasCome(this.#folderAt, env.now(), FOLDER_EVERY)) {
        // The clock may be another when that was read.
        if (!(await this.#wentAway())) continue;
        this.#folder.notScanned();
        break;
      }
      await env.sleep(Math.min(...moments, this.#folderAt) - env.now(), this.#wake.signal);
      if (this.#wake.signal.aborted) break;
    }
    await this.#burst();
  }

  /** Since the last cycle, unnoticed. Where nothing in it counts scans look whether it does again. */
  async #wentAway(): Promise<boolean> {
    this.#folderAt = this.#context.env.now() + FOLDER_EVERY;
    return !this.#folder.isLookedFor && !(await isFolderThere(this.#context, this.#site));
  }

  /** Hints come in bursts: one scan finds what all of them are about. */
  async #burst(): Promise<void> {
    const { env, settings, stopping } = this.#context;
    if (this.#hinted && this.#asked === null) await env.sleep(settings.stillMs, stopping);
    this.#wake = new AbortController();
    if (stopping.aborted) this.#wake.abort();
  }

  /** Cycles until one is not cut short. All of them are one piece of work to who looks on. */
  async #turn(): Promise<void> {
    const { pauseSwitch, stopping } = this.#context;
    this.#options.onBusy(1);
    try {
      let left = await this.#cycle(false);
      while (left !== null && !pauseSwitch.held && !stopping.aborted && this.#inFlight.thrown === null) {
        await this.#burst();
        left = await this.#cycle(left.eager);
      }
    } finally {
      this.#rest();
    }
  }

  /** Detached steps are then all that is worked on. */
  #rest(): void {
    if (this.#inFlight.hasDetached) this.#context.progress.phase('transferring', this.#site.id);
    this.#options.onBusy(-1);
  }

  /** From the cycle on that detached steps: what they throw while other cycles follow is heard as well. */
  async #stayBusy(): Promise<void> {
    if (!this.#inFlight.hasDetached || this.#isTransferring) return;
    this.#isTransferring = true;
    this.#options.onBusy(1);
    try {
      while (this.#inFlight.hasDetached) await this.#inFlight.settled();
    } catch {
      this.#wake.abort();
    } finally {
      this.#isTransferring = false;
      this.#options.onBusy(-1);
    }
  }

  /** What was looked at during its transfer is looked at once more. */
  #lateEnd({ folders, mustList }: LateEnd): void {
    this.#folder.lookAgain(folders);
    this.#mustList ||= mustList;
    this.#hinted = true;
    this.#wake.abort();
  }

  /** A dead network is asked again soon: what was waited for in vain cost nobody anything. */
  #untilListing(listingMs: number): number {
    const { gate, mirror } = this.#context;
    if (gate.stop?.kind === 'offline') return LISTING_EVERY;
    return listingWait(listingMs, mirror.counts(this.#site.id).remote);
  }

  /** While the person paused: what changed here is seen and shown as waiting, and nothing is asked of the service. */
  async #look(): Promise<void> {
    // It is answered by this look: else each one after it were of the whole folder, and would wait for no burst.
    const asked = this.#asked;
    this.#asked = null;
    await this.#folder.keepWatching();
    this.#hinted = false;
    const full = asked !== null || this.#folder.isScanDue;
    this.#options.onBusy(1);
    await this.#inFlight.beginSnapshot();
    const scope = this.#folder.takeHints(full);
    const looked = await lookAtFolder(this.#context, this.#site, scope)
      .then((seen) => this.#noted(seen, scope))
      .finally(() => {
        this.#inFlight.endSnapshot();
        this.#rest();
      });
    const problem = looked.ok ? null : siteProblem(looked.failure);
    const isOfFolder = problem !== null && (isFolderFault(problem) || problem.code === 'sign-in');
    this.#folder.found(isOfFolder ? problem : null);
    if (looked.ok) this.#folder.unread(staleIn(looked.value));
    else this.#folder.notScanned();
    this.#folder.scanned(full || !looked.ok);
  }

  /** No cycle says meanwhile that the folder is away, or is back. */
  #noted(looked: Result<ScanReport>, scope: ScanScope | null): Result<ScanReport> {
    const problems = new Problems({ ...this.#context, site: this.#site, inFlight: this.#inFlight });
    // Where somebody has to sign in first the folder is there.
    if (!looked.ok && looked.failure.code === 'sign-in') problems.observed('folder', []);
    else noteLook(problems, looked, scope);
    return looked;
  }

  #hasCome(at: number): boolean {
    return hasCome(at, this.#context.env.now(), SCAN_EVERY);
  }

  /** Null where it was not cut short; else how to go on. */
  async #cycle(stillEager: boolean): Promise<{ readonly eager: boolean } | null> {
    const { env } = this.#context;
    await this.#folder.keepWatching();
    const asked = this.#asked;
    this.#asked = null;
    this.#hinted = false;
    this.#hasNewChoice = false;
    const full = asked !== null || this.#folder.isScanDue;
    // While nothing in the folder counted the service was not asked: by the list of before, what another program sent from
    // there is new.
    const isBack = this.#folder.isLookedFor;
    const list = asked !== null || this.#mustList || isBack || this.#hasCome(this.#listAt);
    const eager = stillEager || asked?.eager === true || this.#first.eager;
    if (list) this.#mustList = false;
    const options: CycleOptions = {
      confirmDeletes: this.#first.confirmDeletes,
      eager,
      scope: this.#folder.takeHints(full),
      list,
      watching: true,
      mustFinish: !this.#first.isThrough,
      isCutShort: (transfers) => this.#isCutShort(transfers),
      inFlight: this.#inFlight,
      onLateEnd: (end) => this.#lateEnd(end),
    };
    this.#isUntold = this.#inFlight.hasDetached;
    const end = await syncSite(this.#context, this.#site, options).finally(() => void this.#stayBusy());
    this.#isUntold ||= this.#inFlight.hasDetached;
    const { report, wakeIn, listingMs, scanned, stale, cut, interrupted } = end;
    this.#options.onThrough();
    // What is due later than that is met by a listing.
    this.#wakeIn = wakeIn === null || wakeIn > SCAN_EVERY ? null : env.now() + wakeIn;
    this.#noteFolder(report.problems);
    if (!scanned) this.#folder.notScanned();
    this.#folder.unread(stale);
    this.#report(report, interrupted);
    this.#first.cycleOver(cut, this.#isUntold);
    this.#folder.scanned(full);
    if (list) {
      this.#listAt = env.now() + this.#untilListing(listingMs);
      this.#listingMs = listingMs;
    }
    return cut ? { eager } : null;
  }

  #isCutShort({ since, planMs, waiting }: Transfers): boolean {
    if (this.#hasNewChoice) return true;
    if (!this.#hinted && this.#asked === null) return false;
    const looking = planMs + (this.#asked === null ? 0 : this.#listingMs);
    const least = waiting.size === 0 ? 0 : LONG_TRANSFER;
    return this.#context.env.now() - since >= Math.max(least, looking * TRANSFER_SHARE);
  }

  #noteFolder(problems: SiteReport['problems']): void {
    this.#folder.found(problems.find(isFolderFault) ?? null);
  }

  #report(report: SiteReport, interrupted: boolean): void {
    if (this.#hasNews(report) || interrupted || !this.#first.isThrough) this.#options.onReport(report);
  }

  #hasNews(report: SiteReport): boolean {
    const { created, updated, deletedRemote, downloaded, trashed, moved, adopted, conflicts } = report;
    const did = created + updated + deletedRemote + downloaded + trashed + moved + adopted + conflicts.length;
    const lasting = report.problems
      .filter((problem) => problem.code !== 'cancelled')
      // How much is free changes all the time, which is no news.
      .map((problem) => (problem.code === 'disk-full' ? { ...problem, message: '' } : problem));
    const trouble = JSON.stringify([report.held, lasting]);
    const before = this.#trouble;
    this.#trouble = trouble;
    return did > 0 || trouble !== before;
  }
}

/** Until the next listing after one that took so long and told of so many records; both times in ms. */
export function listingWait(listingMs: number, records: number): number {
  const wanted = Math.max(LISTING_EVERY, listingMs * LISTING_SHARE, records * LISTING_PER_RECORD);
  return Math.min(wanted, LISTING_LONGEST);
}
