import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { giveBackFreed } from '../../../main/adapters/sqlite/give-back-freed.ts';
import { runAllDay } from '../../../main/hosts/compose/all-day.ts';

vi.mock('../../../main/adapters/sqlite/give-back-freed.ts', () => ({ giveBackFreed: vi.fn() }));

/** CPU time of the process until now, ms. */
let used = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: used * 1000 - (before?.user ?? 0),
    system: 0,
  }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function minute(workMs: number): void {
  for (let second = 0; second < 60; second++) {
    used += workMs / 60;
    vi.advanceTimersByTime(1000);
  }
}

it.runIf(process.platform === 'linux')('gives freed memory back once after each piece of work', () => {
  runAllDay();
  minute(20_000);
  minute(20_000);
  expect(giveBackFreed).not.toHaveBeenCalled();
  for (let n = 0; n < 10; n++) minute(10);
  expect(giveBackFreed).toHaveBeenCalledTimes(1);
  minute(20_000);
  for (let n = 0; n < 10; n++) minute(10);
  expect(giveBackFreed).toHaveBeenCalledTimes(2);
});
