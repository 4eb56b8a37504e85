import type { Failure } from '../../../shared/failure.ts';
import { Admission } from '../pacing/admission.ts';
import type { SiteContext, SyncContext } from '../context.ts';
import { listingFailure, listingProblems, moreIsLeft, reportOf, stopped } from './cycle-report.ts';
import { taskGroup } from '../concurrency/task-group.ts';
import type { ListingResult } from '../observe/listing-run.ts';
import { forgetOtherRules, rulesText } from '../observe/ignored-before.ts';
import { lookAtBoth } from '../observe/look.ts';
import type { ScanScope } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { Problems } from '../problems/problems.ts';
import { ObservedFolder } from '../observe/observed-folder.ts';
import { rehashSome } from '../observe/rehash.ts';
import { staleIn } from '../observe/scan-problems.ts';
import { listSites } from '../observe/sites.ts';
import { noteLook } from './note-look.ts';
import { giveUpUnproven } from '../plan/prove-agreements.ts';
import { areUnproven } from '../settings/unproven.ts';
import { Rounds } from './rounds.ts';
import { siteContext } from './site-context.ts';
import { isUnlisted } from '../problems/reported-problems.ts';
import { siteProblem } from '../problems/problem.ts';
import type { SiteReport } from './site-report.ts';
import { type Tally } from '../steps/tally.ts';
import { noteClock, purgeTrash } from '../observe/trash-clock.ts';
import type { CycleOptions } from '../cycle-options.ts';
import { InFlight, type Unreported } from '../steps/in-flight.ts';

export interface CycleEnd {
  readonly report: SiteReport;
  /** Milliseconds until a file that is being written may be still, or a failed one is due; null if there is none. */
  readonly wakeIn: number | null;
  /** How long the listing took, without what it only waited, ms; 0 if none was made. */
  readonly listingMs: number;
  /** False if the service gave no list, where it was asked for one. */
  readonly listed: boolean;
  /** False if the folder could not be scanned. */
  readonly scanned: boolean;
  /** Folders that could not be read although files below them are known. */
  readonly stale: readonly string[];
  /** It ended early: the next cycle looks at both sides and does the rest. */
  readonly cut: boolean;
  /** It was stopped before all was done. */
  readonly interrupted: boolean;
}

/**
 * One cycle of one site: observe both sides, plan, apply, commit, until a plan asks for nothing more that can be done
 * now. What could not be done is remembered with its reason. It does not throw, whatever disk, network or service do.
 * Only if the mirror fails does it throw, once no step is under way.
 */
export function syncSite(context: SyncContext, site: FollowedSite, options: CycleOptions): Promise<CycleEnd> {
  const { inFlight = new InFlight() } = options;
  return taskGroup(
    context,
    (own, stop) =>
      inFlight.cycle((unreported) =>
        new Cycle(siteContext(own, site, inFlight, stop), options, unreported).run(),
      ),
    // Only for the steps that this cycle detached: hundreds of cycles may pass beside an upload of an hour.
    inFlight.detachedFromNow(),
  );
}

/** What is known only at the end of a cycle. */
interface Ended extends Pick<CycleEnd, 'wakeIn' | 'cut'> {
  /** Nothing is left that could be done now. */
  readonly finished: boolean;
  /** Files in step; null if no plan has just counted them. */
  readonly agreed: number | null;
}

class Cycle {
  readonly #context: SiteContext;
  readonly #options: CycleOptions;
  readonly #tally: Tally;
  readonly #problems: Problems;
  /** What was scanned; null: everything. */
  #scope: ScanScope | null = null;
  #listingMs = 0;
  #isListed = true;
  #isScanned = false;
  #stale: readonly string[] = [];
  /** There is more to do than the rounds of one cycle get done. */
  #hasMore = false;
  #interrupted: boolean;

  constructor(context: SiteContext, options: CycleOptions, { tally, interrupted }: Unreported) {
    this.#context = context;
    // Only a look at both sides as a whole can prove them.
    const mustProve = areUnproven(context.mirror, context.site.id);
    this.#options = mustProve ? { ...options, scope: null, list: true } : options;
    this.#tally = tally;
    this.#interrupted = interrupted;
    this.#problems = new Problems(context);
  }

