import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Rest } from '../../../main/adapters/sqlite/rest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('rests once after nothing was asked for some seconds, and again after more was asked', () => {
  const rested = vi.fn();
  const rest = new Rest(rested);
  vi.advanceTimersByTime(60_000);
  expect(rested).not.toHaveBeenCalled();
  for (let second = 0; second < 30; second++) {
    rest.used();
    vi.advanceTimersByTime(1000);
  }
  expect(rested).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(rested).toHaveBeenCalledTimes(1);
  rest.used();
  vi.advanceTimersByTime(60_000);
  expect(rested).toHaveBeenCalledTimes(2);
});

it('does not rest once it is closed', () => {
  const rested = vi.fn();
  const rest = new Rest(rested);
  rest.used();
  rest.close();
  rest.used();
  vi.advanceTimersByTime(60_000);
  expect(rested).not.toHaveBeenCalled();
});
