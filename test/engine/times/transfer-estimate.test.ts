import { describe, expect, it } from 'vitest';
import type { TransferSample } from '../../../main/engine/times/transfer-estimate.ts';
import { addSample, estimate } from '../../../main/engine/times/transfer-estimate.ts';

/** Samples every half second; `speed` gives bytes per second at a time in ms. */
function run(ms: number, speed: (at: number) => number): readonly TransferSample[] {
  let samples: readonly TransferSample[] = [];
  let bytes = 0;
  for (let at = 0; at <= ms; at += 500) {
    samples = addSample(samples, { at, bytes });
    bytes += speed(at) / 2;
  }
  return samples;
}

describe('estimate', () => {
  it('says nothing until it has seen enough', () => {
    expect(estimate([], 100)).toEqual({ bytesPerSecond: null, secondsLeft: null });
    expect(
      estimate(
        run(1000, () => 1000),
        5000,
      ),
    ).toEqual({ bytesPerSecond: null, secondsLeft: null });
  });

  it('gives rate and time of a steady transfer', () => {
    const { bytesPerSecond, secondsLeft } = estimate(
      run(10_000, () => 2_400_000),
      320_000_000,
    );
    expect(bytesPerSecond).toBeCloseTo(2_400_000);
    expect(secondsLeft).toBe(135);
  });

  it.each([
    [3.2, 4],
    [41, 45],
    [590, 600],
    [1000, 1020],
    [5000, 5100],
  ])('rounds %s seconds up to %s', (exact, shown) => {
    expect(
      estimate(
        run(10_000, () => 1000),
        exact * 1000,
      ).secondsLeft,
    ).toBe(shown);
  });

  it('does not jump with a burst, and follows a lasting change', () => {
    const burst = estimate(
      run(20_000, (at) => (at % 2000 === 0 ? 4000 : 0)),
      0,
    ).bytesPerSecond!;
    expect(burst).toBeGreaterThan(900);
    expect(burst).toBeLessThan(1100);
    const slower = (after: number): number =>
      estimate(
        run(30_000 + after, (at) => (at < 30_000 ? 10_000 : 1000)),
        0,
      ).bytesPerSecond!;
    expect(slower(1000)).toBeGreaterThan(7000);
    expect(slower(25_000)).toBeLessThan(1600);
  });

  it('has no time left to name while nothing moves', () => {
    const stalled = run(45_000, (at) => (at < 5000 ? 1000 : 0));
    expect(estimate(stalled, 1000)).toEqual({ bytesPerSecond: 0, secondsLeft: null });
  });

  it('takes a transfer that began anew for no speed backwards', () => {
    const samples = [0, 1000, 2000, 3000].map((at) => ({ at, bytes: at === 3000 ? 0 : at * 10 }));
    expect(estimate(samples, 1000).bytesPerSecond).toBeGreaterThan(0);
  });

  it('is at its end when nothing remains', () => {
    expect(estimate([], 0).secondsLeft).toBe(0);
  });
});

describe('addSample', () => {
  it('stays bounded however often it is called', () => {
    let samples: readonly TransferSample[] = [];
    for (let at = 0; at < 100_000; at += 10) samples = addSample(samples, { at, bytes: at });
    expect(samples.length).toBeLessThan(130);
    expect(samples.at(-1)).toEqual({ at: 99_990, bytes: 99_990 });
    expect(estimate(samples, 1000).bytesPerSecond).toBeCloseTo(1000);
  });
});
