import { describe, expect, it } from 'vitest';
import type { HabitOptions } from '../habits.ts';
import { simulate, type Simulated } from '../simulate.ts';

/** In `npm test`. SIM_SEEDS looks longer; `npm run fuzz -- --sim N` looks as long as it is told, at other seeds. */
const SEEDS = Number(process.env['SIM_SEEDS'] ?? 2000);
const PARTS = 4;
/** Seeds in one test. */
const STRIDE = 50;
/** One in so many is lived twice, to see that the same comes of it: all of them would take two thirds longer. */
const TWICE = 5;

/** The tests of one part of the seeds; each part is a file of its own, so that parts run side by side. */
export function describeSeeds(part: number): void {
  const first = Math.floor((SEEDS * part) / PARTS);
  const end = Math.floor((SEEDS * (part + 1)) / PARTS);
  const starts = Array.from({ length: Math.ceil((end - first) / STRIDE) }, (_, n) => first + n * STRIDE);
  describe('laptops, a service and everything that goes wrong between them', () => {
    it.each(starts)(
      'break no rule from seed %i on, and live the same life again from the same seed',
      async (start) => {
        for (let seed = start; seed < Math.min(start + STRIDE, end); seed++) {
          const once = await live(seed);
          if (seed % TWICE === 0) await liveAgain(seed, once);
        }
      },
      120_000,
    );
  });
}

async function live(seed: number): Promise<Simulated> {
  const once = await simulate(seed);
  expect(once.broken, `npm run fuzz -- --sim 1 --seed ${seed}`).toEqual([]);
  return once;
}

async function liveAgain(seed: number, once: Simulated): Promise<void> {
  const again = await simulate(seed);
  expect([again.digest, again.requests], `seed ${seed} is another life the second time`).toEqual([
    once.digest,
    once.requests,
  ]);
}

type Habit = keyof HabitOptions;

/** Lives of people with a habit, or on disks that have one, in `npm test`; `npm run fuzz -- --sim N --FLAG` looks as long as it is told, at other seeds. */
export function describeLives(what: string, habit: Habit, flag: string): void {
  const [seeds, stride] = [100, 25];
  it.each(Array.from({ length: seeds / stride }, (_, n) => n * stride))(
    `${what}: lives from seed %i on`,
    async (start) => {
      for (let seed = start; seed < start + stride; seed++) {
        const { broken } = await simulate(seed, { [habit]: true });
        expect(broken, `npm run fuzz -- --sim 1 --${flag} --seed ${seed}`).toEqual([]);
      }
    },
    120_000,
  );
}
