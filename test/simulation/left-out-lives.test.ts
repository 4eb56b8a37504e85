import { expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/** In `npm test`; `npm run fuzz -- --sim N --left-out` looks as long as it is told, at other seeds. */
const SEEDS = 100;
const STRIDE = 25;

it.each(Array.from({ length: SEEDS / STRIDE }, (_, n) => n * STRIDE))(
  'what people leave out on a laptop, and remove there, is deleted nowhere else: lives from seed %i on',
  async (start) => {
    for (let seed = start; seed < start + STRIDE; seed++) {
      const { broken } = await simulate(seed, { leavesOut: true });
      expect(broken, `npm run fuzz -- --sim 1 --left-out --seed ${seed}`).toEqual([]);
    }
  },
  120_000,
);

it('they do leave files out, and remove them', async () => {
  const removed = [];
  for (let seed = 0; seed < 12; seed++) {
    const { lines } = await simulate(seed, { leavesOut: true, keepsLines: true });
    removed.push(...lines.filter((line) => line.includes('puts away')));
  }
  expect(removed.length).toBeGreaterThan(2);
});
