import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RefusedToken } from '../../main/hosts/cli/refused-token.ts';
import { fail, ok, type Failure } from '../../shared/failure.ts';

const REFUSED: Failure = { code: 'sign-in', message: 'Refused.', hint: 'Sign in.', retry: 'on-sign-in' };
const AWAY: Failure = { code: 'offline', message: 'Away.', hint: 'Wait.', retry: 'on-connect' };

/** A watch's token, and what the service answers when it is asked again: one after the other, then nothing more. */
function tokenOf(...answers: readonly (Failure | null)[]): {
  readonly token: RefusedToken;
  readonly left: (Failure | null)[];
  readonly stopping: AbortController;
} {
  const left = [...answers];
  const stopping = new AbortController();
  const never = new Promise<never>(() => undefined);
  const token = new RefusedToken({
    env: { sleep: () => (left.length === 0 ? never : turn(undefined)) },
    service: {
      sitesPage: async () => {
        const failure = left.shift() ?? null;
        return failure === null ? ok({ items: [], odd: [], count: 0, next: null }) : fail(failure);
      },
    },
    stopping: stopping.signal,
  });
  return { token, left, stopping };
}

async function turns(): Promise<void> {
  for (let n = 0; n < 20; n++) await turn();
}

it.each([
  ['is refused once more', [REFUSED], true],
  ['is taken again', [null, REFUSED], false],
  ['is refused once more, after a while without an answer', [AWAY, AWAY, REFUSED], true],
  ['cannot be asked for', [AWAY, AWAY], false],
] as const)('a refused token that %s', async (_, answers, isOver) => {
  const { token } = tokenOf(...answers);
  token.stopped(REFUSED);
  await turns();
  expect(token.ending.aborted).toBe(isOver);
  expect(token.failure).toBe(isOver ? REFUSED : null);
});

it.each([
  ['a dead network', AWAY],
  ['nothing', null],
] as const)('asks no more where %s stops the sites by then', async (_, stop) => {
  const { token, left } = tokenOf(REFUSED);
  token.stopped(REFUSED);
  token.stopped(stop);
  await turns();
  expect([token.ending.aborted, left]).toEqual([false, [REFUSED]]);
});

it('asks no more when the watch ends by itself', async () => {
  const { token, left, stopping } = tokenOf(REFUSED);
  token.stopped(REFUSED);
  stopping.abort();
  await turns();
  expect([token.ending.aborted, left]).toEqual([false, [REFUSED]]);
});
