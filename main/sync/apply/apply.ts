import { assertNever } from '../../../shared/assert-never.ts';
import type { Action, Adopt, Create, Forget, Hash, Wait } from '../../engine/actions.ts';
import { folderOf } from '../../../shared/model/rel-path.ts';
import type { Outcome, SiteContext } from '../context.ts';
import { inTurns, slices } from '../in-turns.ts';
import { forEachLimited, weightOf } from '../slots.ts';
import type { Commit } from '../ports/mirror.ts';
import type { Tally } from '../tally.ts';
import { CommitGroup } from './commit-group.ts';
import { create } from './create.ts';
import { download, reconcile } from './download.ts';
import { commitOfAdopt, commitOfForget, free, moveLocal, trashLocal } from './local.ts';
import { Placed } from './placed.ts';
import { remove } from './remove.ts';
import { isSmallCreate, ReadyCreates } from './ready-creates.ts';
import { update } from './upload.ts';

/** An action that talks to the service or the disk. */
export type Step = Exclude<Action, Adopt | Forget | Hash | Wait>;

export interface StepEnd {
  readonly step: Step;
  readonly outcome: Outcome;
}

/** May this step start now? A failure says why not, and the step is left for later. */
export type Admit = (step: Step) => Promise<Outcome | null>;

const COMMITS_AT_ONCE = 250;
/** Steps under way for each slot. */
const LANES_PER_SLOT = 8;

/** Adoptions and forgettings write nothing but the mirror: many in one transaction, with turns for others between. */
export async function applyRecords(
  context: SiteContext,
  actions: readonly (Adopt | Forget)[],
  tally: Tally,
): Promise<void> {
  const record = (some: readonly (Adopt | Forget)[]): void => {
    const commits: Commit[] = [];
    for (const action of some) {
      const commit = action.kind === 'forget' ? commitOfForget(action) : commitOfAdopt(context, action);
      if (commit === null) continue;
      commits.push(commit);
      tally.add(action.kind === 'adopt' && action.reason === 'same-bytes' ? 'adopted' : 'recorded');
    }
    context.mirror.commit(context.site.id, commits);
  };
  await inTurns(context.env, slices(actions, COMMITS_AT_ONCE), record, 1);
}

/**
 * Carries out the steps of a plan: moves one after the other in the plan's order (each finds its place free), then
 * deletes, then transfers side by side. `onEnd` is told of each; a step that fails keeps no other from its turn.
 */
export async function applySteps(
  context: SiteContext,
  steps: readonly Step[],
  tally: Tally,
  admit: Admit,
  onEnd: (end: StepEnd) => Promise<void>,
): Promise<void> {
  const placed = new Placed();
  const run = async (step: Step): Promise<void> => {
    const refused = await admit(step);
    const outcome = refused ?? (await applyStep(context, placed, tally, step));
    if (outcome.kind === 'done') tally.add(outcome.did);
    await onEnd({ step, outcome });
  };
  const slotted = (step: Step): Promise<void> =>
    context.slots.run(context.site.id, weightOf(bytesOf(step)), () => run(step));
  const { capacity } = context.slots;
  for (const step of steps) if (step.kind === 'moveLocal') await run(step);
  await forEachLimited(steps.filter(isDelete), capacity, slotted);
  const transfers = byFolder(steps.filter((step) => step.kind !== 'moveLocal' && !isDelete(step)));
  const creates = new ReadyCreates(context, transfers.filter(isSmallCreate));
  const commits = new CommitGroup(context);
  const runCreate = async (step: Create): Promise<void> => {
    const { outcome, commit } = await context.slots.run(context.site.id, 1, async () => {
      const refused = await admit(step);
      if (refused === null) return creates.send(step);
      await creates.leave(step);
      return { outcome: refused, commit: null };
    });
    // Others send meanwhile.
    if (commit !== null) await commits.add(commit);
    if (outcome.kind === 'done') tally.add(outcome.did);
    await onEnd({ step, outcome });
  };
  // Slots bound what travels at once; the others wait for a slot, or for their commit.
  await forEachLimited(transfers, capacity * LANES_PER_SLOT, (step) =>
    isSmallCreate(step) ? runCreate(step) : slotted(step),
  );
}

/** Files of one folder after each other: those that are placed together then share one flush of it. */
function byFolder(steps: readonly Step[]): readonly Step[] {
  const folders = new Map<string, Step[]>();
  for (const step of steps) {
    const folder = folderOf(step.kind === 'moveLocal' ? step.to : step.path);
    const same = folders.get(folder);
    if (same === undefined) folders.set(folder, [step]);
    else same.push(step);
  }
  return [...folders.values()].flat();
}

/** Bytes that a step moves over the network. */
export function bytesOf(step: Step): number {
  switch (step.kind) {
    case 'create':
      return step.local.size;
    case 'update':
      return step.content ? step.local.size : 0;
    case 'download':
    case 'reconcile':
      return step.remote.size ?? 0;
    case 'deleteRemote':
    case 'moveLocal':
    case 'trashLocal':
    case 'free':
      return 0;
    default:
      return assertNever(step);
  }
}

function isDelete(step: Step): boolean {
  return step.kind === 'trashLocal' || step.kind === 'deleteRemote' || step.kind === 'free';
}

async function applyStep(context: SiteContext, placed: Placed, tally: Tally, step: Step): Promise<Outcome> {
  switch (step.kind) {
    case 'create':
      return create(context, step);
    case 'update':
      return update(context, step);
    case 'deleteRemote':
      return remove(context, step);
    case 'download':
      return download(context, placed, step);
    case 'reconcile': {
      const { outcome, copy } = await reconcile(context, placed, step);
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
