import { assertNever } from '../../../shared/assert-never.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { Create, Download, MoveLocal, Update } from '../../engine/plan/actions.ts';
import type { StepContext } from '../context.ts';
import type { Outcome } from '../steps/outcome.ts';
import { weightOf } from '../pacing/slots.ts';
import type { Tally } from '../steps/tally.ts';
import { CommitGroup, CREATES_WAIT, UPDATES_WAIT, type Sent } from './commit/commit-group.ts';
import { create } from './send/create.ts';
import { fetchDownload, placeDownload } from './fetch/download.ts';
import { reconcile } from './fetch/reconcile.ts';
import { NextGeneration } from './commit/next-generation.ts';
import { free } from './local/free.ts';
import { moveLocal } from './local/move-local.ts';
import { trashLocal } from './local/trash-local.ts';
import { PlacedCommits } from './commit/placed-commits.ts';
import { isSmallCreate, type ReadyCreates } from './send/ready-creates.ts';
import { deleteRemote } from './send/delete-remote.ts';
import { SpaceAllocator } from '../pacing/space-allocator.ts';
import {
  bytesOf,
  directionOf,
  LATER,
  type Admit,
  type Step,
  type StepEnd,
  type WholeStep,
} from '../steps/step.ts';
import { dropChoice, update } from './send/update.ts';

/** Begins a step that was admitted; returns the context that it acts through. */
type Begin = () => StepContext;

/** Carries out the steps of one plan, and tells how each ended. */
export class StepRunner {
  readonly #context: StepContext;
  readonly #ownTally: Tally;
  #isOver = false;
  readonly #admit: Admit;
  readonly #onEnd: (end: StepEnd) => Promise<void>;
  readonly #placed: PlacedCommits;
  readonly #creates: CommitGroup;
  readonly #updates: CommitGroup;
  readonly #nextGeneration: NextGeneration;
  readonly #space: SpaceAllocator;
  readonly #done = new WeakSet<Step>();

  constructor(context: StepContext, tally: Tally, admit: Admit, onEnd: (end: StepEnd) => Promise<void>) {
    this.#context = context;
    this.#ownTally = tally;
    this.#admit = admit;
    this.#onEnd = onEnd;
    this.#creates = new CommitGroup(context, CREATES_WAIT);
    this.#updates = new CommitGroup(context, UPDATES_WAIT);
    this.#nextGeneration = new NextGeneration(context);
    this.#placed = new PlacedCommits(context);
    this.#space = new SpaceAllocator(context);
  }

  /** Leaves the steps that wait for a slot for later. */
  cutShort(): void {
    this.#context.slots.dismiss(this);
  }

  /** The cycle is over: whatever ends from now on is reported by the next one. */
  detach(): void {
    this.#isOver = true;
  }

  get #tally(): Tally {
    return this.#isOver ? this.#context.inFlight.unreported.tally : this.#ownTally;
  }

  async run(step: WholeStep): Promise<void> {
    await this.#whileInFlight(step, async (begin) => {
      const refused = await this.#admit(step);
      await this.#conclude(step, refused ?? (await this.#apply(begin(), step)));
    });
  }

  /** Moves a file here if its place `isFree`, else leaves it to a later plan. Returns whether its old place is free now. */
  async move(step: MoveLocal, isFree: boolean): Promise<boolean> {
    if (isFree) await this.run(step);
    else await this.#conclude(step, LATER);
    return this.#done.has(step);
  }

  async runInSlot(step: WholeStep): Promise<void> {
    const ran = await this.#inSlot(step, async () => {
      await this.run(step);
      return true;
    });
    if (ran === null) await this.#conclude(step, LATER);
  }

  /** Holds a slot only during the transfer itself: whatever follows leaves it to others. */
  async transfer(step: Step, creates: ReadyCreates): Promise<void> {
    if (isSmallCreate(step)) await this.#whileInFlight(step, (begin) => this.#create(begin, step, creates));
    else if (step.kind === 'update') await this.#whileInFlight(step, (begin) => this.#update(begin, step));
    else if (step.kind === 'download')
      await this.#whileInFlight(step, (begin) => this.#download(begin, step));
    else await this.runInSlot(step);
  }

  /** Sends a rename if its new name `isFree`, else leaves it to a later plan. Returns whether its old name is free now. */
  async rename(step: Update, isFree: boolean, creates: ReadyCreates): Promise<boolean> {
    if (isFree) await this.transfer(step, creates);
    else await this.#conclude(step, LATER);
    return this.#done.has(step);
  }

  async #create(begin: Begin, step: Create, creates: ReadyCreates): Promise<void> {
    const { outcome } = await this.#creates.after(() =>
      this.#sentInSlot(step, async () => {
        const refused = await this.#admit(step);
        if (refused === null) return creates.send(begin(), step);
        await creates.leave(step);
        return { outcome: refused, commit: null };
      }),
    );
    await this.#conclude(step, outcome);
  }

  async #update(begin: Begin, step: Update): Promise<void> {
    const { outcome, commit } = await this.#updates.after(() =>
      this.#sentInSlot(step, async () => {
        const refused = await this.#admit(step);
        return refused === null ? update(begin(), step) : { outcome: refused, commit: null };
      }),
    );
    if (commit !== null) dropChoice(this.#context, step);
    await this.#conclude(step, outcome);
  }

  async #sentInSlot(step: Step, work: () => Promise<Sent>): Promise<Sent> {
    return (await this.#inSlot(step, work)) ?? { outcome: LATER, commit: null };
  }

  async #download(begin: Begin, step: Download): Promise<void> {
    const end = await this.#inSlot(
      step,
      async () => (await this.#admit(step)) ?? (await fetchDownload(begin(), this.#space, step)),
    );
    const outcome =
      end?.kind === 'arrived' ? await placeDownload(this.#context, this.#placed, step, end) : end;
    await this.#conclude(step, outcome ?? LATER);
  }

  #inSlot<T>(step: Step, work: () => Promise<T>): Promise<T | null> {
    const { slots, site } = this.#context;
    return slots.of(directionOf(step)).run(site.id, weightOf(bytesOf(step)), work, this);
  }

  #whileInFlight(step: Step, work: (begin: Begin) => Promise<void>): Promise<void> {
    const context = this.#context;
    return context.inFlight.run(step, (begin) => work(() => ({ ...context, transferPhase: begin() })));
  }

  async #conclude(step: Step, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'done') {
      this.#done.add(step);
      this.#tally.add(outcome.did);
      const copy = outcome.did === 'conflict' ? copyOf(step) : null;
      if (copy !== null) this.#tally.conflicts.push({ path: step.path, copy });
    }
    await this.#onEnd({ step, outcome });
  }

  async #apply(context: StepContext, step: WholeStep): Promise<Outcome> {
    switch (step.kind) {
      case 'create':
        return create(context, step);
      case 'deleteRemote':
        return deleteRemote(context, step);
      case 'reconcile':
        return reconcile(context, this.#space, this.#placed, step);
      case 'moveLocal':
        return moveLocal(context, step);
      case 'trashLocal':
        return trashLocal(context, step);
      case 'free':
        return free(context, this.#nextGeneration, step);
      default:
        return assertNever(step);
    }
  }
}

/** Where our version goes if the step ends in a conflict. */
function copyOf(step: Step): RelPath | null {
  if (step.kind === 'reconcile') return step.copy;
  return step.kind === 'moveLocal' ? step.to : null;
}
