import { expect, it } from 'vitest';
import { describeLives } from './seeds.ts';
import { simulate } from '../simulate.ts';

describeLives('what people choose about their files and sites', 'choices', 'choices');

it('people do take files out of the trash, choose categories, and give the site up and keep it again', async () => {
  const seen = { takenOut: 0, chosen: 0, givenUp: 0 };
  for (let seed = 0; seed < 12; seed++) {
    const { lines } = await simulate(seed, { choices: true, keepsLines: true });
    const count = (what: string): number => lines.filter((line) => line.includes(what)).length;
    seen.takenOut += count(' out of the trash ');
    seen.chosen += count(' keeps only ');
    seen.givenUp += count(' gives the site up');
  }
  expect(seen.takenOut).toBeGreaterThan(3);
  expect(seen.chosen).toBeGreaterThan(10);
  expect(seen.givenUp).toBeGreaterThan(3);
}, 60_000);
