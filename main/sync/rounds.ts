import type { Failure } from '../../shared/failure.ts';
import type { ContentHash } from '../../shared/model/ids.ts';
import { countFrom, holdDeletes, isDelete } from '../engine/mass-delete-guard.ts';
import type { Action, Hash } from '../engine/actions.ts';
import type { Admission } from './admission.ts';
import { applyRecords } from './apply/apply.ts';
import type { Step } from './apply/step.ts';
import { CarryingOut } from './carrying-out.ts';
import type { SiteContext } from './context.ts';
import type { CycleOptions } from './cycle.ts';
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
/** Before something that just failed is tried once more, ms. */
const BREATH = 500;

/** Plans and applies until nothing is left that can be done now. */
export class Rounds {
  readonly #context: SiteContext;
  readonly #admission: Admission;
  readonly #problems: Problems;
  readonly #tally: Tally;
  readonly #options: CycleOptions;
  /** Epoch ms. */
  readonly #began: number;
  readonly #carrying: CarryingOut;
  /** The listing at hand came after every request. */
  #isFresh: boolean;
  #finished = false;
  #agreed = 0;

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
    this.#carrying = new CarryingOut(context, admission, problems, options);
    this.#isFresh = options.list;
    this.#began = context.env.now();
  }

  /** Nothing was left to do now when it ended. */
  get finished(): boolean {
    return this.#finished;
  }

  /** What was left to do goes into a further cycle, which looks first. */
  get isCut(): boolean {
    return this.#carrying.isCut;
  }

  /** Something that was to be done now was not, because all was stopped. */
  get brokeOff(): boolean {
    return this.#carrying.brokeOff;
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
    for (let round = 0; round < MAX_ROUNDS && this.#admission.stop === null && !this.isCut; round++) {
      const began = this.#context.env.now();
      const { actions: planned, records, release } = await this.#planWithHashes(scan, lastListing);
      const { underWay } = this.#context;
      const actions = underWay.rest(planned);
      const steps = actions.filter(isStep);
      const due = steps.filter((step) => this.#isDue(step) && stillIn(this.#context, step) === 0);
      const recorded = await this.#record(records).finally(release);
      if (recorded === 0 && due.length === 0) {
        this.#problems.keepOnly([...actions, ...underWay.steps]);
        this.#problems.waits(actions);
        const wait = this.#untilStill(steps);
        if (wait === null || !this.#options.eager) {
          this.#finished = true;
          return wait;
        }
        unstill = steps.filter((step) => this.#isDue(step));
        await this.#waitForStillness(steps, wait);
      } else {
        unstill = [];
        if (due.some((step) => this.#problems.hasFailed(step)))
          await this.#context.env.sleep(BREATH, this.#context.signal);
        await this.#carrying.run(due, this.#tally, this.#context.env.now() - began);
        this.#problems.lookAgain();
      }
      await this.#rescan();
      if (this.#carrying.mustList && this.#admission.stop === null)
        lastListing = await this.#listAgain(lastListing);
    }
    if (this.#admission.stop === null) this.#leave(unstill);
    return null;
  }

  /**
   * The rounds are used up. Whoever waits does not wait for ever for files that are written to all the time: each has its
   * problem then, so that all is told. Where something else is left, nobody has told of it yet: that is not finished.
   */
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
      this.#carrying.stale.add(folderToScan(pathOf(action)));
    } else {
      this.#problems.failed(action, failure);
    }
  }

  /** Returns how many were recorded. */
  async #record(pages: Planned['records']): Promise<number> {
    const { env, underWay } = this.#context;
    let recorded = 0;
    for await (const page of pages) {
      const records = page.filter((record) => !underWay.holds(record));
      recorded += records.length;
      await applyRecords(this.#context, records, this.#tally);
      await inTurns(env, records, (record) => this.#problems.succeeded(record));
    }
    return recorded;
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
    for (const step of steps) this.#carrying.stale.add(folderToScan(pathOf(step)));
  }

  async #rescan(): Promise<void> {
    if (this.#carrying.stale.size === 0) return;
    const scope = { below: [], directly: [...this.#carrying.stale] };
    this.#carrying.stale.clear();
    const scanned = await scanSite(this.#context, this.#context.site, scope);
    // A folder that went away in between ends the rounds: nothing in it is as planned, and never will be.
    if (!scanned.ok) await this.#admission.learn(scanned.failure);
  }

  async #listAgain(before: ListingResult): Promise<ListingResult> {
    this.#carrying.mustList = false;
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

function isStep(action: Action): action is Step {
  return (
    action.kind !== 'hash' && action.kind !== 'wait' && action.kind !== 'adopt' && action.kind !== 'forget'
  );
}
