import { expect, it } from 'vitest';
import { describeLives } from './seeds.ts';
import { simulate } from '../simulate.ts';

describeLives(
  'what people leave out on a laptop, and remove there, is deleted nowhere else',
  'leavesOut',
  'left-out',
);

it('they do leave files out, and remove them', async () => {
  const removed = [];
  for (let seed = 0; seed < 16; seed++) {
    const { lines } = await simulate(seed, { leavesOut: true, keepsLines: true });
    removed.push(...lines.filter((line) => line.includes('puts away')));
  }
  expect(removed.length).toBeGreaterThan(2);
});
