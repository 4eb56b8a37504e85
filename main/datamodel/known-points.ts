import type { Sampling } from '../../shared/model/point-health.ts';
import type { SeriesContext } from '../series/context.ts';
import { ownSampling } from '../series/own-sampling.ts';
import type { SeriesPlace } from '../series/ports.ts';
import { storedSeries, type StoredSeries } from '../series/stored-series.ts';
import { inTurns, slices } from '../sync/concurrency/in-turns.ts';
import { factsOf } from './check.ts';
import { heardAt, isQuiet, type Known } from './health.ts';

/** Points whose facts are read at a time; to judge how one is sent may take a millisecond. */
const AT_ONCE = 20;
/** More judgements than this are not remembered: some 20 MB. */
const REMEMBERED = 100_000;

/** What is known of points, and of those that said nothing for a day how they are sent. */
export class KnownPoints {
  /** By place and id: to be judged anew where more of a series is here, and of course where it spoke. */
  readonly #judged = new Map<string, { readonly of: string; readonly sampling: Sampling | null }>();

  async of(
    context: SeriesContext,
    place: SeriesPlace,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Known>> {
    const known = new Map<string, Known>(await factsOf(context, place, ids));
    const quiet = ids.filter((id) => isQuiet(known.get(id)));
    const judge = (some: readonly string[]): void => {
      for (const series of storedSeries(context.store, place, some)) {
        const { id, words } = series.facts;
        const reach = known.get(id);
        if (reach !== undefined)
          known.set(id, { ...reach, words, sampling: this.#samplingOf(context, series) });
      }
    };
    await inTurns(context.env, slices(quiet, AT_ONCE), judge, 1);
    return known;
  }

  #samplingOf(context: SeriesContext, series: StoredSeries): Sampling | null {
    const { facts, place } = series;
    const at = heardAt(facts);
    if (at === null || facts.coverage.length === 0) return null;
    const key = JSON.stringify([place.origin, place.site, facts.id]);
    const of = JSON.stringify([at, facts.coverage]);
    const before = this.#judged.get(key);
    if (before?.of === of) return before.sampling;
    const sampling = ownSampling(context, series, at);
    if (this.#judged.size >= REMEMBERED) this.#judged.clear();
    this.#judged.set(key, { of, sampling });
    return sampling;
  }
}
