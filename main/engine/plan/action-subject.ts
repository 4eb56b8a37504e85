import { assertNever } from '../../../shared/assert-never.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { Action, Wait } from './actions.ts';

/** The record that the action is about, or that was there until it was deleted on the service; null if there is none yet. */
export function recordOf(action: Action): FileId | null {
  if (action.kind === 'create') return action.gone;
  return action.kind === 'hash' ? null : action.id;
}

/** Does a record wait for its place here? */
export function waitsForPlace(action: Action): boolean {
  return action.kind === 'wait' && FOR_PLACE.has(action.reason);
}

const FOR_PLACE: ReadonlySet<Wait['reason']> = new Set([
  'place-taken',
  'place-left',
  'place-unread',
] as const);

/** Where the file lies here after the action. */
export function targetOf(action: Action): RelPath {
  return action.kind === 'moveLocal' ? action.to : action.path;
}

/** Every place that the action is about. */
export function pathsOf(action: Action): readonly RelPath[] {
  switch (action.kind) {
    case 'moveLocal':
      return [action.path, action.to];
    case 'reconcile':
      return [action.path, action.copy];
    case 'update':
      return [action.path, action.base.path];
    case 'download':
      return [action.path, action.basePath];
    case 'adopt':
    case 'create':
    case 'deleteRemote':
    case 'forget':
    case 'free':
    case 'hash':
    case 'trashLocal':
    case 'wait':
      return [action.path];
    default:
      return assertNever(action);
  }
}
