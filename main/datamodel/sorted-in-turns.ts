import { inTurns } from '../sync/in-turns.ts';
import type { Environment } from '../sync/ports/environment.ts';

/** Sorted at once: a millisecond or two. */
const RUN = 2048;

/** As `toSorted`, in steps between which the rest of the program has its turns. */
export async function sortedInTurns<T>(
  env: Pick<Environment, 'now' | 'sleep'>,
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  const starts = Array.from({ length: Math.ceil(items.length / RUN) }, (_, at) => at * RUN);
  await inTurns(env, starts, (at) => runs.push(items.slice(at, at + RUN).toSorted(compare)), 1);
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(env, runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(
  env: Pick<Environment, 'now' | 'sleep'>,
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  const merged: T[] = [];
  let next = 0;
  await inTurns(env, a, (item) => {
    for (let other = b[next]; other !== undefined && compare(other, item) < 0; other = b[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(item);
  });
  await inTurns(env, b.slice(next), (item) => merged.push(item));
  return merged;
}
