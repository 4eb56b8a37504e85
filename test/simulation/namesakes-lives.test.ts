import { expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/** In `npm test`; `npm run fuzz -- --sim N --namesakes` looks as long as it is told, at other seeds. */
const SEEDS = 100;
const STRIDE = 25;

it.each(Array.from({ length: SEEDS / STRIDE }, (_, n) => n * STRIDE))(
  'files whose names differ in case alone are lost nowhere: lives from seed %i on',
  async (start) => {
    for (let seed = start; seed < start + STRIDE; seed++) {
      const { broken } = await simulate(seed, { namesakes: true });
      expect(broken, `npm run fuzz -- --sim 1 --namesakes --seed ${seed}`).toEqual([]);
    }
  },
  120_000,
);

it('they do meet in one place', async () => {
  const made = [];
  for (let seed = 0; seed < 6; seed++) {
    const { lines } = await simulate(seed, { namesakes: true, keepsLines: true });
    made.push(...lines.filter((line) => /writes Other\/.*(LOG|Log)\./.test(line)));
  }
  expect(made.length).toBeGreaterThan(2);
});
