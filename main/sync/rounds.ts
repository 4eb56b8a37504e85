import type { Failure } from '../../shared/failure.ts';
import type { ContentHash } from '../../shared/model/ids.ts';
import { countFrom, holdDeletes, isDelete } from '../engine/mass-delete-guard.ts';
import type { Action, Hash } from '../engine/actions.ts';
import type { Admission } from './admission.ts';
import { applyRecords, applySteps } from './apply/apply.ts';
import { bytesOf, type Step, type StepEnd } from './apply/step.ts';
import { failed, type Outcome, type SiteContext } from './context.ts';
import type { CycleOptions, Travel } from './cycle.ts';
import { inTurns, slices } from './in-turns.ts';
import { pathOf } from './item.ts';
import { CONFIRMED } from './journal.ts';
import { listSite } from './listing.ts';
import type { ListingResult } from './listing-run.ts';
import { settleIntents } from './lost-creates.ts';
import { folderToScan, scanSite } from './observe.ts';
import type { Planned } from './planning.ts';
import type { ScannedFile, ScanReport } from './ports/disk.ts';
import type { Activity } from './ports/mirror.ts';
import type { Problems } from './problems.ts';
import { planQuestion } from './site-context.ts';
import { stillIn } from './stillness.ts';
import type { Tally } from './tally.ts';
import { withoutYoung } from './young-records.ts';

/** More rounds than any chain of steps of one file needs; what is left then waits for the next cycle. */
const MAX_ROUNDS = 12;
/** Noted in one transaction: some milliseconds. */
const HASHES_AT_ONCE = 500;
/** After more steps the next plan takes all of the site in. */
const MANY = 2000;
/** Steps before the last one of many at which that plan is told of: what is left takes as long as a thread to start. */
const SOON = 250;
/** A file of more bytes may travel for long. */
const LARGE = 64 * 1024 * 1024;
/** Before something that just failed is tried once more, ms. */
const BREATH = 500;

/** Of a step that was left to a further cycle: it was not tried. */
const LATER: Failure = { code: 'cancelled', message: 'It goes on in a moment.', hint: '', retry: 'now' };

/** Plans and applies until nothing is left that can be done now. */
export class Rounds {
  readonly #context: SiteContext;
  readonly #admission: Admission;
  readonly #problems: Problems;
  readonly #tally: Tally;
  readonly #options: CycleOptions;
  /** Epoch ms. */
  readonly #began: number;
  /** Folders in which something was not as planned. */
  readonly #stale = new Set<string>();
  #mustList = false;
  /** The listing at hand came after every request. */
  #isFresh: boolean;
  #finished = false;
  #brokeOff = false;
  #agreed = 0;
  /** Steps of the plan that is carried out which have not ended, and the bytes that they move. */
  #left = 0;
  #bytesLeft = 0;
  /** When the round began, epoch ms. */
  #roundBegan = 0;
  readonly #large = new Set<Step>();
  #travel: Travel = { since: 0, planMs: 0, large: this.#large };
  #isCut = false;

  constructor(
    context: SiteContext,
    admission: Admission,
    problems: Problems,
    tally: Tally,
    options: CycleOptions,
  ) {
    this.#context = context;
    this.#admission = admission;
    this.#problems = problems;
    this.#tally = tally;
    this.#options = options;
    this.#isFresh = options.list;
    this.#began = context.env.now();
  }

  /** Nothing was left to do now when it ended. */
  get finished(): boolean {
    return this.#finished;
  }

  /** What was left to do goes into a further cycle, which looks first. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Something that was to be done now was not, because all was stopped. */
  get brokeOff(): boolean {
    return this.#brokeOff;
  }

  /** Files in step when it ended; null where the last plan does not tell. */
  get agreed(): number | null {
    return this.#finished ? this.#agreed : null;
  }

