import { assertNever } from '../../../shared/assert-never.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Action, Reconcile, Update } from '../../engine/plan/actions.ts';
import { recordOf } from '../../engine/plan/action-subject.ts';
import { isDue, retryAt } from '../../engine/times/back-off.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { Environment } from '../ports/environment.ts';
import type { Attempt, KeptProblem } from '../ports/mirror/kept-problem.ts';

/** The name under which an item's failures are remembered: its record's id if it has one, else its path. */
export function keyOf(action: Action): string {
  const id = recordOf(action);
  return id === null ? action.path : `id:${id}`;
}

/**
 * What the item looks like on both sides, as text; of one that can only wait, all that its words say. If the text changes, its
 * back-off ends.
 */
export function stateOf(action: Action): string {
  switch (action.kind) {
    // A refusal may be about the category, which a person can choose without a change of the file.
    case 'create':
      return `create ${localState(action.local)} ${action.category}`;
    case 'hash':
      return `hash ${localState(action.local)}`;
    case 'update':
      return `update ${sentState(action)} ${action.expect}`;
    case 'deleteRemote':
      return `deleteRemote ${action.expect}${action.after === null ? '' : ` after ${action.after}`}`;
    case 'free':
      return `free ${action.expect}`;
    case 'download':
    case 'adopt':
      return `${action.kind} ${action.path} ${action.remote.fingerprint}`;
    case 'reconcile':
      return `reconcile ${localState(action.local)} ${action.remote.fingerprint}`;
    case 'moveLocal':
      return `moveLocal ${action.to} ${action.remote.fingerprint}`;
    case 'trashLocal':
      return `trashLocal ${localState(action.local)}`;
    case 'wait':
      return `wait ${action.reason} ${action.path}`;
    case 'forget':
      return action.kind;
    default:
      return assertNever(action);
  }
}

/**
 * As `stateOf`, for an item that waits after a failure. If that failure was that its record kept changing, another change of
 * the record does not end the wait: else a large file would be sent, and broken off, all day.
 */
function waitState(action: Action, code: Failure['code']): string {
  const isOfRecord =
    code === 'changed-meanwhile' && (action.kind === 'update' || action.kind === 'reconcile');
  return isOfRecord ? `changed ${sentState(action)}` : stateOf(action);
}

/** What is here, and where and as what it is sent. */
function sentState(action: Update | Reconcile): string {
  const here = `${localState(action.local)} ${action.path}`;
  return action.kind === 'update' ? `${here} ${action.place} ${action.category}` : here;
}

function localState(local: LocalFile): string {
  return `${local.size}:${local.mtimeNs}`;
}

/** The attempt to remember after a failure. */
export function attemptAfter(
  action: Action,
  failure: Failure,
  before: Attempt | undefined,
  env: Pick<Environment, 'now' | 'random'>,
): Attempt {
  const state = waitState(action, failure.code);
  const same = before?.state === state;
  const tries = same ? before.tries + 1 : 1;
  const now = env.now();
  return {
    key: keyOf(action),
    path: action.path,
    action: action.kind,
    code: failure.code,
    reason: failure.reason,
    message: failure.message,
    hint: failure.hint,
    tries,
    nextAt: retryAt(failure, tries, now, env.random()),
    state,
    // If the clock was set back since the first failure, that one is yet to come, and the item would be due at all times.
    since: same ? Math.min(before.since, now) : now,
  };
}

/** Is there anything to try again? Not for an item that can only wait. */
export function hasSomethingToTry({ action, code }: KeptProblem): boolean {
  // No program holds a record: such a delete waits until another file was sent.
  const isSentFirst = action === 'deleteRemote' && code === 'in-use';
  return action !== 'wait' && !isSentFirst;
}

/**
 * The problem after a person said "try again": due at once, or as soon as it may be (`at`: epoch ms). It stays until the item
 * is tried, or looked at.
 */
export function dueAgain<T extends KeptProblem>(problem: T, at: number): T {
  return { ...problem, tries: 0, nextAt: at, state: '' };
}

/** Is this item's back-off over? `eager` ("Retry now") overrules it, unless the service refused the file for good. */
export function mayTry(action: Action, attempt: Attempt | undefined, now: number, eager: boolean): boolean {
  if (attempt === undefined || isDue(attempt, waitState(action, attempt.code), now)) return true;
  return eager && !REFUSED_FOR_GOOD.has(attempt.code);
}

/** The service's answer depends on the file alone: it waits for a change of the file (rule 17). */
const REFUSED_FOR_GOOD: ReadonlySet<Attempt['code']> = new Set([
  'too-large',
  'type-refused',
  'refused',
] as const);
