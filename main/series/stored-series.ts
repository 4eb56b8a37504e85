import type { Samples } from '../../shared/series/gaps.ts';
import { decodeDay } from './day-blob.ts';
import type { DayBlob, DayHead, RollupLevel, SeriesFacts, SeriesPlace, SeriesStore } from './ports.ts';

/** One series as it is kept on this computer. Days are UTC days since 1970; `toDay` is exclusive. */
export class StoredSeries {
  readonly place: SeriesPlace;
  readonly facts: SeriesFacts;
  readonly #store: SeriesStore;

  constructor(store: SeriesStore, place: SeriesPlace, facts: SeriesFacts) {
    this.place = place;
    this.facts = facts;
    this.#store = store;
  }

  heads(fromDay: number, toDay: number): readonly DayHead[] {
    return this.#store.heads(this.place, this.facts.id, fromDay, toDay);
  }

  points(fromDay: number, toDay: number): readonly DayBlob[] {
    return this.#store.points(this.place, this.facts.id, fromDay, toDay);
  }

  /** Days that have a rollup of this level; others are left out. */
  rollups(level: RollupLevel, fromDay: number, toDay: number): readonly DayBlob[] {
    return this.#store.rollups(this.place, this.facts.id, level, fromDay, toDay);
  }

  /** Empty if none of the day is here. */
  samplesOf(day: number): Samples {
    const [stored] = this.points(day, day + 1);
    return stored === undefined ? NONE : decodeDay(stored.blob, day);
  }
}

const NONE: Samples = { times: new Float64Array(0), values: new Float64Array(0) };

/** One for each id, in that order. */
export function storedSeries(
  store: SeriesStore,
  place: SeriesPlace,
  ids: readonly string[],
): readonly StoredSeries[] {
  return store.facts(place, ids).map((facts) => new StoredSeries(store, place, facts));
}
