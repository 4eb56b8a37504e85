import { z } from 'zod';
import { bytes, command, count, failure, nothing, siteId, text, time } from './define.ts';
import { LONGEST_ID } from '../model/series.ts';
import { LONGEST_MS } from '../series/longest.ts';

/** The service's name of a timeseries, as datamodels write it. */
export const seriesId = z.string().min(1).max(LONGEST_ID);

/** What is known of a stretch of time: asked for and answered (perhaps with nothing), or never fetched. */
const coverage = z.object({ from: time, to: time, state: z.enum(['fetched', 'empty', 'never']) });

/** Statistics of every sample of the asked range; null where none has a value. */
const seriesStats = z.object({
  count,
  min: z.number().nullable(),
  max: z.number().nullable(),
  mean: z.number().nullable(),
  first: z.number().nullable(),
  last: z.number().nullable(),
});

/**
 * A series thinned for a screen: at most four samples per column (first, lowest, highest, last), so that no spike is
 * lost. All of them are real samples, but for the marks of gaps (of an even series a pause of more than three usual ones).
 * Where a line leads into the range from a sample beyond its margin, that one comes too.
 */
const seriesData = z.object({
  id: seriesId,
  /** Base64 of float64, little-endian: all times (epoch ms), then as many values; NaN is no value, or a gap. */
  samples: z.string(),
  /** True where every sample of the range is in it. */
  whole: z.boolean(),
  /** Of the asked range, without its margin. */
  stats: seriesStats,
  /** Samples of that range without a value. */
  without: count,
  /** Some of the texts that the series ever sent in place of numbers: such a sample has no value. */
  words: z.array(z.string()),
  coverage: z.array(coverage),
  /** The usual pause between samples, ms; null with fewer than two. */
  interval: z.number().nullable(),
  /**
   * `even`: sent at equal pauses, a longer one is a gap. `uneven`: as on change of its value, so that each sample holds until
   * the next one and nothing tells an outage from that. `mixed`: one in a part of the range, the other in the rest.
   * Null: the range is empty.
   */
  pace: z.enum(['even', 'uneven', 'mixed']).nullable(),
  /** False: asked, and the service has none of the last ten years. Null: it was never asked. */
  known: z.boolean().nullable(),
  /** Time of the newest sample that ever came of it; null where none did. */
  lastAt: time.nullable(),
  /** Its value; null also where that sample is not on this computer. */
  lastValue: z.number().nullable(),
  /** When the newest part of the range was fetched; null where none was. */
  fetchedAt: time.nullable(),
});
export type SeriesData = z.infer<typeof seriesData>;

const seriesAnswer = z.object({
  series: z.array(seriesData),
  /** True where something could not be asked anew: "data as of". */
  stale: z.boolean(),
  fetchedAt: time.nullable(),
  /** Why it is stale. */
  trouble: failure.nullable(),
});

/** A saved arrangement of charts. */
const savedView = z.object({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(200),
  panels: z.array(z.object({ series: z.array(seriesId).max(50) })).max(20),
  /** A stretch that moves with the clock, or a fixed range. */
  range: z.union([z.enum(['day', 'week', 'month', 'year']), z.object({ from: time, to: time })]),
  /** Class of the equipment it is a template for, its series being classes of points; null for a plain view. */
  template: z.string().max(200).nullable(),
  /** The colour of each series, from 0, by its id; a template has none. */
  colours: z.record(seriesId, z.number().int().min(0).max(999)).optional(),
});

/** Half-open. */
const question = z.object({
  site: siteId,
  from: time.min(-8e15).max(8e15),
  to: time.min(-8e15).max(8e15),
});

const isBounded = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
  to - from <= LONGEST_MS;

export const seriesCommands = {
  /** Reads from the cache, fetching what is missing where the service is there. */
  'series.read': command(
    question
      .extend({
        ids: z.array(seriesId).min(1).max(50),
        /** Columns of the screen that the range takes. */
        columns: z.number().int().min(1).max(8000),
        /** So much more on both sides, as far as it is here, for moving about. */
        margin: z.number().nonnegative(),
        /** False: only what is here already. */
        fetch: z.boolean(),
        /** All of the range is fetched, also what is here: the service may have corrected it since. */
        again: z.boolean().optional(),
      })
      .refine(isBounded),
    seriesAnswer,
  ),
  /**
   * Every sample of a range that is here, as CSV text in pieces: UTC, site time with offset, a column per series with its
   * unit. `at` is null for the first piece, then what the piece before named as `next`, until that is null.
   */
  'series.export': command(
    question
      .extend({
        series: z
          .array(z.object({ id: seriesId, unit: z.string().max(500).nullable() }))
          .min(1)
          .max(50),
        at: time.nullable(),
      })
      .refine(isBounded),
    z.object({ text: z.string(), next: time.nullable() }),
  ),
  /** What fetched timeseries take on this computer, and may take; sites kept offline may go beyond. */
  'series.cache': command(nothing, z.object({ bytes, limit: bytes })),
  'series.setLimit': command(z.object({ limit: bytes.min(10_000_000) }), nothing),
  'views.list': command(z.object({ site: siteId }), z.array(savedView)),
  /** Adds it, or replaces the one with its id. */
  'views.save': command(z.object({ site: siteId, view: savedView }), nothing),
  'views.delete': command(z.object({ site: siteId, id: text }), nothing),
} as const;
