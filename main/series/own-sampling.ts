import type { Sampling } from '../../shared/model/point-health.ts';
import { believable } from './coverage.ts';
import { CadenceJudge, isRegular, isUneven, tellingHeads, unfetched } from './cadence.ts';
import { latestNoted, type SeriesContext } from './context.ts';
import { dayOf } from './day-blob.ts';
import type { StoredSeries } from './stored-series.ts';

/** Up to a sample at `at`, epoch ms; null where fewer than three samples are here. */
export function ownSampling(context: SeriesContext, series: StoredSeries, at: number): Sampling | null {
  const day = dayOf(at);
  const heads = tellingHeads(series, day, day + 1);
  const [first] = heads;
  if (first === undefined) return null;
  const coverage = believable(series.facts.coverage, latestNoted(context));
  const told = new CadenceJudge(series, heads, coverage).pausesAround(day);
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
