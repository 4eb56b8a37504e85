import { expect, it } from 'vitest';
import { Pause } from '../../main/app/pause.ts';
import { FailureError } from '../../main/sync/ports/failure-error.ts';
import { LONGEST_PAUSE } from '../../shared/time/pause-ends.ts';

const HOUR = 3_600_000;

/** A computer whose clock is played; `restart` opens the program anew on what it kept. */
function computer() {
  const kept = new Map<string, string>();
  const said: string[] = [];
  const troubles: string[] = [];
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  let now = 1000 * HOUR;
  let isFull = false;
  const make = (): Pause => {
    const pause: Pause = new Pause({
      mirror: {
        setting: (key) => kept.get(key) ?? null,
        setSetting: (key, text) => {
          if (isFull) throw new FailureError(FULL);
          if (text === null) kept.delete(key);
          else kept.set(key, text);
        },
      },
      env: {
        now: () => now,
        sleep: (ms, signal) =>
          new Promise((resolve) => {
            const sleeper = { until: now + ms, wake: resolve };
            sleepers.add(sleeper);
            signal?.addEventListener('abort', () => {
              sleepers.delete(sleeper);
              resolve();
            });
          }),
      },
      onChange: () => said.push(pause.isOn ? 'paused' : 'on'),
      onTrouble: ({ message }) => troubles.push(message),
    });
    pause.start();
    return pause;
  };
  const at = async (passed: number, timersRun = true): Promise<void> => {
    const then = now + passed;
    for (let step = 0; step < 10_000; step += 1) {
      const next = timersRun ? [...sleepers].sort((a, b) => a.until - b.until)[0] : undefined;
      if (next === undefined || next.until > then) break;
      sleepers.delete(next);
      now = next.until;
      next.wake();
      await new Promise(setImmediate);
    }
    now = then;
  };
  const fill = (full = true): void => void (isFull = full);
  return { make, said, troubles, at, now: () => now, set: (to: number) => (now = to), fill, sleepers };
}

const FULL = { code: 'disk-full', message: 'The disk is full.', hint: '', retry: 'later' } as const;

it('a pause without an end lasts until it is ended, over a restart too', async () => {
  const { make, said, at, sleepers } = computer();
  make().begin(null);
  const pause = make();
  await at(100 * HOUR);
  expect([pause.isOn, pause.until, said, sleepers.size]).toEqual([true, null, ['paused'], 0]);
  pause.end();
  expect([pause.isOn, said]).toEqual([false, ['paused', 'on']]);
});

it('one with an end ends then, and says so once', async () => {
  const { make, said, at, now, sleepers } = computer();
  const pause = make();
  const end = now() + HOUR;
  pause.begin(end);
  await at(HOUR - 1);
  expect([pause.isOn, pause.until, said]).toEqual([true, end, ['paused']]);
  await at(1);
  expect([pause.isOn, pause.until, said, sleepers.size]).toEqual([false, null, ['paused', 'on'], 0]);
});

it('is ended, or begun anew, before its end', async () => {
  const { make, said, at, now } = computer();
  const pause = make();
  pause.begin(now() + HOUR);
  pause.begin(now() + 3 * HOUR);
  await at(2 * HOUR);
  expect(pause.isOn).toBe(true);
  pause.end();
  await at(2 * HOUR);
  expect(said).toEqual(['paused', 'paused', 'on']);
});

it('ends also where the program was started anew meanwhile, or the end came while it was closed', async () => {
  const { make, said, at, now } = computer();
  const first = make();
  first.begin(now() + HOUR);
  first.close();
  const second = make();
  expect(second.isOn).toBe(true);
  await at(HOUR);
  expect([second.isOn, said]).toEqual([false, ['paused', 'on']]);
  second.begin(now() + HOUR);
  second.close();
  await at(2 * HOUR);
  expect(make().isOn).toBe(false);
  // Whoever paused by it before it was watched hears that it is over.
  expect(said).toEqual(['paused', 'on', 'paused', 'on']);
});

it('ends when a computer wakes that slept over it, and soon without that word', async () => {
  const { make, said, at, now } = computer();
  const pause = make();
  pause.begin(now() + HOUR);
  // Timers stood still.
  await at(9 * HOUR, false);
  pause.wake();
  pause.wake();
  expect(said).toEqual(['paused', 'on']);
  pause.begin(now() + HOUR);
  await at(9 * HOUR, false);
  await at(15_000);
  expect(said).toEqual(['paused', 'on', 'paused', 'on']);
});

it('ends in time on a disk that is full, and says that it could not be kept', async () => {
  const { make, said, troubles, at, now, fill } = computer();
  const pause = make();
  pause.begin(now() + HOUR);
  fill();
  await at(HOUR);
  expect([pause.isOn, said, troubles]).toEqual([false, ['paused', 'on'], ['The disk is full.']]);
});

it('ends in time also where the disk was too full to begin another one', async () => {
  const { make, said, at, now, fill } = computer();
  const pause = make();
  pause.begin(now() + HOUR);
  fill();
  expect(() => pause.begin(null)).toThrow(FailureError);
  fill(false);
  await at(HOUR);
  expect([pause.isOn, said]).toEqual([false, ['paused', 'on']]);
});

it('lasts no longer than it was to because the clock was a year ahead when it began', async () => {
  const { make, said, at, now, set } = computer();
  const pause = make();
  const right = now();
  set(right + 365 * 24 * HOUR);
  pause.begin(now() + HOUR);
  await at(60_000);
  set(right);
  expect(pause.isOn).toBe(false);
  // The timer that runs began by the clock before.
  pause.wake();
  expect(said).toEqual(['paused', 'on']);
  pause.begin(right + 365 * 24 * HOUR);
  expect(pause.until).toBe(right + LONGEST_PAUSE);
});
