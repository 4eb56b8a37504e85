import { z } from 'zod';
import { bytes, command, count, failure, nothing, siteId, text, time } from './define.ts';
import { LONGEST_ID } from '../model/series.ts';
import { LONGEST_MS } from '../series/longest.ts';

/** The service's name of a timeseries, as datamodels write it. */
export const seriesId = z.string().min(1).max(LONGEST_ID);

/** What is known of a time range: fetched (perhaps empty), or never asked for. */
const coverage = z.object({ from: time, to: time, state: z.enum(['fetched', 'empty', 'never']) });

/** Statistics of all samples of the asked range; null if none has a value. */
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
 * lost. All are real samples, except the marks of gaps (in an even series, a pause of more than three usual ones). If a
 * line leads into the range from a sample beyond its margin, that sample comes too.
 */
const seriesData = z.object({
  id: seriesId,
  /** Base64 of float64, little-endian: all times (epoch ms), then as many values. NaN: no value, or a gap. */
  samples: z.string(),
  /** True if it holds every sample of the range. */
  whole: z.boolean(),
  /** Of the asked range, without its margin. */
  stats: seriesStats,
  /** Samples of that range without a value. */
  without: count,
  /** Some texts that the series sent in place of numbers: such a sample has no value. */
  words: z.array(z.string()),
  coverage: z.array(coverage),
  /** The usual pause between samples, ms; null if there are fewer than two. */
  interval: z.number().nullable(),
  /**
   * `even`: sent at equal pauses, and a longer one is a gap. `uneven`: sent on change, for example, so each sample
   * holds until the next, and an outage cannot be told from that. `mixed`: one in a part of the range, the other in the
   * rest. Null: the range is empty.
   */
  cadence: z.enum(['even', 'uneven', 'mixed']).nullable(),
  /** False: the service was asked and has none of the last ten years. Null: it was never asked. */
  known: z.boolean().nullable(),
  /** Time of the newest sample with a value that ever came; null if none did. */
  lastAt: time.nullable(),
  /** Its value; null also if that sample is not on this computer. */
  lastValue: z.number().nullable(),
  /** Time of the newest sample that ever came where that has no value; null where it has one. */
  emptyAt: time.nullable(),
  /** When the newest part of the range was fetched; null if none was. */
  fetchedAt: time.nullable(),
});
export type SeriesData = z.infer<typeof seriesData>;

const seriesAnswer = z.object({
  series: z.array(seriesData),
  /** True if something could not be asked again: "data as of". */
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
  /** A range that moves with the clock, or a fixed one. */
  range: z.union([z.enum(['day', 'week', 'month', 'year']), z.object({ from: time, to: time })]),
  /** The class of equipment that it is a template for; its series are then classes of points. Null for a plain view. */
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
  /** Reads from the cache, and fetches what is missing if the service can be reached. */
  'series.read': command(
    question
      .extend({
        ids: z.array(seriesId).min(1).max(50),
        /** Columns of the screen that the range takes. */
        columns: z.number().int().min(1).max(8000),
        /** How much more is given on both sides, as far as it is here, so that the view can be moved, ms. */
        margin: z.number().nonnegative(),
        /** False: only what is here already. */
        fetch: z.boolean(),
        /** Fetches the whole range, even what is here: the service may have corrected it since. */
        again: z.boolean().optional(),
      })
      .refine(isBounded),
    seriesAnswer,
  ),
  /**
   * All samples of a range that are here, as CSV text in pieces: UTC, site time with offset, and a column per series
   * with its name, id and unit. `at` is null for the first piece, then `next` of the piece before, until that is null.
   */
  'series.export': command(
    question
      .extend({
        series: z
          .array(
            z.object({
              id: seriesId,
              // An id, of a series that has no other name.
              label: z.string().max(LONGEST_ID).nullable(),
              unit: z.string().max(500).nullable(),
            }),
          )
          .min(1)
          .max(50),
        at: time.nullable(),
      })
      .refine(isBounded),
    z.object({
      text: z.string(),
      next: time.nullable(),
      /** In this piece, of all series. */
      samples: count,
      /** About how many there are in all; told with the first piece. */
      of: count.nullable(),
    }),
  ),
  /** Bytes that fetched timeseries use on this computer, and their limit; sites kept offline may exceed it. */
  'series.cache': command(nothing, z.object({ bytes, limit: bytes })),
  'series.setLimit': command(z.object({ limit: bytes.min(10_000_000) }), nothing),
  'views.list': command(z.object({ site: siteId }), z.array(savedView)),
  /** Adds it, or replaces the one with its id. */
  'views.save': command(z.object({ site: siteId, view: savedView }), nothing),
  'views.delete': command(z.object({ site: siteId, id: text }), nothing),
} as const;
