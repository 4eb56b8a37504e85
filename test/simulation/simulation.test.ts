import { describe, expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/** SIM_SEEDS looks longer; `npm run fuzz -- --sim N` looks as long as it is told, at other seeds. */
const SEEDS = Number(process.env['SIM_SEEDS'] ?? 1200);
const PART = 100;
/** Of this many seeds the whole trace is compared with that of a second run. */
const TWICE = 30;

describe('laptops, a service and everything that goes wrong between them', () => {
  it.each(Array.from({ length: Math.ceil(SEEDS / PART) }, (_, part) => [part * PART]))(
    'break no rule from seed %i on',
    async (first) => {
      for (let seed = first; seed < Math.min(first + PART, SEEDS); seed++) {
        const { broken } = await simulate(seed);
        expect(broken, `npm run fuzz -- --sim 1 --seed ${seed}`).toEqual([]);
      }
    },
    120_000,
  );

  it('are the same again from the same seed', async () => {
    for (let seed = 0; seed < TWICE; seed++) {
      const [first, second] = [await simulate(seed), await simulate(seed)];
      expect(second.digest).toBe(first.digest);
      expect(second.requests).toBe(first.requests);
    }
  });

  it('meet crashes, lost replies and every kind of trouble', async () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < TWICE; seed++) {
      const { lines } = await simulate(seed, true);
      for (const line of lines)
        for (const mark of [
          ' dies at ',
          'lost before',
          'lost after',
          'html',
          'refused',
          'status',
          'trouble 1',
          'trouble 2',
          'trouble 3',
          'trouble 4',
          'ENOSPC',
          'EIO',
        ])
          if (line.includes(mark)) seen.add(mark);
    }
    expect(seen.size).toBe(12);
  });
});
