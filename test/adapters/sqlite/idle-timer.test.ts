import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IdleTimer } from '../../../main/adapters/sqlite/idle-timer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('rests once after nothing was asked for some seconds, and again after more was asked', () => {
  const rested = vi.fn();
  const timer = new IdleTimer(rested);
  vi.advanceTimersByTime(60_000);
  expect(rested).not.toHaveBeenCalled();
  for (let second = 0; second < 30; second++) {
    timer.used();
    vi.advanceTimersByTime(1000);
  }
  expect(rested).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(rested).toHaveBeenCalledTimes(1);
  timer.used();
  vi.advanceTimersByTime(60_000);
  expect(rested).toHaveBeenCalledTimes(2);
});

it('does not rest once it is closed', () => {
  const rested = vi.fn();
  const timer = new IdleTimer(rested);
  timer.used();
  timer.close();
  timer.used();
  vi.advanceTimersByTime(60_000);
  expect(rested).not.toHaveBeenCalled();
});
