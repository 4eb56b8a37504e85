import type { Failure, FailureCode } from '../../../shared/failure.ts';
import { folderOf } from '../../../shared/model/rel-path.ts';
import type { Admission } from '../pacing/admission.ts';
import { applySteps } from './apply-steps.ts';
import { bytesOf, LATER, type Step, type StepEnd } from '../steps/step.ts';
import type { SiteContext, StepContext } from '../context.ts';
import type { Outcome } from '../steps/outcome.ts';
import { FAILS_AT_ALL } from '../problems/reported-problems.ts';
import type { CycleOptions } from '../cycle-options.ts';
import type { Problems } from '../problems/problems.ts';
import type { Tally } from '../steps/tally.ts';
import type { Changed } from '../problems/wait-words.ts';
import { OVER } from '../concurrency/task-group.ts';
import { unlessAborted } from '../../../shared/unless-aborted.ts';
import { TransferCut } from './transfer-cut.ts';

/** After more steps than this, the next plan takes in all files of the site. */
const MANY = 2000;
/** That plan is announced when this many steps are left: they take as long as the planning thread takes to start. */
const SOON = 250;

/** Executes the plans of one cycle: admits each step, and learns from how it ended. */
export class PlanExecution {
  /** Folders in which something was not as planned. */
  readonly stale = new Set<string>();
  /** A listing is needed: nothing else tells how a create ended, or whether a record is gone. */
  mustList = false;
  readonly #context: SiteContext;
  readonly #admission: Admission;
  readonly #problems: Problems;
  readonly #onLateEnd: CycleOptions['onLateEnd'];
  readonly #cut: TransferCut;
  /** How many steps of the current plan have not ended. */
  #left = 0;
  /** Those of them that were not begun. */
  readonly #waiting = new Set<Step>();
  /** Number of the listing that the current plan was made with. */
  #listing = 0;
  /** The cycle goes on without the steps that have not ended: they are reported as late. */
  #isOver = false;
  #interrupted = false;
  #onlyPutOff = false;

  constructor(
    context: SiteContext,
    admission: Admission,
    problems: Problems,
    options: Pick<CycleOptions, 'isCutShort' | 'onLateEnd'>,
  ) {
    this.#context = context;
    this.#admission = admission;
    this.#problems = problems;
    this.#onLateEnd = options.onLateEnd;
    this.#cut = new TransferCut(options.isCutShort);
  }

  /** Cut short: what was not begun is left to the next cycle, which looks at both sides first. */
  get isCut(): boolean {
    return this.#cut.isCut;
  }

  /** All that came of the last plan is that the service asked to wait. */
  get onlyPutOff(): boolean {
    return this.#onlyPutOff;
  }

  /** Something due was not done because all was stopped. */
  get interrupted(): boolean {
    return this.#interrupted;
  }

