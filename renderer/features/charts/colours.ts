import type { Colours } from '../../../shared/model/series.ts';

/**
 * The colours of the series on a page, from 0: what is charted already keeps its own, so that a series that comes or goes
 * recolours no other, and each that is new gets the first that is free.
 */
export function coloursOf(before: Colours, ids: readonly string[]): Colours {
  const given = new Map<string, number>();
  const taken = new Set<number>();
  const give = (id: string, colour: number): void => {
    given.set(id, colour);
    taken.add(colour);
  };
  for (const id of ids) {
    const own = Object.hasOwn(before, id) ? before[id] : undefined;
    if (own !== undefined && !taken.has(own)) give(id, own);
  }
  let free = 0;
  for (const id of ids) {
    if (given.has(id)) continue;
    while (taken.has(free)) free += 1;
    give(id, free);
  }
  return Object.fromEntries(given);
}
