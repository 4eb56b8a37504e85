import type { Failure } from '../../../shared/failure.ts';
import { folderOf } from '../../../shared/model/rel-path.ts';
import type { Action } from '../../engine/plan/actions.ts';
import { waitForPlaces } from '../../engine/plan/move-order.ts';
import { waitForNames } from '../../engine/plan/rename-order.ts';
import type { Admission } from '../pacing/admission.ts';
import { writeAgreements } from '../apply/commit/write-agreements.ts';
import { isStep, type Step } from '../steps/step.ts';
import { PlanExecution } from '../apply/plan-execution.ts';
import { NextGeneration } from '../apply/commit/next-generation.ts';
import type { SiteContext } from '../context.ts';
import type { CycleOptions } from '../cycle-options.ts';
import { inTurns } from '../concurrency/in-turns.ts';
import { listSite } from '../observe/listing.ts';
import type { ListingResult } from '../observe/listing-run.ts';
import { settleIntents } from '../settle/lost-creates.ts';
import { settleUpdates } from '../settle/lost-updates.ts';
import { deleteSentTwice } from '../settle/sent-twice.ts';
import { settleChoices } from '../settle/settled-choices.ts';
import type { ObservedFolder } from '../observe/observed-folder.ts';
import type { Planned } from '../plan/planning.ts';
import type { Problems } from '../problems/problems.ts';
import { RoundPlanner, type RoundPlan } from '../plan/round-planner.ts';
import { stillIn } from '../plan/stillness.ts';
import { siteProblem } from '../problems/problem.ts';
import { type Tally } from '../steps/tally.ts';

/** More rounds than any one file needs for its steps; whatever is left then waits for the next cycle. */
const MAX_ROUNDS = 12;
/** How long to wait before a step that has just failed is tried once more, ms. */
const BREATH = 500;

/** What rounds need from their cycle. */
interface CycleParts {
  readonly context: SiteContext;
  readonly admission: Admission;
  readonly problems: Problems;
  readonly tally: Tally;
  readonly options: CycleOptions;
}

/** What one plan found to do. */
interface Round {
  /** Epoch ms. */
  readonly began: number;
  /** All that the plan asks for, except what is under way already. */
  readonly actions: readonly Action[];
  /** Those of the actions that touch folder or service. */
  readonly steps: readonly Step[];
  /** Those of the steps that may be begun now. */
  readonly due: readonly Step[];
  readonly approvedDeletes: RoundPlan['approvedDeletes'];
  /** How many agreements were written or dropped without a step. */
  readonly recorded: number;
}

/**
 * Plans and applies until nothing is left that can be done now. A round is one plan and its execution; the next round plans
 * with what that changed.
 */
export class Rounds {
  readonly #context: SiteContext;
  readonly #folder: ObservedFolder;
  readonly #admission: Admission;
  readonly #problems: Problems;
  readonly #tally: Tally;
  readonly #options: CycleOptions;
  readonly #execution: PlanExecution;
  readonly #planner: RoundPlanner;
  /** The listing at hand is newer than every request. */
  #isFresh: boolean;
  #finished = false;
  #lacksList = false;
  #hasEdition = false;
  #agreed = 0;

  constructor({ context, admission, problems, tally, options }: CycleParts, folder: ObservedFolder) {
    this.#context = context;
    this.#folder = folder;
    this.#admission = admission;
    this.#problems = problems;
    this.#tally = tally;
    this.#options = options;
    this.#execution = new PlanExecution(context, admission, problems, options);
    this.#planner = new RoundPlanner(context, problems, options, this.#execution.stale);
    this.#isFresh = options.list;
  }

  /** When the last run ended, nothing was left that could be done now. */
  get finished(): boolean {
    return this.#finished;
  }

  /** The last run was cut short: the next cycle looks at both sides and does the rest. */
  get isCut(): boolean {
    return this.#execution.isCut;
  }

  /** Something due was not done because all was stopped. */
  get interrupted(): boolean {
    return this.#execution.interrupted;
  }

  /** Only a new list can tell what became of something, and the service gave none. */
  get lacksList(): boolean {
    return this.#lacksList;
  }

  /** Files in step at the end; null if the last plan does not tell. */
  get agreed(): number | null {
    return this.#finished ? this.#agreed : null;
  }

