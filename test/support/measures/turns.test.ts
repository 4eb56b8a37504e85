import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Turns } from './turns.ts';

let turns: Turns;

beforeEach(() => {
  turns = new Turns();
});

afterEach(() => turns.stop());

/** Work of this thread, in ms. */
function work(ms: number): void {
  const used = (): number => Object.values(process.threadCpuUsage()).reduce((sum, each) => sum + each) / 1000;
  const start = used();
  while (used() - start < ms);
}

it('tells the work of the longest turn', async () => {
  work(200);
  await turn();
  expect(turns.longest).toBeGreaterThanOrEqual(200);
});

it('leaves out what the turn has done before it counts', async () => {
  work(400);
  turns.reset();
  await turn();
  await turn();
  expect(turns.longest).toBeLessThan(200);
});
