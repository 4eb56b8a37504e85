import type { Colours } from '../../../shared/model/series.ts';
import { HUES } from './plot/line.ts';

/**
 * The colours of the series on a page, from 0. Charted series keep theirs, so that a series that comes or goes
 * recolours no other. A new one gets the first free colour, in a free hue if there is one.
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
  for (const id of ids) if (!given.has(id)) give(id, firstFree(taken));
  return Object.fromEntries(given);
}

/** One of a hue that no other line has, as long as there is one: dashes are told from each other with more trouble. */
function firstFree(taken: ReadonlySet<number>): number {
  const hues = new Set([...taken].map((colour) => colour % HUES));
  let free = 0;
  while (taken.has(free) || (hues.size < HUES && hues.has(free % HUES))) free += 1;
  return free;
}
