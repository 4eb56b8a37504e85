import { z } from 'zod';
import { place } from './app.ts';
import { command, count, fileKey, nothing, siteId, text, time } from './define.ts';
import { POINT_FACTS } from '../model/datamodel.ts';
import { HEALTHS, SENT } from '../model/point-health.ts';
import { seriesId } from './series.ts';

const pointHealth = z.enum(HEALTHS);
export type PointHealth = z.infer<typeof pointHealth>;

/** A point of a datamodel: one timeseries of one piece of equipment. */
const point = z.object({
  id: seriesId,
  label: text,
  unit: text.nullable(),
  /** Brick or Haystack class, or what the file calls its type. */
  class: text.nullable(),
  equipment: text.nullable(),
  /** Path of the datamodel that names it first, and the line there. */
  file: text,
  line: count,
  favourite: z.boolean(),
  health: pointHealth,
  /** Time of its newest sample with a value, as far as it is known here. */
  lastAt: time.nullable(),
  /** How many times datamodels name it. */
  places: count,
});
export type Point = z.infer<typeof point>;

/** Points of one piece of equipment; `name` is null for points of none. */
const equipment = z.object({
  name: text.nullable(),
  /** Another name that a datamodel gives it. */
  label: text.nullable(),
  class: text.nullable(),
  points: count,
});
export type Equipment = z.infer<typeof equipment>;

/** A line of the points browser: equipment, and below it its points unless it is folded. */
const pointRow = z.discriminatedUnion('kind', [
  equipment.extend({ kind: z.literal('equipment'), folded: z.boolean() }),
  point.extend({ kind: z.literal('point') }),
]);
export type PointRow = z.infer<typeof pointRow>;

const pointFilter = z.object({
  /** Words to find in label, id, class, equipment or unit; empty for all. */
  text: z.string().max(1000),
  favourites: z.boolean(),
});
export type PointFilter = z.infer<typeof pointFilter>;

/** Which equipment is folded: all but `except`, or none but `except`. */
const folding = z.object({ all: z.boolean(), except: z.array(text.nullable()).max(10_000) });
export type Folding = z.infer<typeof folding>;

const pointPage = z.object({
  rows: z.array(pointRow),
  /** Lines under the filter, with the folding. */
  total: count,
  /** Points under the filter, and all. */
  found: count,
  points: count,
});
export type PointPage = z.infer<typeof pointPage>;

/** Which column of a datamodel means what, by its header; null if no column does. */
const columns = z.object({
  id: text.nullable(),
  label: text.nullable(),
  unit: text.nullable(),
  class: text.nullable(),
  equipment: text.nullable(),
});

const datamodelFile = z.object({
  file: text,
  /** Why no copy is on this computer: it is online only, or it was deleted here and the service still has it. */
  absent: z.enum(['online', 'deleted']).nullable(),
  /** Null if the file is not here or cannot be read; `problems` says why. */
  points: count.nullable(),
  header: z.array(text),
  columns: columns.nullable(),
  /** True if the person said which column means what, for all files with this header. */
  confirmed: z.boolean(),
  problems: z.array(z.object({ line: count.nullable(), message: text })),
});
export type DatamodelFile = z.infer<typeof datamodelFile>;

const healthFilter = z.enum(['all', 'trouble', ...HEALTHS, 'duplicated']);
export type HealthFilter = z.infer<typeof healthFilter>;

const fileHealth = z.object({
  file: text,
  points: count,
  /** These six add up to `points`. */
  data: count,
  held: count,
  silent: count,
  unclear: count,
  unknown: count,
  unchecked: count,
  /** Of all of them. */
  duplicated: count,
  /** Points that a person should look at. One that was not asked about yet does not count. */
  trouble: count,
});

const healthSummary = z.object({
  files: z.array(fileHealth),
  /** When the service was last asked about all of them. */
  checkedAt: time.nullable(),
  /** Being asked now. */
  checking: z.boolean(),
});
export type HealthSummary = z.infer<typeof healthSummary>;