  async run(): Promise<CycleEnd> {
    const { site } = this.#context;
    if (this.#isStopped) return this.#end();
    noteClock(this.#context, site);
    this.#context.planAhead(site);
    const looked = await lookAtBoth(this.#context, site, this.#options);
    const { scanned, listed, listingMs, unmarked } = looked;
    this.#scope = looked.scope;
    this.#listingMs = listingMs;
    this.#isListed = listed.ok;
    await noteLook(this.#problems, scanned, this.#scope);
    if (!scanned.ok) return this.#end();
    const folder = new ObservedFolder(this.#context, this.#scope, scanned.value, unmarked);
    this.#isScanned = true;
    this.#stale = staleIn(scanned.value);
    this.#context.gate.folderFound(site.id);
    const admission = new Admission(this.#context, unmarked);
    if (!listed.ok) {
      await this.#noteUnlisted(listed.failure, admission);
      return this.#end();
    }
    if (this.#options.list) {
      this.#options.onListed?.();
      this.#problems.found('list', listingProblems(listed.value));
      await this.#lookForSite();
    }
    await giveUpUnproven(this.#context, scanned.value, listed.value);
    return this.#planAndApply(folder, listed.value, admission);
  }

  async #noteUnlisted(failure: Failure, admission: Admission): Promise<void> {
    const { gate, site } = this.#context;
    if (failure.code === 'no-access') gate.refuse(site.id, failure);
    else await admission.learn(failure);
    this.#problems.found('list', listingFailure(this.#context, failure));
  }

  /** Takes back the problem that the service no longer has this site, once it lists the site again. */
  async #lookForSite(): Promise<void> {
    const { mirror, site, siteIsListed } = this.#context;
    const isMissing = isUnlisted(mirror, site.id);
    if (!isMissing && !this.#problems.saysUnlisted) return;
    const listed = await siteIsListed();
    if (!listed.ok || !listed.value) return;
    if (isMissing) await listSites(this.#context);
    this.#problems.listedAgain();
  }

  async #planAndApply(
    folder: ObservedFolder,
    listing: ListingResult,
    admission: Admission,
  ): Promise<CycleEnd> {
    const parts = {
      context: this.#context,
      admission,
      problems: this.#problems,
      tally: this.#tally,
      options: this.#options,
    };
    const rounds = new Rounds(parts, folder);
    let wakeIn = await rounds.run(listing);
    const isCut = rounds.isCut && admission.stop === null;
    const mayRehash = this.#scope === null && !isCut && admission.stop === null;
    if (mayRehash && (await rehashSome(this.#context))) wakeIn = await rounds.run(listing);
    this.#interrupted = rounds.interrupted;
    this.#isListed = !rounds.lacksList;
    this.#stale = staleIn(folder.report);
    if (isCut) return this.#end({ cut: true });
    await this.#noteOutcome(folder, rounds, admission);
    // If everything stands still, the next listing finds out whether it may go on.
    const dueIn = admission.stop === null ? this.#problems.dueIn() : null;
    const { agreed, finished } = rounds;
    return this.#end({ wakeIn: sooner(wakeIn, dueIn), finished, agreed });
  }

  /** Writes down what later cycles and the report need, after everything was done in this one. */
  async #noteOutcome(folder: ObservedFolder, rounds: Rounds, admission: Admission): Promise<void> {
    const { gate, mirror, env, site, settings, inFlight } = this.#context;
    const { list } = this.#options;
    const refusal = gate.refusal(site.id);
    // One problem of the site, instead of one for each file that was under way when its folder went away.
    if (refusal?.code === 'folder-missing') this.#problems.found('folder', [siteProblem(refusal)]);
    if (admission.stop === null) {
      if (!inFlight.hasDetached) mirror.setSynced(site.id, env.now());
      this.#hasMore = !rounds.finished;
    }
    if (folder.isWhole && rounds.finished)
      forgetOtherRules(mirror, site.id, rulesText(settings.ignore, folder.report.ignoreText));
    if (this.#scope === null && list) await purgeTrash(this.#context, site);
  }

  get #isStopped(): boolean {
    return this.#context.stopping.aborted || this.#context.signal.aborted;
  }

  #end({ wakeIn = null, finished = false, agreed = null, cut = false }: Partial<Ended> = {}): CycleEnd {
    const { siteName } = this.#context;
    return {
      report: reportOf(this.#context, agreed, this.#tally, [
        ...this.#problems.all(),
        ...(this.#isUndone(finished) ? [siteProblem(stopped(siteName))] : []),
        ...(this.#hasMore ? [siteProblem(moreIsLeft(siteName))] : []),
      ]),
      wakeIn,
      listingMs: this.#listingMs,
      listed: this.#isListed,
      scanned: this.#isScanned,
      stale: this.#stale,
      cut,
      interrupted: this.#interrupted,
    };
  }

  /** Must the report say that it was stopped? One of the many cycles of a watch that had only looked need not. */
  #isUndone(finished: boolean): boolean {
    const { watching, mustFinish } = this.#options;
    if (!this.#isStopped) return false;
    return watching === true && mustFinish !== true ? this.#interrupted : !finished;
  }
}

function sooner(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
