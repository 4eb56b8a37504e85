import * as fc from 'fast-check';
import type { Platform } from '../../main/engine/policy.ts';
import type { Category } from '../../shared/model/category.ts';
import type { Setting } from './model-check.ts';
import { eventArbitrary } from './model-events.ts';

const platform = fc.constantFrom<Platform>('linux', 'linux', 'win32', 'darwin');

/** A random computer, a random service and a random history of the two. */
export const historyArbitrary: fc.Arbitrary<Setting> = fc.record({
  platform,
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

/** A random computer from which all files of a service came. */
export const ownHistoryArbitrary = fc.record({
  platform,
  events: fc.array(
    eventArbitrary.filter(({ who }) => who === 'here' || who === 'sync'),
    { maxLength: 12 },
  ),
});