const healthRow = z.object({
  file: text,
  line: count,
  id: seriesId,
  label: text,
  health: pointHealth,
  /** Other places that name it, the first few; null if there are none. */
  repeated: z
    .object({ times: count, also: z.array(z.object({ file: text, line: count })).readonly() })
    .nullable(),
  /** Time of its newest sample with a value. */
  lastAt: time.nullable(),
  /** Time of its newest sample, if that has no value. */
  emptyAt: time.nullable(),
  /** For a point that was silent for a day: how it was sent until then. Null if too little of it is here. */
  sampling: z
    .object({
      sent: z.enum(SENT),
      /** Usual and longest pause, and the time span that they are known from, ms. */
      usual: z.number(),
      longest: z.number(),
      known: z.number(),
      pauses: count,
    })
    .nullable(),
  /** Some texts that were sent in place of numbers. */
  words: z.array(text).readonly(),
});
export type HealthRow = z.infer<typeof healthRow>;

const namedPoint = z.object({ id: seriesId, label: text, equipment: text.nullable() });

/** What a changed datamodel changes, before it is sent. Of each kind the first 500 are named, all are counted. */
const datamodelDifference = z.object({
  file: text,
  key: fileKey,
  /** Null if the previous version is not here and cannot be fetched now. */
  changes: z
    .object({
      added: z.array(namedPoint),
      removed: z.array(namedPoint),
      /** `was` is the former label, or the former id. */
      renamed: z.array(namedPoint.extend({ kind: z.enum(['label', 'id']), was: text })),
      /** Points with another unit, class or equipment; null is none. */
      altered: z.array(
        namedPoint.extend({
          facts: z
            .array(
              z.object({ fact: z.enum(POINT_FACTS), was: text.nullable(), is: text.nullable() }).readonly(),
            )
            .readonly(),
        }),
      ),
      counts: z.object({ added: count, removed: count, renamed: count, altered: count }),
      /** Names of saved views that show an id which is gone. */
      breaks: z.array(text),
    })
    .nullable(),
  /** It waits for the person's word before it is sent. */
  waits: z.boolean(),
});
export type DatamodelDifference = z.infer<typeof datamodelDifference>;

const one = z.object({ site: siteId });
const page = { offset: count, limit: z.number().int().min(1).max(500) };

export const datamodelCommands = {
  'points.page': command(one.extend({ filter: pointFilter, folding, ...page }), pointPage),
  /** Places of the palette: points of all sites that are kept here. The first 8. */
  'points.search': command(z.object({ text: z.string().max(200) }), z.array(place)),
  /** What is known of these ids; those that no datamodel names are left out. */
  'points.get': command(one.extend({ ids: z.array(seriesId).max(500) }), z.array(point)),
  /** Equipment, of one class if that is given. The first 2,000. */
  'points.equipment': command(one.extend({ class: text.nullable() }), z.array(equipment)),
  /** Points of one piece of equipment; null: points without any. The first 500. */
  'points.of': command(one.extend({ equipment: text.nullable() }), z.array(point)),
  'points.files': command(one, z.array(datamodelFile)),
  /** Says which column means what, once for all files of the site with this file's header. */
  'points.confirm': command(one.extend({ file: text, columns }), nothing),
  'points.favourite': command(one.extend({ id: seriesId, favourite: z.boolean() }), nothing),
  'health.summary': command(one, healthSummary),
  /** Asks the service when each series had its newest sample; answers when all was asked. */
  'health.check': command(one, nothing),
  'health.page': command(
    one.extend({ file: text.nullable(), filter: healthFilter, ...page }),
    z.object({ rows: z.array(healthRow), total: count }),
  ),
  /** A table of all points, in pieces. `at`: 0 for the first piece, then `next` of the piece before. */
  'health.export': command(one.extend({ at: count }), z.object({ text: z.string(), next: count.nullable() })),
  /** Datamodels that were changed here and are not sent yet. */
  'datamodel.difference': command(one, z.array(datamodelDifference)),
  /** The person has seen the difference: the version that lies here now may be sent. */
  'datamodel.approve': command(one.extend({ key: fileKey }), nothing),
} as const;
