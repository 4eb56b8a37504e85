import { assertNever } from '../../../shared/assert-never.ts';
import type { Action } from '../../engine/plan/actions.ts';

/** Does it send or fetch the bytes of the file, or only change names and records? */
export function movesBytes(action: Action): boolean {
  switch (action.kind) {
    case 'create':
    case 'download':
    case 'reconcile':
    // It waits for what became of bytes that were sent.
    case 'wait':
      return true;
    case 'update':
      return action.content;
    case 'hash':
    case 'adopt':
    case 'forget':
    case 'deleteRemote':
    case 'moveLocal':
    case 'trashLocal':
    case 'free':
      return false;
    default:
      return assertNever(action);
  }
}
