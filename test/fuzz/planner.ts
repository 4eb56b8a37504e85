import * as fc from 'fast-check';
import { checkHistory } from '../engine/model/check.ts';
import { historyArbitrary } from '../engine/model/histories.ts';
import type { Found } from './found.ts';
import { checkTriple, tripleArbitrary } from './triples.ts';

/** Runs between two lines of progress; each has a seed of its own, so a failure is repeated within seconds. */
const BATCH = 20_000;

/**
 * Random triples of trees, half of them reached by a history and half made up. Stops at the first that breaks a rule
 * and gives its shortest form.
 */
export function fuzzPlanner(runs: number, seed: number, say: (line: string) => void): Found | null {
  const start = performance.now();
  for (let done = 0, batch = 0; done < runs; batch++) {
    const size = Math.min(BATCH, runs - done);
    const found =
      batch % 2 === 0
        ? search('history', fc.property(historyArbitrary, checkHistory), size, seed + batch)
        : search('triple', fc.property(tripleArbitrary, checkTriple), size, seed + batch);
    if (found !== null) return found;
    done += size;
    say(`${done} of ${runs} triples, ${Math.round(done / ((performance.now() - start) / 1000))} a second`);
  }
  return null;
}

function search<T>(kind: string, property: fc.IProperty<T>, numRuns: number, seed: number): Found | null {
  const details = fc.check(property, { numRuns, seed });
  if (!details.failed) return null;
  const why = details.errorInstance instanceof Error ? details.errorInstance.message : 'it failed';
  const shortest = JSON.stringify(details.counterexample, null, 1);
  return { seed, why: `${why}\nshortest ${kind}: ${shortest}\npath ${details.counterexamplePath}` };
}
