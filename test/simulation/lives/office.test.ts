import { expect, it } from 'vitest';
import { describeLives } from './seeds.ts';
import { simulate } from '../simulate.ts';

describeLives('records that others change otherwise than by an edit', 'office', 'office');

it('a service does refuse everybody, is put back, and has its metadata written over', async () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 12; seed++) {
    const { lines } = await simulate(seed, { office: true, keepsLines: true });
    for (const line of lines) {
      const [, what] = / the office (.+)$/.exec(line) ?? [];
      if (what !== undefined) seen.add(what);
    }
  }
  expect([...seen].sort()).toEqual([
    'copies',
    'files back',
    'files elsewhere',
    'goes back',
    'keeps a backup',
    'notes',
    'refuses the token',
    'shuts the site',
    'uploads anew',
    'writes over',
  ]);
}, 60_000);
