import { assertNever } from '../../../shared/assert-never.ts';
import type {
  Action,
  Adopt,
  DeleteRemote,
  Download,
  Forget,
  Free,
  Hash,
  TrashLocal,
  Update,
  Wait,
} from '../../engine/plan/actions.ts';
import { failed, type Outcome } from './outcome.ts';

/** An action that talks to the service or the disk. */
export type Step = Exclude<Action, Adopt | Forget | Hash | Wait>;

export function isStep(action: Action): action is Step {
  return (
    action.kind !== 'hash' && action.kind !== 'wait' && action.kind !== 'adopt' && action.kind !== 'forget'
  );
}

/**
 * A step that is carried out and committed in one go. A download is not: it is placed while others are fetched. Nor
 * is an update: several of them are committed together.
 */
export type WholeStep = Exclude<Step, Download | Update>;

export interface StepEnd {
  readonly step: Step;
  readonly outcome: Outcome;
}

/** May this step start now? A failure says why not, and the step is left for later. */
export type Admit = (step: Step) => Promise<Outcome | null>;

/** The outcome of a step that is left to a later cycle: it was not tried. */
export const LATER: Outcome = failed({
  code: 'cancelled',
  message: 'It goes on in a moment.',
  hint: '',
  retry: 'now',
});

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

export const DIRECTIONS = ['up', 'down'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/**
 * Which way the bytes of the step go. A rename goes up, since a service may ask for the bytes with it. Deletes count
 * as down, so that they wait for no upload.
 */
export function directionOf(step: Step): Direction {
  return step.kind === 'create' || step.kind === 'update' ? 'up' : 'down';
}

/** Does the step remove a file or a record? Such steps come before transfers. */
export function isRemoval(step: Step): step is DeleteRemote | Free | TrashLocal {
  return step.kind === 'trashLocal' || step.kind === 'deleteRemote' || step.kind === 'free';
}

/** Does the step give a record another name or place? It may send new bytes as well. */
export function isRename(step: Step): step is Update {
  return step.kind === 'update' && step.place !== step.base.path;
}
