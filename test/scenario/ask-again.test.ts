import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AskAgain } from '../../main/sync/ask-again.ts';
import { fail, ok, type Failure } from '../../shared/failure.ts';

const REFUSED: Failure = { code: 'sign-in', message: 'Refused.', hint: 'Sign in.', retry: 'on-sign-in' };

/** Asks a service that refuses so many times. */
function askOne(refusals: number): {
  readonly askAgain: AskAgain;
  readonly waits: number[];
  readonly taken: () => number;
} {
  const waits: number[] = [];
  let taken = 0;
  const askAgain = new AskAgain(
    {
      env: {
        sleep: (ms) => {
          waits.push(ms / 1000);
          return turn();
        },
      },
      service: {
        sitesPage: async () =>
          waits.length <= refusals ? fail(REFUSED) : ok({ items: [], odd: [], count: 0, next: null }),
      },
      stopping: new AbortController().signal,
    },
    { onTaken: () => (taken += 1) },
  );
  return { askAgain, waits, taken: () => taken };
}

async function turns(): Promise<void> {
  for (let n = 0; n < 30; n++) await turn();
}

it('asks soon, then less and less often, until the token is taken', async () => {
  const { askAgain, waits, taken } = askOne(6);
  askAgain.stopped('sign-in');
  askAgain.stopped('sign-in');
  await turns();
  expect(waits).toEqual([5, 10, 20, 40, 60, 60, 60]);
  expect(taken()).toBe(1);
});

it('asks on where the token was refused again, and soon where it was taken meanwhile', async () => {
  const { askAgain, waits, taken } = askOne(0);
  for (const code of ['sign-in', 'sign-in', null, 'sign-in'] as const) {
    askAgain.stopped(code);
    await turns();
  }
  expect(waits).toEqual([5, 10, 5]);
  expect(taken()).toBe(3);
});

it.each([null, 'offline'] as const)('asks no more where %s stops the sites by then', async (code) => {
  const { askAgain, taken } = askOne(0);
  askAgain.stopped('sign-in');
  askAgain.stopped(code);
  await turns();
  expect(taken()).toBe(0);
});
