import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { checkHistory } from './model-check.ts';
import { historyArbitrary } from './model-histories.ts';

/** FUZZ_RUNS=1000000 looks longer. A failure prints its seed and its shortest history: keep it in plan-regressions. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 10_000);

describe('the plan over random histories', () => {
  it(
    `settles, loses nothing and is then empty (${RUNS} runs)`,
    () => {
      fc.assert(fc.property(historyArbitrary, checkHistory), { numRuns: RUNS });
    },
    60_000 + RUNS * 20,
  );
});
