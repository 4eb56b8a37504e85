import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Platform } from '../../main/engine/policy.ts';
import type { Category } from '../../shared/model/category.ts';
import type { Setting } from './model-check.ts';
import { checkHistory } from './model-check.ts';
import { eventArbitrary } from './model-story.ts';

/** FUZZ_RUNS=1000000 looks longer. A failure prints its seed and its shortest history: keep it in plan-regressions. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 10_000);

const setting: fc.Arbitrary<Setting> = fc.record({
  platform: fc.constantFrom<Platform>('linux', 'linux', 'win32', 'darwin'),
  unwanted: fc.constantFrom<readonly Category[]>([], [], ['spec-sheet']),
  quirks: fc.record({
    keepsFacts: fc.oneof(
      { weight: 3, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    ignoresCategory: fc.oneof(
      { weight: 5, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  }),
  before: fc.array(eventArbitrary, { maxLength: 10 }),
  after: fc.array(eventArbitrary, { maxLength: 10 }),
});

describe('the plan over random histories', () => {
  it(
    `settles, loses nothing and is then empty (${RUNS} runs)`,
    () => {
      fc.assert(fc.property(setting, checkHistory), { numRuns: RUNS });
    },
    60_000 + RUNS * 20,
  );
});