  /** Milliseconds until a file that is being written may be still; null where none is. */
  async run(scan: ScanReport, listing: ListingResult): Promise<number | null> {
    let lastListing = listing;
    this.#finished = false;
    let unstill: readonly Step[] = [];
    // A listing from before the request says nothing about a create whose reply was lost.
    await this.#settle({ ...listing, complete: listing.complete && this.#isFresh });
    this.#isFresh = false;
    for (let round = 0; round < MAX_ROUNDS && this.#admission.stop === null && !this.#isCut; round++) {
      this.#roundBegan = this.#context.env.now();
      const { actions, records, release } = await this.#planWithHashes(scan, lastListing);
      const steps = actions.filter(isStep);
      const due = steps.filter((step) => this.#isDue(step) && stillIn(this.#context, step) === 0);
      if (records.count === 0 && due.length === 0) {
        release();
        this.#problems.keepOnly(actions);
        this.#problems.waits(actions);
        this.#finished = true;
        const wait = this.#untilStill(steps);
        if (wait === null || !this.#options.eager) return wait;
        this.#finished = false;
        unstill = steps.filter((step) => this.#isDue(step));
        await this.#waitForStillness(steps, wait);
      } else {
        unstill = [];
        if (due.some((step) => this.#problems.hasFailed(step)))
          await this.#context.env.sleep(BREATH, this.#context.signal);
        await this.#record(records).finally(release);
        await this.#apply(due);
      }
      await this.#rescan();
      if (this.#mustList && this.#admission.stop === null) lastListing = await this.#listAgain(lastListing);
    }
    if (this.#admission.stop === null) this.#leave(unstill);
    return null;
  }

  /** Whoever waits does not wait for ever for files that are written to all the time. */
  #leave(unstill: readonly Step[]): void {
    for (const step of unstill) this.#problems.failed(step, neverStill(pathOf(step)));
    this.#finished = unstill.length > 0;
  }

  /**
   * Plans; where a hash decides, reads the file and plans again. Deletes over the guard's bounds are held. Of the hashes
   * those are left that could not be taken. To be released.
   */
  async #planWithHashes(scan: ScanReport, listing: ListingResult): Promise<Planned> {
    for (;;) {
      const planned = await this.#context.plan(planQuestion(this.#context, scan, listing.complete));
      this.#agreed = planned.agreed;
      try {
        const { learnt, left } = await this.#hashAll(planned.hashes);
        if (!learnt) {
          const actions = await withoutYoung(this.#context, planned.actions);
          return { ...planned, actions: [...left, ...this.#guard({ ...planned, actions }, listing)] };
        }
      } catch (error) {
        planned.release();
        throw error;
      }
      planned.release();
    }
  }

  /** `learnt`: a hash became known, so that planning again makes sense. */
  async #hashAll(
    pages: Planned['hashes'],
  ): Promise<{ readonly learnt: boolean; readonly left: readonly Hash[] }> {
    let learnt = false;
    const left: Hash[] = [];
    for await (const page of pages) {
      const due = page.filter((action) => this.#isDue(action));
      if (due.length > 0 && (await this.#hash(due))) learnt = true;
      if (!learnt) left.push(...page);
    }
    return { learnt, left };
  }

  #guard({ actions, agreed, listed, serviceWentBack }: Planned, listing: ListingResult): readonly Action[] {
    const { env, mirror, site } = this.#context;
    const before = mirror.siteState(site.id).held;
    const deleted = actions.some(isDelete) ? this.#deletedBefore(env.now()) : [];
    const facts = {
      siteFiles: agreed + deleted.length,
      deletedBefore: deleted.filter((line) => line.reason !== CONFIRMED).length,
      listingEmpty: listing.complete && listed === 0,
      serviceWentBack,
      heldBefore: new Set(before?.files.map((file) => file.id)),
    };
    const approved = this.#options.confirmDeletes ? 'all' : mirror.approvedDeletes(site.id);
    this.#context.approved.deletes = approved;
    const { go, held } = holdDeletes(actions, facts, approved);
    if (JSON.stringify(before) !== JSON.stringify(held)) mirror.setHeld(site.id, held);
    return go;
  }

  /** Deletes that are one event with those that are planned now. What lies ahead is of a clock that was set back. */
  #deletedBefore(now: number): readonly Activity[] {
    const { mirror, site } = this.#context;
    const from = countFrom(this.#began, now, this.#options.watching === true);
    return mirror.deletes(site.id, from).filter((line) => line.at <= now);
  }

  /** True where a hash became known, so that planning again makes sense. */
  async #hash(actions: readonly Hash[]): Promise<boolean> {
    const { disk, env, mirror, site, signal, progress } = this.#context;
    progress.phase('hashing', site.id);
    const results = await disk.hash(
      site.folder,
      actions.map((action) => action.local),
      undefined,
      signal,
    );
    const known: { readonly file: ScannedFile; readonly hash: ContentHash }[] = [];
    await inTurns(env, results.entries(), ([index, result]) => {
      const action = actions[index];
      if (result.ok) known.push(result.value);
      else if (action !== undefined)
        this.#failed(action, result.failure.code === 'changed-meanwhile' ? null : result.failure);
    });
    await inTurns(env, slices(known, HASHES_AT_ONCE), (some) => mirror.setHashes(site.id, some), 1);
    return known.length > 0;
  }

  #failed(action: Action, failure: Parameters<Problems['failed']>[1] | null): void {
    if (failure === null) {
      this.#problems.again(action);
      this.#stale.add(folderToScan(pathOf(action)));
    } else {
      this.#problems.failed(action, failure);
    }
  }

  async #record(pages: Planned['records']): Promise<void> {
    for await (const page of pages) {
      await applyRecords(this.#context, page, this.#tally);
      await inTurns(this.#context.env, page, (record) => this.#problems.succeeded(record));
    }
  }

  async #apply(steps: readonly Step[]): Promise<void> {
    const { env, progress, site } = this.#context;
    progress.phase('transferring', site.id);
    const since = env.now();
    this.#travel = { since, planMs: since - this.#roundBegan, large: this.#large };
    this.#left = steps.length;
    this.#bytesLeft = steps.reduce((sum, step) => sum + bytesOf(step), 0);
    progress.expect(this.#left, this.#bytesLeft);
    const isMany = steps.length > MANY;
    await applySteps(this.#context, steps, this.#tally, {
      admit: (step) => this.#admit(step),
      onEnd: (end) => this.#ended(end, isMany),
      isCutShort: () => this.#isCutShort(),
    });
    // The further cycle expects them anew.
    if (this.#isCut) progress.expect(-this.#left, -this.#bytesLeft);
  }

  async #admit(step: Step): Promise<Outcome | null> {
    if (this.#isCutShort()) return failed(LATER);
    const refused = await this.#admission.admit(step);
    if (refused === null && bytesOf(step) > LARGE) this.#large.add(step);
    return refused;
  }

  #isCutShort(): boolean {
    this.#isCut ||= this.#options.isCutShort?.(this.#travel) === true;
    return this.#isCut;
  }

  async #ended({ step, outcome }: StepEnd, isOfMany: boolean): Promise<void> {
    const { progress, site } = this.#context;
    progress.fileEnded({ site: site.id, path: pathOf(step) }, bytesOf(step), outcome.kind === 'done');
    this.#large.delete(step);
    this.#left -= 1;
    this.#bytesLeft -= bytesOf(step);
    if (isOfMany && this.#left === SOON) this.#context.planSoon?.();
    switch (outcome.kind) {
      case 'done':
        this.#admission.worked();
        this.#problems.succeeded(step);
        return;
      case 'again':
        this.#problems.again(step);
        if (outcome.rescan !== undefined) this.#stale.add(folderToScan(outcome.rescan));
        return;
      case 'failed': {
        const { failure } = outcome;
        this.#brokeOff ||= this.#context.stopping.aborted;
        if (failure === LATER) return;
        await this.#admission.learn(failure);
        if (step.kind === 'create' && MAY_HAVE_ARRIVED.has(failure.code)) this.#mustList = true;
        // While everything is stopped an item has no problem of its own; it waits for the connection or the sign-in.
        if (this.#admission.stop === null || failure.code === 'no-access')
          this.#problems.failed(step, failure, this.#admission.isPutOff(failure));
        return;
      }
      default:
        outcome satisfies never;
    }
  }

  #isDue(action: Action): boolean {
    return this.#problems.mayTry(action, this.#options.eager);
  }

  #untilStill(steps: readonly Step[]): number | null {
    let soonest: number | null = null;
    for (const step of steps) {
      if (this.#isDue(step)) soonest = Math.min(stillIn(this.#context, step), soonest ?? Infinity);
    }
    return soonest;
  }

  /** Someone who waits for this sync wants the file that was saved a second ago to go along. */
  async #waitForStillness(steps: readonly Step[], wait: number): Promise<void> {
    await this.#context.env.sleep(wait + 5, this.#context.signal);
    for (const step of steps) this.#stale.add(folderToScan(pathOf(step)));
  }

  async #rescan(): Promise<void> {
    if (this.#stale.size === 0) return;
    const scope = { below: [], directly: [...this.#stale] };
    this.#stale.clear();
    const scanned = await scanSite(this.#context, this.#context.site, scope);
    // A folder that went away in between ends the rounds: nothing in it is as planned, and never will be.
    if (!scanned.ok) await this.#admission.learn(scanned.failure);
  }

  async #listAgain(before: ListingResult): Promise<ListingResult> {
    this.#mustList = false;
    const listed = await listSite(this.#context, this.#context.site.id);
    if (!listed.ok) {
      await this.#admission.learn(listed.failure);
      return before;
    }
    await this.#settle(listed.value);
    return listed.value;
  }

  async #settle(listing: ListingResult): Promise<void> {
    const found = await settleIntents(this.#context, listing.complete);
    for (let count = 0; count < found; count++) this.#tally.add('created');
  }
}

function neverStill(path: string): Failure {
  return {
    code: 'still-changing',
    message: `${path} is being written to and was not sent yet.`,
    hint: 'SiteSync sends it once it has been left alone for a moment: close the program that writes to it, or sync again later.',
    retry: 'later',
  };
}

/** Failures of a create after which the record may be there all the same. */
const MAY_HAVE_ARRIVED: ReadonlySet<string> = new Set([
  'unknown-outcome',
  'timeout',
  'service-error',
  'not-understood',
]);

function isStep(action: Action): action is Step {
  return (
    action.kind !== 'hash' && action.kind !== 'wait' && action.kind !== 'adopt' && action.kind !== 'forget'
  );
}
