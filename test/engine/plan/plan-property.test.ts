import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { checkHistory, checkIgnored, checkLostMirror } from '../model/check.ts';
import { historyArbitrary, leftOutArbitrary, ownHistoryArbitrary } from '../model/histories.ts';

/**
 * The same histories each time, so that a change alone can fail the tests. FUZZ_RUNS=1000000 looks longer, and at others. A
 * failure prints its seed and its shortest history: keep it in plan-regressions.
 */
const { FUZZ_RUNS } = process.env;
const RUNS = Number(FUZZ_RUNS ?? 10_000);
const SEED = FUZZ_RUNS === undefined ? { seed: 1 } : {};

describe('the plan over random histories', () => {
  it(
    `settles, loses nothing and is then empty (${RUNS} runs)`,
    () => {
      fc.assert(fc.property(historyArbitrary, checkHistory), { numRuns: RUNS, ...SEED });
    },
    60_000 + RUNS * 20,
  );

  it('deletes and overwrites nothing that was left out here for a while, whatever became of it (2000 runs)', () => {
    fc.assert(fc.property(leftOutArbitrary, checkIgnored), { numRuns: 2000, ...SEED });
  });

  it('finds all files again after a computer lost its mirror (2000 runs)', () => {
    const property = fc.property(ownHistoryArbitrary, ({ system, events }) =>
      checkLostMirror(system, events),
    );
    fc.assert(property, { numRuns: 2000, ...SEED });
  });
});
