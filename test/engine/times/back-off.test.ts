import { describe, expect, it } from 'vitest';
import { isDue, nextDelay, retryAt } from '../../../main/engine/times/back-off.ts';

const HOUR = 3_600_000;
const NOW = 1_795_000_000_000;
const code = 'service-error';

describe('nextDelay', () => {
  it('is 25 s, then five times longer each time, to 24 h', () => {
    const middles = [1, 2, 3, 4, 5].map((tries) => nextDelay(tries, 0.5) / 1000);
    expect(middles).toEqual([25, 125, 625, 3125, 15_625]);
    for (const tries of [6, 7, 100, 1e9]) {
      expect(nextDelay(tries, 0.999)).toBeLessThanOrEqual(24 * HOUR);
      expect(nextDelay(tries, 0.999)).toBeGreaterThan(23.9 * HOUR);
      expect(nextDelay(tries, 0)).toBeGreaterThan(13 * HOUR);
    }
  });

  it('is spread by a fifth to either side', () => {
    expect(nextDelay(1, 0)).toBe(20_000);
    expect(nextDelay(1, 0.999_999)).toBe(30_000);
  });
});

describe('retryAt', () => {
  it('grows with the tries if time helps', () => {
    expect(retryAt({ code, retry: 'later' }, 1, NOW, 0.5)).toBe(NOW + 25_000);
    expect(retryAt({ code, retry: 'later' }, 3, NOW, 0.5)).toBe(NOW + 625_000);
  });

  it('names no time for what waits for a change', () => {
    expect(retryAt({ code, retry: 'on-change' }, 1, NOW, 0.5)).toBeNull();
    expect(retryAt({ code, retry: 'on-change', retryAfterMs: 1000 }, 1, NOW, 0.5)).toBeNull();
  });

  it.each(['on-connect', 'on-sign-in'] as const)('comes by itself for %s too', (retry) => {
    expect(retryAt({ code, retry }, 2, NOW, 0.5)).toBe(NOW + 125_000);
  });

  it.each(['disk-full', 'in-use'] as const)('looks every two minutes whether that is over: %s', (code) => {
    for (const tries of [2, 5, 1000])
      expect(retryAt({ code, retry: 'later' }, tries, NOW, 0.5)).toBe(NOW + 125_000);
  });

  it('looks every ten minutes whether a file that could not be read can be', () => {
    for (const tries of [3, 5, 1000])
      expect(retryAt({ code: 'unreadable', retry: 'later' }, tries, NOW, 0.5)).toBe(NOW + 625_000);
  });

  it('looks each hour whether somebody gave the rights', () => {
    for (const tries of [4, 5, 1000])
      expect(retryAt({ code: 'no-access', retry: 'later' }, tries, NOW, 0.5)).toBe(NOW + 3_125_000);
  });

  it('obeys what the service asked for, never sooner and a day at most', () => {
    for (const random of [0, 0.5, 0.99]) {
      const at = retryAt({ code, retry: 'later', retryAfterMs: 60_000 }, 9, NOW, random)!;
      expect(at).toBeGreaterThanOrEqual(NOW + 60_000);
      expect(at).toBeLessThanOrEqual(NOW + 72_000);
    }
    expect(retryAt({ code, retry: 'later', retryAfterMs: 0 }, 1, NOW, 0)).toBe(NOW + 1000);
    expect(retryAt({ code, retry: 'later', retryAfterMs: 1e15 }, 1, NOW, 0.99)).toBeLessThanOrEqual(
      NOW + 24 * HOUR,
    );
    expect(retryAt({ code, retry: 'later', retryAfterMs: Number.NaN }, 1, NOW, 0.5)).toBe(NOW + 25_000);
  });

  it('takes "now" at its word three times, then backs off', () => {
    const delays = [1, 2, 3, 4, 5].map((tries) => retryAt({ code, retry: 'now' }, tries, NOW, 0.5)! - NOW);
    expect(delays).toEqual([0, 0, 0, 25_000, 125_000]);
  });
});

describe('isDue', () => {
  it('waits for its time, for a change, or for ever', () => {
    expect(isDue({ nextAt: NOW + 1, since: NOW, state: 'a' }, 'a', NOW)).toBe(false);
    expect(isDue({ nextAt: NOW, since: NOW, state: 'a' }, 'a', NOW)).toBe(true);
    expect(isDue({ nextAt: null, since: NOW, state: 'a' }, 'a', NOW)).toBe(false);
    expect(isDue({ nextAt: null, since: NOW, state: 'a' }, 'b', NOW)).toBe(true);
    expect(isDue({ nextAt: NOW + 1, since: NOW, state: 'a' }, 'b', NOW)).toBe(true);
  });

  it('does not wait for a moment that only a clock set back could have named', () => {
    expect(isDue({ nextAt: NOW + 25 * HOUR, since: NOW, state: 'a' }, 'a', NOW)).toBe(true);
    expect(isDue({ nextAt: NOW + 24 * HOUR, since: NOW, state: 'a' }, 'a', NOW)).toBe(false);
    // By two hours, as where a computer starts with the time of its zone and is corrected.
    const failed = { nextAt: NOW + 2 * HOUR + 25_000, since: NOW + 2 * HOUR, state: 'a' };
    expect(isDue(failed, 'a', NOW)).toBe(true);
    expect(isDue({ ...failed, nextAt: null }, 'a', NOW)).toBe(false);
  });
});
