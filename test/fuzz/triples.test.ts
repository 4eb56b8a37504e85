import * as fc from 'fast-check';
import { it } from 'vitest';
import { checkTriple, tripleArbitrary } from './triples.ts';

it('from any three trees the plan settles and loses nothing (4000 runs)', () => {
  fc.assert(fc.property(tripleArbitrary, checkTriple), { numRuns: 4000 });
}, 60_000);
