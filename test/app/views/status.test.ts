import { expect, it } from 'vitest';
import {
  siteStopOf,
  statusOf,
  stopOf,
  type Status,
  type StatusFacts,
} from '../../../main/app/views/status.ts';
import type { Action } from '../../../main/engine/plan/actions.ts';
import type { Attempt } from '../../../main/sync/ports/mirror/kept-problem.ts';
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

const waiting = (waitsFor: Status['waitsFor'], reason: string): Status => ({
  status: 'waiting',
  reason,
  waitsFor,
});

it('a file that the service let wait, waits for the connection once there is none', () => {
  expect(statusOf(facts('busy'), online)).toEqual(waiting('busy', 'service busy'));
  for (const code of ['busy', 'timeout', 'unknown-outcome', 'offline'] as const)
    expect(statusOf(facts(code), offline)).toEqual(waiting('offline', 'offline'));
  // What the file itself waits for, or failed at, is as true without a connection.
  expect(statusOf(facts('in-use'), offline)).toEqual(waiting('in-use', 'in use'));
  expect(statusOf(facts('too-large'), offline)).toEqual({
    status: 'failed',
    reason: 'too large',
    waitsFor: null,
  });
});

it('a file whose answer was lost waits: it is looked up before anything is sent again', () => {
  expect(statusOf(facts('unknown-outcome'), online)).toEqual(waiting('unknown-outcome', 'answer lost'));
});

it('a file that is looked up before it is sent again waits for a busy service, since that is asked then', () => {
  const lookedUp = { kind: 'wait', reason: 'outcome-unknown', id: null } as Action;
  const why = 'looked up first';
  expect(statusOf({ ...facts('busy'), action: lookedUp, why }, online)).toEqual(
    waiting('busy', 'service busy'),
  );
  expect(statusOf({ ...facts('unknown-outcome'), action: lookedUp, why }, online)).toEqual(
    waiting('outcome-unknown', why),
  );
});

it('a site that the service let wait, too', () => {
  const stop = (code: Attempt['code'], moment: typeof online): string | null =>
    stopOf({ siteStop: siteStopOf({ paused: false }, [{ path: '', code }], moment) }, moment);
  expect(stop('busy', online)).toBe('busy');
  expect(stop('busy', offline)).toBe('offline');
  expect(stop('folder-missing', offline)).toBe('folder-missing');
  expect(stop('folder-in-use', offline)).toBe('folder-in-use');
  // After these the last cycle planned all the same.
  expect(stop('refused', online)).toBe(null);
  expect(stop('mirror-broken', online)).toBe(null);
});

it('after a fault of the folder nobody knows what became of its files, and other stops change nothing about them', () => {
  const inStep: StatusFacts = { ...facts('busy'), action: null, attempt: null, here: true };
  for (const [siteStop, words] of [
    ['folder-missing', 'folder is away'],
    ['folder-in-use', 'folder in use'],
  ] as const) {
    expect(statusOf({ ...inStep, siteStop }, online)).toEqual(waiting(siteStop, words));
    expect(statusOf({ ...inStep, siteStop, here: false }, online)).toMatchObject({ status: 'online-only' });
  }
  for (const siteStop of ['site-paused', 'busy', 'no-access'] as const)
    expect(statusOf({ ...inStep, siteStop }, online)).toMatchObject({ status: 'up-to-date' });
});

it('what waits for an answer of the service says why that is not asked', () => {
  const why = 'Answer lost: the service is asked first';
  const asked = (reason: string): StatusFacts => ({
    ...facts('in-use'),
    action: { kind: 'wait', reason } as Action,
    attempt: null,
    why,
  });
  const reasonOf = (reason: string, moment: typeof online): string | null =>
    statusOf(asked(reason), moment).reason;
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
    ['mine', 'mine'],
    ['theirs', 'theirs'],
    // Of two that both came from elsewhere none is mine.
    ['copy', 'the copy'],
    ['file', 'kept the name'],
  ] as const)
    for (const moment of [online, offline])
      expect(statusOf({ ...inStep, inConflict }, moment)).toEqual({
        status: 'conflict',
        reason,
        waitsFor: null,
      });
  expect(statusOf(inStep, online)).toEqual({ status: 'up-to-date', reason: null, waitsFor: null });
});

it('a delete that waits until the file that took its place was sent says which one that is', () => {
  const after = 'Other/Block A/plan.txt' as RelPath;
  const placed: StatusFacts = { ...facts('in-use'), action: { kind: 'deleteRemote', after } as Action };
  for (const moment of [online, offline])
    expect(statusOf(placed, moment)).toEqual(waiting('other-file', 'after plan.txt'));
  // Whether it has to wait at all is seen when the other one is sent.
  expect(statusOf({ ...placed, attempt: null, why: 'Deleted here' }, online)).toMatchObject({
    status: 'queued',
  });
  const due: StatusFacts = { ...facts('in-use'), action: { kind: 'deleteRemote', after: null } as Action };
  expect(statusOf(due, online)).toEqual(waiting('in-use', 'in use'));
});
