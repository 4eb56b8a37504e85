import type { SiteId } from '../../shared/model/ids.ts';
import type { SavedView } from '../../shared/model/series.ts';
import type { Newest } from './newest.ts';

/** The days that can be kept, from the first one up to the end: some 1,400 years before and after 1970. */
export const FIRST_DAY = -524_288;
export const END_DAY = 524_288;

/** Whose series: the same site id on another service is another site. */
export interface SeriesPlace {
  /** Base URL of the service. */
  readonly origin: string;
  readonly site: SiteId;
}

/** A stretch that was asked for and answered; `to` is exclusive. All times are epoch ms. */
export interface Covered {
  readonly from: number;
  readonly to: number;
  readonly fetchedAt: number;
}

/** How far a series reaches as far as is known here. */
export interface KnownReach extends Reach {
  /** When the service was last asked how far the series reaches; null: never. */
  readonly checkedAt: number | null;
}

/** What is known of a series besides its points. */
export interface SeriesFacts extends KnownReach {
  /** Apart from each other, ascending. */
  readonly coverage: readonly Covered[];
  /** Some of the texts that it ever sent in place of numbers. */
  readonly words: readonly string[];
}

/** How far one series reaches. */
export interface Reach extends Newest {
  readonly id: string;
}

/** A UTC day of a series without its points. `day` counts from 1970. */
export interface DayHead {
  readonly day: number;
  readonly count: number;
  /** Epoch ms of its first and last sample. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Median pause between its samples, ms; null with one sample. */
  readonly step: number | null;
}

export type RollupLevel = 'quarter' | 'hour' | 'day';

/** A UTC day of a series as it is stored; the forms are those of `day-blob.ts` and `rollup.ts`. */
export interface StoredDay extends DayHead {
  readonly points: Uint8Array;
  /** Null where a rollup would be no smaller than the samples themselves. */
  readonly rollups: Readonly<Record<RollupLevel, Uint8Array | null>>;
}

/** What one answer changes of a series: written in one transaction. */
export interface SeriesWrite {
  readonly id: string;
  readonly days: readonly StoredDay[];
  /** Days that have no sample any more. */
  readonly emptied: readonly number[];
  /** The whole coverage as it is from now on. */
  readonly coverage: readonly Covered[];
  readonly newest: Newest;
  /** Texts in place of numbers, as of `SeriesFacts`. */
  readonly words: readonly string[];
  /** True where that is now known to be the newest that the service has. */
  readonly checked: boolean;
}

export interface DayBlob {
  readonly day: number;
  readonly blob: Uint8Array;
}

/** How much of the disk a series takes, for eviction. */
export interface SeriesSize {
  /** Names the series for `dropDays`. */
  readonly key: number;
  readonly site: SiteId;
  readonly bytes: number;
  readonly usedAt: number;
}

/** Where series are kept on this computer. Synchronous: it is a local file. `toDay` is exclusive. */
export interface SeriesStore {
  /** One for each id, in that order; an id that was never heard of has empty facts. */
  facts(place: SeriesPlace, ids: readonly string[]): readonly SeriesFacts[];
  /** As `facts`, for many. */
  reaches(place: SeriesPlace, ids: readonly string[]): readonly KnownReach[];
  heads(place: SeriesPlace, id: string, fromDay: number, toDay: number): readonly DayHead[];
  points(place: SeriesPlace, id: string, fromDay: number, toDay: number): readonly DayBlob[];
  /** Days that have a rollup of this level; others are left out. */
  rollups(
    place: SeriesPlace,
    id: string,
    level: RollupLevel,
    fromDay: number,
    toDay: number,
  ): readonly DayBlob[];
  write(place: SeriesPlace, write: SeriesWrite, at: number): void;
  /** How far these reach, as the service said at a moment; written in one transaction. */
  setChecked(place: SeriesPlace, reaches: readonly Reach[], at: number): void;
  /** Notes that these were looked at, for eviction. */
  touch(place: SeriesPlace, ids: readonly string[], at: number): void;
  /** Those that hold points. */
  sizes(): readonly SeriesSize[];
  /** Drops some of a series' points, coverage first, so that no stop leaves a hole that counts as fetched. True: more is left. */
  dropDays(key: number): boolean;
}

/** Saved views of a site. */
export interface ViewStore {
  /** By name. */
  list(site: SiteId): readonly SavedView[];
  /** Adds it, or replaces the one with its id. */
  save(site: SiteId, view: SavedView): void;
  delete(site: SiteId, id: string): void;
}
