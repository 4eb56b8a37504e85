import { expect, it } from 'vitest';
import { siteStopOf, statusOf, stopOf, type StatusFacts } from '../../../main/app/views/status.ts';
import type { Action } from '../../../main/engine/plan/actions.ts';
import type { Attempt } from '../../../main/sync/ports/mirror/notes.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

const online = { online: true, signedIn: true, paused: false };
const offline = { ...online, online: false };
const facts = (code: Attempt['code']): StatusFacts => ({
  action: { kind: 'download' } as Action,
  attempt: { path: 'Other/scan.zip', code, message: 'It was not fetched.' } as Attempt,
  why: null,
  held: false,
  here: false,
  inConflict: null,
  unread: false,
  siteStop: null,
});

it('a file that the service let wait, waits for the connection once there is none', () => {
  expect(statusOf(facts('busy'), online)).toEqual({ status: 'waiting', reason: 'service busy' });
  for (const code of ['busy', 'timeout', 'unknown-outcome', 'offline'] as const)
    expect(statusOf(facts(code), offline)).toEqual({ status: 'waiting', reason: 'offline' });
  // What the file itself waits for, or failed at, is as true without a connection.
  expect(statusOf(facts('in-use'), offline)).toEqual({ status: 'waiting', reason: 'in use' });
  expect(statusOf(facts('too-large'), offline)).toEqual({ status: 'failed', reason: 'too large' });
});

it('a file whose answer was lost waits: it is looked up before anything is sent again', () => {
  expect(statusOf(facts('unknown-outcome'), online)).toEqual({ status: 'waiting', reason: 'answer lost' });
});

it('a site that the service let wait, too', () => {
  const reason = (code: Attempt['code'], moment: typeof online): string | null =>
    stopOf({ siteStop: siteStopOf({ paused: false }, [{ path: '', code }], moment) }, moment);
  expect(reason('busy', online)).toBe('service busy');
  expect(reason('busy', offline)).toBe('offline');
  expect(reason('folder-missing', offline)).toBe('folder is away');
  expect(reason('folder-in-use', offline)).toBe('folder in use');
});

it('what waits for an answer of the service says why that is not asked', () => {
  const why = 'Answer lost: the service is asked first';
  const waiting = (reason: string): StatusFacts => ({
    ...facts('in-use'),
    action: { kind: 'wait', reason } as Action,
    attempt: null,
    why,
  });
  const reasonOf = (reason: string, moment: typeof online): string | null =>
    statusOf(waiting(reason), moment).reason;
  for (const reason of ['outcome-unknown', 'not-listed-yet']) {
    expect(reasonOf(reason, online)).toBe(why);
    expect(reasonOf(reason, offline)).toBe('offline');
    expect(reasonOf(reason, { ...offline, signedIn: false })).toBe('sign in');
    expect(reasonOf(reason, { ...online, paused: true })).toBe('paused');
  }
  // Another file has its place, whoever is asked.
  expect(reasonOf('place-taken', offline)).toBe(why);
});

it('both files of a conflict are in conflict, whatever they are in step with', () => {
  const inStep: StatusFacts = { ...facts('busy'), action: null, attempt: null, here: true };
  for (const [inConflict, reason] of [
    ['copy', 'mine'],
    ['original', 'theirs'],
  ] as const)
    for (const moment of [online, offline])
      expect(statusOf({ ...inStep, inConflict }, moment)).toEqual({ status: 'conflict', reason });
  expect(statusOf(inStep, online)).toEqual({ status: 'up-to-date', reason: null });
});

it('a delete that waits until the file that took its place was sent says which one that is', () => {
  const after = 'Other/Block A/plan.txt' as RelPath;
  const waiting: StatusFacts = { ...facts('in-use'), action: { kind: 'deleteRemote', after } as Action };
  for (const moment of [online, offline])
    expect(statusOf(waiting, moment)).toEqual({ status: 'waiting', reason: 'after plan.txt' });
  // Whether it has to wait at all is seen when the other one is sent.
  expect(statusOf({ ...waiting, attempt: null, why: 'Deleted here' }, online)).toMatchObject({
    status: 'queued',
  });
  const due: StatusFacts = { ...facts('in-use'), action: { kind: 'deleteRemote', after: null } as Action };
  expect(statusOf(due, online)).toEqual({ status: 'waiting', reason: 'in use' });
});
