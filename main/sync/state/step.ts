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

/**
 * One that is carried out and committed in one go: no download, which is placed while others are fetched, and no update, since
 * several of these are committed together.
 */
export type WholeStep = Exclude<Step, Download | Update>;

export interface StepEnd {
  readonly step: Step;
  readonly outcome: Outcome;
}

/** May this step start now? A failure says why not, and the step is left for later. */
export type Admit = (step: Step) => Promise<Outcome | null>;

/** Of a step that was left to a further cycle: it was not tried. */
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

/** The way that its bytes go; those of a rename too, with which a service may ask for them. Deletes wait for no upload. */
export function directionOf(step: Step): Direction {
  return step.kind === 'create' || step.kind === 'update' ? 'up' : 'down';
}

/** It takes a file or a record away; such steps come before transfers. */
export function isDelete(step: Step): step is DeleteRemote | Free | TrashLocal {
  return step.kind === 'trashLocal' || step.kind === 'deleteRemote' || step.kind === 'free';
}

/** A record gets another name or place, and keeps its bytes. */
export function isRename(step: Step): step is Update {
  return step.kind === 'update' && !step.content && step.place !== step.base.path;
}
