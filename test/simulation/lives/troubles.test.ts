import { expect, it } from 'vitest';
import { simulate } from '../simulate.ts';

/** What a line of a trace says when a trouble of that kind came about. */
const MARKS = [
  ' dies at ',
  'lost before',
  'lost after',
  'loses the line',
  'html',
  'refused',
  'status',
  'trouble 1',
  'trouble 2',
  'trouble 3',
  'trouble 4',
  'ENOSPC',
  'EIO',
];

it('the simulation meets crashes, lost replies and every kind of trouble', async () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 30; seed++) {
    const { lines } = await simulate(seed, { keepsLines: true });
    for (const line of lines) for (const mark of MARKS) if (line.includes(mark)) seen.add(mark);
  }
  expect([...seen].sort()).toEqual([...MARKS].sort());
}, 120_000);
