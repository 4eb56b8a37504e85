import { describe, expect, it } from 'vitest';
import { addSample, estimate, type TransferSample } from '../../../main/engine/times/transfer-estimate.ts';

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

  /** Files of so many bytes of which eight share a line of 20 kB/s; each counts once it is answered. */
  function answered(size: (n: number) => number): readonly number[] {
    const shares: number[] = [];
    const under: number[] = [];
    let [samples, bytes, begun, left]: [readonly TransferSample[], number, number, number] = [[], 0, 0, 0];
    const sizes = Array.from({ length: 60 }, (_, n) => size(n));
    const total = sizes.reduce((sum, each) => sum + each, 0);
    const ends = new Map<number, number>();
    const seconds = total / 20_000;
    for (let at = 0; at < (seconds - 20) * 1000; at += 500) {
      for (; under.length < 8 && begun < sizes.length; begun++) {
        under.push(begun);
        ends.set(begun, sizes[begun]!);
      }
      for (const n of under) ends.set(n, ends.get(n)! - 10_000 / under.length);
      for (const n of under.filter((each) => ends.get(each)! <= 0)) {
        bytes += sizes[n]!;
        under.splice(under.indexOf(n), 1);
      }
      samples = addSample(samples, { at, bytes });
      left = seconds - at / 1000;
      if (at > 30_000) shares.push((estimate(samples, total - bytes).secondsLeft ?? Infinity) / left);
    }
    return shares.toSorted((a, b) => a - b);
  }

  it.each([
    ['60 kB', () => 60_000],
    ['40 kB', () => 40_000],
    ['20 to 60 kB', (n: number) => 20_000 + ((n * 7) % 41) * 1000],
  ])('names a time for small files of %s, several of which are answered after a pause', (_, size) => {
    const shares = answered(size);
    expect(shares[0]).toBeGreaterThan(0.75);
    expect(shares.at(-1)).toBeLessThan(2);
  });

  it('names much the same time each few seconds, where half an hour is left on an uneven line', () => {
    // As photos on the Wi-Fi of a hotel: some seconds bring next to nothing, others twice the usual.
    const uneven = (at: number): number => (Math.floor(at / 6000) % 2 === 0 ? 75_000 : 425_000);
    const left: number[] = [];
    for (let ms = 60_000; ms < 180_000; ms += 5000)
      left.push(estimate(run(ms, uneven), 450_000_000 - ms * 250).secondsLeft! / (1800 - ms / 1000));
    const sorted = left.toSorted((a, b) => a - b);
    expect(sorted[0]).toBeGreaterThan(0.8);
    expect(sorted.at(-1)).toBeLessThan(1.2);
  });

  it('notices a pause once it is longer than those before it', () => {
    const lumps = (ms: number): number =>
      estimate(
        run(ms, (at) => (at <= 20_000 && at % 5000 === 0 ? 50_000 : 0)),
        0,
      ).bytesPerSecond!;
    expect(lumps(20_500)).toBeCloseTo(lumps(25_000));
    expect(lumps(32_000)).toBeLessThan(lumps(25_000) * 0.8);
    expect(lumps(51_000)).toBe(0);
  });

  it('has no time left to name while nothing moves', () => {
    const stalled = run(45_000, (at) => (at < 5000 ? 1000 : 0));
    expect(estimate(stalled, 1000)).toEqual({ bytesPerSecond: 0, secondsLeft: null });
  });

  it('shows no negative speed for a transfer that began anew', () => {
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
