import { folderOf } from '../../../shared/model/rel-path.ts';
import type { StepContext } from '../context.ts';
import type { Environment } from '../ports/environment.ts';
import { weightOf, WEIGHTS } from '../pacing/slots.ts';
import { allEnded, forEachLimited } from '../concurrency/for-each-limited.ts';
import { targetOf } from '../../engine/plan/action-subject.ts';
import type { Tally } from '../steps/tally.ts';
import { OVER } from '../concurrency/task-group.ts';
import { applyMoves, applyRenames, trading } from './moves.ts';
import { isSmallCreate, ReadyCreates } from './send/ready-creates.ts';
import { StepRunner } from './step-runner.ts';
import {
  bytesOf,
  directionOf,
  DIRECTIONS,
  isRemoval,
  isRename,
  type Admit,
  type Step,
  type StepEnd,
} from '../steps/step.ts';

/** With more steps, sorting them takes longer than the event loop may be held up. */
const MANY = 2000;
/** Steps of one direction and weight under way for each slot: most of them wait for the slot, or for their commit. */
const LANES_PER_SLOT = 24;
/** How long transfers that are about to end are waited for after the others were cut short, ms. */
const SOON = 1000;

export interface Applying {
  readonly admit: Admit;
  /** Called when a step has ended, or is left for later. */
  readonly onEnd: (end: StepEnd) => Promise<void>;
  /** No further transfer is begun; those under way are detached. */
  readonly cut: AbortSignal;
}

/**
 * Carries out the steps of a plan: first moves, in an order in which each finds its place free, then deletes, then
 * transfers side by side. A step that fails does not stop the others.
 */
export async function applySteps(
  context: StepContext,
  steps: readonly Step[],
  tally: Tally,
  { admit, onEnd, cut }: Applying,
): Promise<void> {
  const runner = new StepRunner(context, tally, admit, onEnd);
  const moves = steps.filter((step) => step.kind === 'moveLocal');
  await applyMoves(context, moves, (move, isFree) => runner.move(move, isFree));
  // The moves have to be on the disk before anything is sent. Suppose the power fails after a moved file was sent,
  // and a person then makes another file where it lay: a mirror without the move would take that one for the moved
  // file, and the moved file for a new one.
  if (moves.length > 0) await context.mirror.flushed();
  const { slots, stopSteps } = context;
  await forEachLimited(steps.filter(isRemoval), slots.capacity, (step) => runner.runInSlot(step), stopSteps);
  const transfers = steps.filter((step) => step.kind !== 'moveLocal' && !isRemoval(step));
  await applyTransfers(context, transfers, runner, cut);
}

/** If it is cut short, transfers under way are detached and run on after it. */
async function applyTransfers(
  context: StepContext,
  steps: readonly Step[],
  runner: StepRunner,
  cut: AbortSignal,
): Promise<void> {
  const { env, inFlight, slots, stopSteps } = context;
  // Sorting and starting very many steps would hold up the event loop, so others have a turn in between.
  const turn = async (): Promise<void> => {
    if (steps.length > MANY) await env.sleep(0);
  };
  await turn();
  const renames = trading(steps.filter(isRename));
  const inTurn = new Set<Step>(renames);
  const transfers = byFolder(steps.filter((step) => !inTurn.has(step)));
  await turn();
  const creates = new ReadyCreates(context, transfers.filter(isSmallCreate));
  await turn();
  // Slots limit how many transfer at once. Each direction and weight has lanes of its own: a small file never waits
  // behind large ones, and what a person wrote does not wait until 10,000 photos have come.
  const transfer = (step: Step): Promise<void> => runner.transfer(step, creates);
  const isCut = (): boolean => cut.aborted;
  const run = (some: readonly Step[]): Promise<void> =>
    forEachLimited(some, slots.capacity * LANES_PER_SLOT, transfer, stopSteps, isCut);
  const all = allEnded([
    applyRenames(renames, (step, isFree) => runner.rename(step, isFree, creates), stopSteps, isCut),
    ...DIRECTIONS.flatMap((direction) => {
      const same = transfers.filter((step) => directionOf(step) === direction);
      return WEIGHTS.map((weight) => run(same.filter((step) => weightOf(bytesOf(step)) === weight)));
    }),
  ]);
  if (!(await endsBefore(all, cut, () => runner.cutShort(), env))) {
    runner.detach();
    inFlight.detach(all, stopSteps);
  }
  // Also if all that was begun ended soon after the cut: what was made ready and not begun is left for later.
  if (cut.aborted) await creates.leaveAll();
}

/** False if the work was cut short and runs on. */
async function endsBefore(
  work: Promise<void>,
  cut: AbortSignal,
  onCut: () => void,
  env: Pick<Environment, 'sleep'>,
): Promise<boolean> {
  const over = new AbortController();
  const soon = async (): Promise<false> => {
    await new Promise<void>((resolve) => {
      if (cut.aborted) resolve();
      cut.addEventListener('abort', () => resolve(), { once: true, signal: over.signal });
    });
    onCut();
    await env.sleep(SOON, over.signal);
    return false;
  };
  try {
    return await Promise.race([work.then(() => true), soon()]);
  } finally {
    over.abort(OVER);
  }
}

/** Brings files of one folder together: those that are placed at the same time share one flush of their folder. */
function byFolder(steps: readonly Step[]): readonly Step[] {
  const folders = new Map<string, Step[]>();
  for (const step of steps) {
    const folder = folderOf(targetOf(step));
    const same = folders.get(folder);
    if (same === undefined) folders.set(folder, [step]);
    else same.push(step);
  }
  return [...folders.values()].flat();
}
