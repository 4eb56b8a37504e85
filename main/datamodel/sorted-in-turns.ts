import { inTurns } from '../sync/concurrency/in-turns.ts';
import type { Environment } from '../sync/ports/environment.ts';

/** Sorted at once: some microseconds. */
const RUN = 64;

/** As `toSorted`, in steps between which the rest of the program has its turns. */
export async function sortedInTurns<T>(
  env: Pick<Environment, 'now' | 'sleep'>,
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  let sorted: readonly T[] = [];
  const steps = function* (): Generator<void> {
    sorted = yield* mergeSort(items, compare);
  };
  await inTurns(env, steps(), () => undefined);
  return sorted;
}

/** Yields after each small step; returns the items in order. */
function* mergeSort<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).toSorted(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  const merged: T[] = [];
  let next = 0;
  for (const item of a) {
    for (let other = b[next]; other !== undefined && compare(other, item) < 0; other = b[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(item);
    yield;
  }
  for (; next < b.length; next += 1) {
    merged.push(b[next] as T);
    yield;
  }
  return merged;
}
