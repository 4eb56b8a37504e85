import { assertNever } from '../../../shared/assert-never.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Action, DeleteRemote, Wait } from '../../engine/plan/actions.ts';

/** Why an action can only wait; null if it can go on, or if a problem of the site itself says why. */
export function whyWaiting(action: Action): Failure | null {
  if (action.kind === 'wait') return waitOf(action);
  return action.kind === 'deleteRemote' ? sentFirstOf(action) : null;
}

/** Null if a problem of the site says why: there was no complete listing yet. */
function waitOf({ id, path, reason }: Wait): Failure | null {
  switch (reason) {
    case 'place-taken':
      return {
        code: 'in-use',
        message: `${path} of the service waits: another file has its place, or the name of its folder, here until that one is moved or deleted.`,
        hint: 'SiteSync fetches it as soon as the place is free.',
        retry: 'later',
      };
    case 'place-left':
      return {
        code: 'in-use',
        message: `${path} of the service waits: a file was moved away from its place here, and that was not sent yet.`,
        hint: 'SiteSync goes on right after that. See what keeps the other file.',
        retry: 'later',
      };
    case 'place-unread':
      return {
        code: 'in-use',
        message: `${path} waits: on the service it was moved to a folder that could not be read here.`,
        hint: 'It goes there as soon as that folder can be read. See which one it is among the problems.',
        retry: 'later',
      };
    case 'name-taken':
      return {
        code: 'in-use',
        message: `The new name of ${path} was not sent yet: another file has it on the service until that one is renamed there.`,
        hint: 'SiteSync sends it right after that. See what keeps the other file.',
        retry: 'later',
      };
    case 'not-seen':
      return {
        code: 'in-use',
        message: `${path} waits: what lay there before may lie in a folder that could not be read.`,
        hint: 'It goes on as soon as that folder can be read. See which one it is among the problems.',
        retry: 'later',
      };
    case 'outcome-unknown':
      return {
        code: 'unknown-outcome',
        message: `Whether ${path}${id === null ? ' arrived' : ' of the service is a file that was sent from here'} is not known yet.`,
        hint: 'It is looked up in the next listing before anything is sent or fetched again.',
        retry: 'later',
      };
    case 'maybe-there':
      return id === null
        ? {
            code: 'in-use',
            message: `${path} waits: it may be a file that the service has already, and was not compared with that one yet.`,
            hint: 'It is compared once the file of the service can be fetched. If this stays, see what keeps that one.',
            retry: 'later',
          }
        : {
            code: 'in-use',
            message: `${path} of the service waits: a file here may be the same, and could not be read yet.`,
            hint: 'It is compared once that file can be read. If this stays, see what keeps that one.',
            retry: 'later',
          };
    case 'not-listed-yet':
      return null;
    default:
      return assertNever(reason);
  }
}

/** Null if nothing has to be sent before the delete. */
function sentFirstOf({ path, after }: DeleteRemote): Failure | null {
  if (after === null) return null;
  return {
    code: 'in-use',
    message: `${path} is deleted on the service once ${after} was sent, which may be what became of it.`,
    hint: 'Until then it stays there, so that nothing is on this computer alone. See what keeps the other file.',
    retry: 'on-change',
  };
}

/**
 * What was not as planned: the file here, or its record on the service; or there is no record, although a whole list
 * shows one (`listed`), or a list that is not whole does (`not-whole`); or a file lies where this one was to go (`place`).
 */
export type Changed = 'file' | 'record' | 'listed' | 'not-whole' | 'place';

/** The failure of an item that was planned again too often in a row. `to`: where it lies after the action. */
export function keepsChanging(what: Changed, path: string, to: string): Failure {
  return KEEPS_CHANGING[what](path, to);
}

const KEEPS_CHANGING: Readonly<Record<Changed, (path: string, to: string) => Failure>> = {
  file: (path) => ({
    code: 'still-changing',
    message: `${path} was different each time that SiteSync looked at it.`,
    hint: 'If this stays, close the program that writes to it.',
    retry: 'later',
  }),
  record: (path) => ({
    code: 'changed-meanwhile',
    message: `${path} was different on the service each time that SiteSync looked at it.`,
    hint: 'If this stays, ask who else works on it, or who manages the service.',
    retry: 'later',
  }),
  // What is synced would have been seen there, and given way or been given way to.
  place: (path, to) => ({
    code: 'in-use',
    message: `${path} waits: it is to be called ${to}, and a file that is left out of sync lies there.`,
    hint: 'Rename that file, or move it elsewhere.',
    retry: 'later',
  }),
  listed: (path) => ({
    code: 'not-found',
    message: `The service lists ${path}, and says that it does not have it.`,
    hint: 'What you changed stays here until it can be sent. If this stays, tell whoever manages the service.',
    retry: 'later',
  }),
  'not-whole': (path) => ({
    code: 'not-found',
    message: `The service says that it does not have ${path} any more, and its list of files, which would prove it, is not whole.`,
    hint: 'What you changed stays here, and is sent as a new file once the list is whole. If this stays, tell whoever manages the service.',
    retry: 'later',
  }),
};
