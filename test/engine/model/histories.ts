import * as fc from 'fast-check';
import type { Platform } from '../../../main/engine/policy.ts';
import type { Category } from '../../../shared/model/category.ts';
import { LEFT_OUT, type LeftOut, type PutInPlace, type Setting } from './check.ts';
import { eventArbitrary, type Event } from './events.ts';
import type { System } from './world.ts';

/** Any of them with any disk: Linux with a stick that ignores case, a Mac with a volume that does not. */
const system: fc.Arbitrary<System> = fc.record({
  platform: fc.constantFrom<Platform>('linux', 'linux', 'win32', 'darwin'),
  ignoresCase: fc.boolean(),
});

/** A random computer, a random service and a random history of the two. */
export const historyArbitrary: fc.Arbitrary<Setting> = fc.record({
  system,
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
  system,
  events: fc.array(
    eventArbitrary.filter(({ who }) => who === 'here' || who === 'sync'),
    { maxLength: 12 },
  ),
});

/** What comes to where nobody looks may be in the way of a file there, which that is told of and waits for. */
const staysOut = (event: Event): boolean =>
  'to' in event ? !event.to.includes(LEFT_OUT) : event.does !== 'swap';

/** A random computer that leaves files out, what others and syncs do meanwhile, and what becomes of these files. */
export const leftOutArbitrary: fc.Arbitrary<LeftOut> = fc.record({
  system,
  // No file has the name of the folder, so that none is in its way.
  before: fc.array(
    eventArbitrary.filter((event) => !('to' in event) || !event.to.endsWith(LEFT_OUT)),
    { maxLength: 8 },
  ),
  meanwhile: fc.array(
    eventArbitrary.filter((event) => (event.who === 'there' && staysOut(event)) || event.who === 'sync'),
    { maxLength: 6 },
  ),
  removed: fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 4 }),
  put: fc.uniqueArray(
    fc.record({
      at: fc.nat({ max: 5 }),
      how: fc.constantFrom<PutInPlace['how']>('new', 'same-inode', 'moved'),
    }),
    { maxLength: 3, selector: ({ at }) => at },
  ),
});
