import { assertNever } from '../../../shared/assert-never.ts';
import type { Action } from '../../engine/actions.ts';

/** What an action of the plan is to a person: why it is to be done. */
export function reasonOf(action: Action): string {
  switch (action.kind) {
    case 'create':
      return action.reason === 'edit-beats-delete'
        ? 'Edited here, deleted there: the edit stays'
        : 'New here';
    case 'update':
      return UPDATE[action.reason];
    case 'deleteRemote':
      return 'Deleted here';
    case 'download':
      return DOWNLOAD[action.reason];
    case 'reconcile':
      return RECONCILE[action.reason];
    case 'moveLocal':
      return action.reason === 'makes-room' ? 'Makes room for another file' : 'Renamed on the service';
    case 'trashLocal':
      return 'Deleted on the service';
    case 'free':
      return 'Online only: the copy here is given up';
    case 'hash':
      return 'Being compared';
    case 'adopt':
      return 'Same on both sides';
    case 'forget':
      return 'Gone on both sides';
    case 'wait':
      return WAIT[action.reason];
    default:
      return assertNever(action);
  }
}

const UPDATE = {
  'edited-here': 'Changed here',
  'renamed-here': 'Renamed here',
  'moved-here': 'Moved here',
  'category-changed-here': 'Category changed here',
} as const;

const DOWNLOAD = {
  'new-on-service': 'New on the service',
  'changed-on-service': 'Newer on the service',
  'edit-beats-delete': 'Deleted here, edited there: the edit stays',
} as const;

const RECONCILE = {
  'changed-on-both': 'Changed here and there',
  'new-on-both': 'New here and there',
  'service-went-back': 'The service went back to an older version',
} as const;

const WAIT = {
  'place-taken': 'Another file has its place',
  'outcome-unknown': 'Asking the service whether it arrived',
  'not-listed-yet': 'Waits for the list of the service',
} as const;