  /** Resolves when all steps have ended; if cut short, once those under way are detached and in their transfer phase. */
  async run(context: StepContext, steps: readonly Step[], tally: Tally, planMs: number): Promise<void> {
    const { env, mirror, progress, site, inFlight } = this.#context;
    progress.phase('transferring', site.id);
    this.#listing = mirror.listingNumber(site.id);
    const transfers = { since: env.now(), planMs, waiting: this.#waiting };
    this.#left = steps.length;
    this.#onlyPutOff = steps.length > 0;
    for (const step of steps) this.#waiting.add(step);
    progress.takeUp(site.id);
    progress.expect(steps.length, sumOf(steps));
    this.#admission.beginRound();
    const isMany = steps.length > MANY;
    const over = new AbortController();
    void this.#cut.watch(transfers, env, over.signal);
    const carryOut = (): Promise<void> =>
      applySteps(context, steps, tally, {
        admit: (step) => this.#admit(step),
        onEnd: (end) => this.#ended(end, isMany),
        cut: this.#cut.signal,
      }).finally(() => over.abort(OVER));
    await inFlight.outsideSnapshot(carryOut);
    this.#isOver = this.isCut;
    progress.leave(site.id, { files: this.#waiting.size, bytes: sumOf(this.#waiting) });
    this.#waiting.clear();
  }

  async #admit(step: Step): Promise<Outcome | null> {
    if (this.#cut.ask()) return LATER;
    this.#waiting.delete(step);
    // After a cut a step that would wait here is left to the next cycle, so that its slot is free for others.
    const refused = await unlessAborted(this.#admission.admit(step), this.#cut.signal);
    return refused === null && this.isCut ? LATER : refused;
  }

  async #ended(end: StepEnd, isOfMany: boolean): Promise<void> {
    const { step, outcome } = end;
    const { progress, site } = this.#context;
    // While both sides are looked at again nobody should read that nearly all is done.
    if (outcome === LATER) progress.leave(site.id, { files: 1, bytes: bytesOf(step) });
    else progress.fileEnded({ site: site.id, path: step.path }, bytesOf(step), outcome.kind === 'done');
    this.#waiting.delete(step);
    this.#left -= 1;
    if (isOfMany && this.#left === SOON) this.#context.planSoon(site);
    if (outcome !== LATER) await this.#learn(end);
    if (this.#isOver) this.#context.inFlight.unreported.interrupted ||= this.#interrupted;
    if (this.#isOver && outcome !== LATER) this.#tellLateEnd(end);
  }

  async #learn({ step, outcome }: StepEnd): Promise<void> {
    if (outcome.kind !== 'failed') this.#onlyPutOff = false;
    switch (outcome.kind) {
      case 'done':
        if (this.#admission.worked(step)) this.#problems.serviceWorks(step);
        // What was only recorded is about to be done: that must not reset how often it may be planned again.
        if (outcome.did !== 'recorded') this.#problems.succeeded(step);
        if (outcome.rescan !== undefined) this.stale.add(folderOf(outcome.rescan));
        return;
      case 'again':
        this.#problems.replanned(step, this.#changed(outcome));
        if (outcome.list === true) this.mustList = true;
        if (outcome.rescan !== undefined) this.stale.add(folderOf(outcome.rescan));
        return;
      case 'failed': {
        this.#interrupted ||= this.#context.stopping.aborted;
        const learnt = await this.#admission.learn(outcome.failure, step);
        const { failure, others } = this.#admission.atFault(step, learnt);
        const isPutOff = this.#admission.isPutOff(failure);
        this.#onlyPutOff &&= isPutOff;
        if (step.kind === 'create' && mayHaveArrived(learnt)) this.mustList = true;
        // While everything is stopped an item has no problem of its own; it waits for the connection or the sign-in.
        const goesOn = this.#admission.stop === null;
        if (goesOn || failure.code === 'no-access') this.#problems.failed(step, failure, isPutOff);
        for (const other of goesOn ? others : []) this.#problems.failed(other.step, other.failure, true);
        return;
      }
      default:
        outcome satisfies never;
    }
  }

  #changed({ rescan, list, isPlaceTaken }: Extract<Outcome, { kind: 'again' }>): Changed {
    const { mirror, site } = this.#context;
    if (list === true) return mirror.siteState(site.id).listingFault === null ? 'listed' : 'not-whole';
    if (isPlaceTaken === true) return 'place';
    return rescan === undefined ? 'record' : 'file';
  }

  /** Scans and listings made during its transfer did not see how it ended: both have to be made again. */
  #tellLateEnd({ step }: StepEnd): void {
    const { mirror, site } = this.#context;
    const folders = [folderOf(step.path), ...this.stale];
    this.stale.clear();
    const wasListed = mirror.listingNumber(site.id) !== this.#listing;
    this.#onLateEnd?.({ folders, mustList: this.mustList || wasListed });
    this.mustList = false;
  }
}

/** May the record of a failed create exist all the same? Not where the service was not asked. */
function mayHaveArrived({ code, reason }: Failure): boolean {
  if (reason === FAILS_AT_ALL) return false;
  return MAY_HAVE_ARRIVED.has(code) || reason === 'may-be-done';
}

const MAY_HAVE_ARRIVED: ReadonlySet<FailureCode> = new Set([
  'unknown-outcome',
  'timeout',
  'service-error',
  'not-understood',
]);

function sumOf(steps: Iterable<Step>): number {
  let sum = 0;
  for (const step of steps) sum += bytesOf(step);
  return sum;
}
