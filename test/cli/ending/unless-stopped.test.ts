import { expect, it } from 'vitest';
import { realEnvironment } from '../../../main/hosts/system/environment.ts';
import { unlessStopped } from '../../../main/hosts/cli/unless-stopped.ts';
import { inTurns } from '../../../main/sync/concurrency/in-turns.ts';

const env = realEnvironment();

it('ends long work in the turn after it was stopped', async () => {
  const stop = new AbortController();
  let done = 0;
  const endless = function* (): Generator<number> {
    for (;;) yield done;
  };
  const work = unlessStopped({ env, stopping: stop.signal }, (clock) =>
    inTurns(clock, endless(), () => {
      done += 1;
      if (done === 5000) stop.abort();
    }),
  );
  expect(await work).toBeNull();
  const atEnd = done;
  await env.sleep(20);
  expect(done).toBe(atEnd);
});

it('gives the result, unless it was stopped by then', async () => {
  const stop = new AbortController();
  const program = { env, stopping: stop.signal };
  expect(await unlessStopped(program, async (clock) => clock.sleep(0).then(() => 7))).toBe(7);
  const wrong = new Error('wrong');
  await expect(unlessStopped(program, () => Promise.reject(wrong))).rejects.toBe(wrong);
  stop.abort();
  expect(await unlessStopped(program, async () => 7)).toBeNull();
  await expect(unlessStopped(program, () => Promise.reject(wrong))).rejects.toBe(wrong);
});
