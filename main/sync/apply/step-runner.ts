import { assertNever } from '../../../shared/assert-never.ts';
import type { Create, Download } from '../../engine/actions.ts';
import type { Outcome, SiteContext } from '../context.ts';
import { weightOf } from '../slots.ts';
import type { Tally } from '../tally.ts';
import { CommitGroup } from './commit-group.ts';
import { create } from './create.ts';
import { fetchDownload, placeDownload, reconcile } from './download.ts';
import { free, moveLocal, trashLocal } from './local.ts';
import { Placed } from './placed.ts';
import { isSmallCreate, type ReadyCreates } from './ready-creates.ts';
import { remove } from './remove.ts';
import { Room } from './room.ts';
import { bytesOf, type Admit, type Step, type StepEnd, type WholeStep } from './step.ts';
import { update } from './upload.ts';

/** Carries out the steps of one plan, and says of each how it ended. */
export class StepRunner {
  readonly #context: SiteContext;
  readonly #tally: Tally;
  readonly #admit: Admit;
  readonly #onEnd: (end: StepEnd) => Promise<void>;
  readonly #placed: Placed;
  readonly #commits: CommitGroup;
  readonly #room: Room;

  constructor(context: SiteContext, tally: Tally, admit: Admit, onEnd: (end: StepEnd) => Promise<void>) {
    this.#context = context;
    this.#tally = tally;
    this.#admit = admit;
    this.#onEnd = onEnd;
    this.#commits = new CommitGroup(context);
    this.#placed = new Placed(context);
    this.#room = new Room(context);
  }

  async run(step: WholeStep): Promise<void> {
    const refused = await this.#admit(step);
    await this.#conclude(
      step,
      refused ?? (await applyStep(this.#context, this.#room, this.#placed, this.#tally, step)),
    );
  }

  slotted(step: WholeStep): Promise<void> {
    return this.#inSlot(step, () => this.run(step));
  }

  /** In a slot as long as something travels: what comes after it lets others travel. */
  transfer(step: Step, creates: ReadyCreates): Promise<void> {
    if (isSmallCreate(step)) return this.#create(step, creates);
    return step.kind === 'download' ? this.#download(step) : this.slotted(step);
  }

  async #create(step: Create, creates: ReadyCreates): Promise<void> {
    const { outcome } = await this.#commits.after(() =>
      this.#inSlot(step, async () => {
        const refused = await this.#admit(step);
        if (refused === null) return creates.send(step);
        await creates.leave(step);
        return { outcome: refused, commit: null };
      }),
    );
    await this.#conclude(step, outcome);
  }

  async #download(step: Download): Promise<void> {
    const end = await this.#inSlot(
      step,
      async () => (await this.#admit(step)) ?? (await fetchDownload(this.#context, this.#room, step)),
    );
    const outcome =
      end.kind === 'arrived' ? await placeDownload(this.#context, this.#placed, step, end) : end;
    await this.#conclude(step, outcome);
  }

  #inSlot<T>(step: Step, work: () => Promise<T>): Promise<T> {
    return this.#context.slots.run(this.#context.site.id, weightOf(bytesOf(step)), work);
  }

  async #conclude(step: Step, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'done') this.#tally.add(outcome.did);
    await this.#onEnd({ step, outcome });
  }
}

async function applyStep(
  context: SiteContext,
  room: Room,
  placed: Placed,
  tally: Tally,
  step: WholeStep,
): Promise<Outcome> {
  switch (step.kind) {
    case 'create':
      return create(context, step);
    case 'update':
      return update(context, step);
    case 'deleteRemote':
      return remove(context, step);
    case 'reconcile': {
      const { outcome, copy } = await reconcile(context, room, placed, step);
      if (copy !== null) tally.conflicts.push({ path: step.path, copy });
      return outcome;
    }
    case 'moveLocal':
      return moveLocal(context, step);
    case 'trashLocal':
      return trashLocal(context, step);
    case 'free':
      return free(context, step);
    default:
      return assertNever(step);
  }
}
