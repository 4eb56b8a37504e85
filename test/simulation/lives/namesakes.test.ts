import { expect, it } from 'vitest';
import { describeLives } from './seeds.ts';
import { simulate } from '../simulate.ts';

describeLives('files whose names differ in case alone are lost nowhere', 'namesakes', 'namesakes');

it('they do meet in one place', async () => {
  const made = [];
  for (let seed = 0; seed < 6; seed++) {
    const { lines } = await simulate(seed, { namesakes: true, keepsLines: true });
    made.push(...lines.filter((line) => /writes Other\/.*(LOG|Log)\./.test(line)));
  }
  expect(made.length).toBeGreaterThan(2);
});