  /** Returns the milliseconds until a file that is being written may be still; null if none is. */
  async run(listing: ListingResult): Promise<number | null> {
    this.#finished = false;
    await this.#settle(listing, this.#isFresh);
    this.#isFresh = false;
    let known = listing;
    let unstill: readonly Step[] = [];
    let number = 0;
    while (number < MAX_ROUNDS && !this.#isStopped && !this.isCut) {
      const round = await this.#planRound(known);
      if (round.recorded > 0 || round.due.length > 0) {
        unstill = [];
        // How often a service may ask to wait, with nothing done in between, is limited by our patience with it.
        if (await this.#carryOut(round)) number += 1;
      } else {
        number += 1;
        const wait = this.#nothingNow(round);
        if (wait === null || !this.#options.eager) {
          this.#finished = !this.#isStopped;
          return wait;
        }
        unstill = round.steps.filter((step) => this.#isDue(step));
        await this.#waitForStillness(round.steps, wait);
      }
      known = await this.#lookAgain(known);
    }
    if (!this.#isStopped) this.#usedUp(unstill);
    return null;
  }

  get #isStopped(): boolean {
    return this.#admission.stop !== null;
  }

  /** Plans, and writes and drops agreements, which needs no step. Leaves out what is under way since an earlier cycle. */
  async #planRound(listing: ListingResult): Promise<Round> {
    const { env, inFlight } = this.#context;
    const began = env.now();
    for (const did of await settleUpdates(this.#context)) this.#tally.add(did);
    await settleChoices(this.#context);
    const { actions: planned, approvedDeletes, ...plan } = await this.#planner.plan(this.#folder, listing);
    await this.#learnFault();
    this.#agreed = plan.agreed;
    const mayGo = (action: Action): boolean =>
      this.#isDue(action) && (!isStep(action) || stillIn(this.#context, action) === 0);
    const actions = waitForPlaces(waitForNames(inFlight.unlocked(planned), mayGo), mayGo);
    const steps = actions.filter(isStep);
    const due = steps.filter(mayGo);
    const recorded = await this.#writeAgreements(plan.agreements).finally(plan.release);
    return { began, actions, steps, due, approvedDeletes, recorded };
  }

  /** False if the service only asked to wait. */
  async #carryOut({ began, due, approvedDeletes, recorded }: Round): Promise<boolean> {
    const { env, signal } = this.#context;
    if (due.some((step) => this.#problems.hasFailed(step))) await env.sleep(BREATH, signal);
    if (due.length > 0) await this.#beginEdition();
    const context = { ...this.#context, approvedDeletes, merges: this.#folder.merges };
    await this.#execution.run(context, due, this.#tally, env.now() - began);
    this.#problems.lookAgain();
    return recorded > 0 || !this.#execution.onlyPutOff;
  }

  /** Notes why each remaining action waits. Returns the ms until a file may be still; null if nothing waits for that. */
  #nothingNow({ actions, steps }: Round): number | null {
    this.#problems.keepOnly([...actions, ...this.#context.inFlight.steps]);
    this.#problems.waits(actions);
    return this.#untilStill(steps);
  }

  /**
   * The rounds are used up. Nobody should wait for ever for files that are written to all the time: each of them becomes a
   * problem, and the sync is finished. If anything else is left, nothing was reported about it: then it is not finished.
   */
  #usedUp(unstill: readonly Step[]): void {
    for (const step of unstill) this.#problems.failed(step, neverStill(step.path));
    this.#finished = unstill.length > 0;
  }

  /** Returns how many were written or dropped. */
  async #writeAgreements(pages: Planned['agreements']): Promise<number> {
    const { env, inFlight } = this.#context;
    const nextGeneration = new NextGeneration(this.#context);
    let recorded = 0;
    for await (const page of pages) {
      const actions = await nextGeneration.allowed(page.filter((action) => !inFlight.locks(action)));
      recorded += actions.length;
      if (actions.length > 0) await this.#beginEdition();
      await writeAgreements(this.#context, actions, this.#tally);
      await inTurns(env, actions, (action) => this.#problems.succeeded(action));
    }
    return recorded;
  }

  /** Once for all rounds. Ends them if another folder took the place of the one that was planned for: no step is for that. */
  async #beginEdition(): Promise<void> {
    if (this.#hasEdition) return;
    this.#hasEdition = true;
    if (!(await this.#folder.beginEdition())) await this.#learnFault();
  }

  #isDue(action: Action): boolean {
    if (action.kind === 'deleteRemote' && action.after !== null) return false;
    return this.#problems.mayTry(action, this.#options.eager);
  }

  #untilStill(steps: readonly Step[]): number | null {
    let soonest: number | null = null;
    for (const step of steps) {
      if (this.#isDue(step)) soonest = Math.min(stillIn(this.#context, step), soonest ?? Infinity);
    }
    return soonest;
  }

  /** Whoever waits for this sync expects a file that was saved a second ago to be part of it. */
  async #waitForStillness(steps: readonly Step[], wait: number): Promise<void> {
    await this.#context.env.sleep(wait + 5, this.#context.signal);
    for (const step of steps) this.#execution.stale.add(folderOf(step.path));
  }

  /** Looks again at whatever was not as planned. Returns the listing for the next plan. */
  async #lookAgain(known: ListingResult): Promise<ListingResult> {
    await this.#rescan();
    return this.#execution.mustList && !this.#isStopped ? this.#listAgain(known) : known;
  }

  async #rescan(): Promise<void> {
    if (this.#execution.stale.size === 0) return;
    const folders = [...this.#execution.stale];
    this.#execution.stale.clear();
    await this.#folder.lookAt(folders);
    await this.#learnFault();
  }

  /** Ends the rounds if the folder went away in between. */
  async #learnFault(): Promise<void> {
    const { fault } = this.#folder;
    if (fault === null) return;
    await this.#admission.learn(fault);
    if (fault.code !== 'cancelled') this.#problems.found('folder', [siteProblem(fault)]);
  }

  async #listAgain(before: ListingResult): Promise<ListingResult> {
    this.#execution.mustList = false;
    const listed = await listSite(this.#context, this.#context.site.id);
    this.#lacksList = !listed.ok;
    if (!listed.ok) {
      await this.#admission.learn(listed.failure);
      return before;
    }
    await this.#settle(listed.value, true);
    return listed.value;
  }

  /** A listing from before the request says nothing about a create whose reply was lost. */
  async #settle(listing: ListingResult, isFresh: boolean): Promise<void> {
    const found = await settleIntents(this.#context, listing.complete && isFresh);
    const twice = isFresh ? await deleteSentTwice(this.#context) : 0;
    for (let count = 0; count < found; count++) this.#tally.add('created');
    for (let count = 0; count < twice; count++) this.#tally.add('deletedRemote');
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
