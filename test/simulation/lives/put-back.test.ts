import { expect, it } from 'vitest';
import { describeLives } from './seeds.ts';
import { simulate } from '../simulate.ts';

describeLives('older copies that take the place of a site’s folder', 'putBack', 'put-back');

it('copies and images do take its place, and it takes theirs, also in the midst of a sync', async () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 8; seed++) {
    const { lines } = await simulate(seed, { putBack: true, keepsLines: true });
    for (const line of lines) {
      const [, what] = / person puts (\w+) /.exec(line) ?? [];
      if (what !== undefined) seen.add(what);
    }
  }
  expect([...seen].sort()).toEqual(['copy', 'first', 'image']);
});
