import type { Sampling } from '../../shared/model/point-health.ts';
import { believable } from './coverage.ts';
import { CadenceJudge, isRegular, isUneven, tellingHeads, unfetched } from './cadence.ts';
import { latestNoted, type SeriesContext } from './context.ts';
import { dayOf } from './day-blob.ts';
import type { SeriesFacts, SeriesPlace } from './ports.ts';

/** Up to a sample at `at`, epoch ms; null where fewer than three samples are here. */
export function ownSampling(
  context: SeriesContext,
  place: SeriesPlace,
  facts: SeriesFacts,
  at: number,
): Sampling | null {
  const { store } = context;
  const day = dayOf(at);
  const heads = tellingHeads(store, place, facts.id, day, day + 1);
  const [first] = heads;
  if (first === undefined) return null;
  const coverage = believable(facts.coverage, latestNoted(context));
  const told = new CadenceJudge(store, place, { id: facts.id, coverage }, heads).pausesAround(day);
  if (told === null || told.count < 2) return null;
  const { count } = told;
  let { longest } = told;
  for (const [index, { firstAt }] of heads.entries()) {
    const before = heads[index - 1]?.lastAt ?? firstAt;
    if (firstAt - before > longest && unfetched(coverage, before, firstAt) === 0) longest = firstAt - before;
  }
  const span = Math.max(0, at - first.firstAt);
  const sent = isUneven(told) ? 'on-change' : isRegular(told) ? 'even' : 'irregular';
  // Of bursts, and of what is off each night, the pauses between them are usual too.
  const usual = sent === 'even' ? told.rest : told.usual;
  return { sent, usual, longest, known: span - unfetched(coverage, first.firstAt, at), pauses: count };
}
