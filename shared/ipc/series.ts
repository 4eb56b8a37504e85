import { z } from 'zod';
import { bytes, command, count, nothing, siteId, text, time } from './define.ts';

/** The service's name of a timeseries, as datamodels write it. */
export const seriesId = z.string().min(1).max(512);

/** A stretch of time: from inclusive, to exclusive. */
export const range = z.object({ from: time, to: time });
export type Range = z.infer<typeof range>;

/** What is known of a stretch: asked for and answered (perhaps with nothing), or never fetched. */
export const coverage = z.object({ from: time, to: time, state: z.enum(['fetched', 'empty', 'never']) });
export type Coverage = z.infer<typeof coverage>;

/** Statistics of the real samples in a range. */
export const seriesStats = z.object({
  count,
  min: z.number().nullable(),
  max: z.number().nullable(),
  mean: z.number().nullable(),
  first: z.number().nullable(),
  last: z.number().nullable(),
});
export type SeriesStats = z.infer<typeof seriesStats>;

/**
 * A series thinned for a screen: at most four samples per column (first, lowest, highest, last), so that no spike is
 * lost. All of them are real samples. Null is a gap: a longer pause than three usual ones.
 */
export const seriesData = z.object({
  id: seriesId,
  times: z.array(z.number()),
  values: z.array(z.number().nullable()),
  /** True where every sample of the range is in it. */
  whole: z.boolean(),
  stats: seriesStats,
  coverage: z.array(coverage),
  /** The usual pause between samples, ms; null with fewer than two. */
  interval: z.number().nullable(),
  /** False: the service does not know this id. Null: it was never asked. */
  known: z.boolean().nullable(),
});
export type SeriesData = z.infer<typeof seriesData>;

export const seriesAnswer = z.object({
  series: z.array(seriesData),
  /** True where something could not be asked anew: "data as of". */
  stale: z.boolean(),
  fetchedAt: time.nullable(),
  /** Why it is stale, in words: offline, refused. */
  trouble: z.string().nullable(),
});
export type SeriesAnswer = z.infer<typeof seriesAnswer>;

/** A point of a datamodel: one timeseries of one piece of equipment. */
export const point = z.object({
  id: seriesId,
  label: text,
  unit: z.string().nullable(),
  /** Brick or Haystack class, or what the file calls its type. */
  class: z.string().nullable(),
  equipment: z.string().nullable(),
  /** Path of the datamodel that names it. */
  file: text,
  favourite: z.boolean(),
  health: z.enum(['data', 'silent', 'unknown', 'duplicated', 'unchecked']),
  lastAt: time.nullable(),
});
export type Point = z.infer<typeof point>;

export const equipment = z.object({ name: text, class: z.string().nullable(), points: z.array(point) });
export type Equipment = z.infer<typeof equipment>;

/** Which column of a datamodel means what; recognised from its header, confirmed once per site. */
export const columnMapping = z.object({
  file: text,
  columns: z.array(z.string()),
  id: z.string().nullable(),
  label: z.string().nullable(),
  unit: z.string().nullable(),
  class: z.string().nullable(),
  equipment: z.string().nullable(),
  confirmed: z.boolean(),
});
export type ColumnMapping = z.infer<typeof columnMapping>;

export const datamodel = z.object({
  equipment: z.array(equipment),
  mappings: z.array(columnMapping),
  /** What could not be read, with file and line. */
  problems: z.array(z.object({ file: text, line: count.nullable(), message: z.string() })),
  total: count,
});
export type Datamodel = z.infer<typeof datamodel>;

export const healthRow = z.object({
  id: seriesId,
  label: text,
  health: z.enum(['data', 'silent', 'unknown', 'duplicated', 'unchecked']),
  lastAt: time.nullable(),
  note: z.string(),
});

export const fileHealth = z.object({
  file: text,
  points: count,
  data: count,
  silent: count,
  unknown: count,
  duplicated: count,
  rows: z.array(healthRow),
});
export type FileHealth = z.infer<typeof fileHealth>;

/** What a changed datamodel changes, before it is sent. */
export const datamodelDifference = z.object({
  file: text,
  added: z.array(z.object({ id: seriesId, label: text })),
  removed: z.array(z.object({ id: seriesId, label: text })),
  renamed: z.array(z.object({ id: seriesId, was: text, label: text })),
  /** Names of saved views that show a removed id. */
  breaks: z.array(text),
});
export type DatamodelDifference = z.infer<typeof datamodelDifference>;

/** A saved arrangement of charts. */
export const savedView = z.object({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(200),
  panels: z.array(z.object({ series: z.array(seriesId).max(50) })).max(20),
  /** A preset's name, or a fixed range. */
  range: z.union([z.enum(['day', 'week', 'month', 'year']), range]),
  /** Equipment class it is a template for; null for a plain view. */
  template: z.string().nullable(),
});
export type SavedView = z.infer<typeof savedView>;

const one = z.object({ site: siteId });

export const seriesCommands = {
  /** Reads from the cache, fetching what is missing where the service is there. */
  'series.read': command(
    z.object({
      site: siteId,
      ids: z.array(seriesId).min(1).max(50),
      from: time,
      to: time,
      /** Columns of the screen; at most four samples each. */
      columns: z.number().int().min(1).max(8000),
      /** False: only what is here already. */
      fetch: z.boolean(),
    }),
    seriesAnswer,
  ),
  /** Every sample of a range as CSV text: utc, site time with offset, one column per series with its unit. */
  'series.export': command(
    z.object({ site: siteId, ids: z.array(seriesId).min(1).max(50), from: time, to: time }),
    z.object({ name: text, text: z.string() }),
  ),
  'series.cache': command(nothing, z.object({ bytes, limit: bytes })),
  'points.get': command(one, datamodel),
  'points.confirm': command(one.extend({ mapping: columnMapping }), nothing),
  'points.favourite': command(one.extend({ id: seriesId, favourite: z.boolean() }), nothing),
  'health.get': command(one.extend({ ask: z.boolean() }), z.array(fileHealth)),
  'health.export': command(one, z.object({ name: text, text: z.string() })),
  'datamodel.difference': command(one, z.array(datamodelDifference)),
  'views.list': command(one, z.array(savedView)),
  'views.save': command(one.extend({ view: savedView }), nothing),
  'views.delete': command(one.extend({ id: z.string() }), nothing),
} as const;
