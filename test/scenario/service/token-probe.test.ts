import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TokenProbe } from '../../../main/sync/pacing/token-probe.ts';
import { fail, ok, type Failure } from '../../../shared/failure.ts';

const REFUSED: Failure = { code: 'sign-in', message: 'Refused.', hint: 'Sign in.', retry: 'on-sign-in' };
const AWAY: Failure = { code: 'offline', message: 'Away.', hint: 'Wait.', retry: 'on-connect' };

interface Asked {
  readonly probe: TokenProbe;
  readonly waits: number[];
  readonly taken: () => number;
  readonly refused: Failure[];
}

/** Asks a service that answers so one after the other, and then takes the token. */
function askOne(answers: readonly Failure[]): Asked {
  const left = [...answers];
  const waits: number[] = [];
  const refused: Failure[] = [];
  let taken = 0;
  const probe = new TokenProbe(
    {
      env: {
        sleep: (ms) => {
          waits.push(ms / 1000);
          return turn();
        },
      },
      service: {
        sitesPage: async () => {
          const failure = left.shift();
          return failure === undefined ? ok({ items: [], odd: [], count: 0, next: null }) : fail(failure);
        },
      },
      stopping: new AbortController().signal,
    },
    { onTaken: () => (taken += 1), onRefused: (failure) => refused.push(failure) },
  );
  return { probe, waits, taken: () => taken, refused };
}

async function turns(): Promise<void> {
  for (let n = 0; n < 30; n++) await turn();
}

it('asks soon, then less and less often, until the token is taken', async () => {
  const { probe, waits, taken } = askOne(Array.from({ length: 6 }, () => REFUSED));
  probe.stopped('sign-in');
  probe.stopped('sign-in');
  await turns();
  expect(waits).toEqual([5, 10, 20, 40, 60, 60, 60]);
  expect(taken()).toBe(1);
});

it.each([
  ['refused once more', [REFUSED], [REFUSED]],
  ['taken again', [], []],
  ['refused once more after a while without an answer', [AWAY, AWAY, REFUSED], [REFUSED]],
  ['not asked for in vain', [AWAY, AWAY], []],
])('tells of a token that is %s', async (_what, answers, told) => {
  const { probe, refused } = askOne(answers);
  probe.stopped('sign-in');
  await turns();
  expect(refused).toEqual(told);
});

it('asks on where the token was refused again, and soon where it was taken meanwhile', async () => {
  const { probe, waits, taken } = askOne([]);
  for (const code of ['sign-in', 'sign-in', null, 'sign-in'] as const) {
    probe.stopped(code);
    await turns();
  }
  expect(waits).toEqual([5, 10, 5]);
  expect(taken()).toBe(3);
});

it.each([null, 'offline'] as const)('asks no more where %s stops the sites by then', async (code) => {
  const { probe, taken } = askOne([]);
  probe.stopped('sign-in');
  probe.stopped(code);
  await turns();
  expect(taken()).toBe(0);
});
