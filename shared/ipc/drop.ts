import { z } from 'zod';
import { bytes, category, command, count, failure, nothing, siteId, text, time } from './define.ts';

/** A file that was dropped, before anything was copied. `path` is below the drop, with `/`. */
const droppedFile = z.object({
  path: text,
  size: bytes,
  modifiedAt: time.nullable(),
  /** The start of a CSV file, by which its category is guessed; null for the rest. */
  head: z.string().max(4096).nullable(),
});
export type DroppedFile = z.infer<typeof droppedFile>;

/** The file of the site that has the name already. */
const nameHolder = z.object({
  path: text,
  /** What it is; null where it is only on the service, so that it cannot be replaced from here. */
  here: z.object({ size: bytes, modifiedAt: time }).nullable(),
});
export type NameHolder = z.infer<typeof nameHolder>;

/** A name that is taken where a file of a drop would lie. */
const takenName = z.object({
  index: count,
  /** With which it would lie there. */
  category,
  /** The free place beside it. */
  target: text,
  /** Null where a file of the same drop has the name, or several that differ in case alone. */
  holder: nameHolder.nullable(),
});
export type TakenName = z.infer<typeof takenName>;

const dropRow = z.object({
  index: count,
  path: text,
  size: bytes,
  category,
  /** Why that is suggested; null where the ending of the name says it all, or where a person named it for all. */
  reason: z
    .object({
      why: z.enum(['header', 'looks-like-datamodel', 'name', 'folder']),
      /** Columns of the header, or folders. */
      by: z.array(text).readonly(),
    })
    .nullable(),
  /** Where it will lie below the site's folder. */
  target: text,
  /** Why it is not taken, in words; null where it is. */
  refused: z.string().nullable(),
  /** A file of the same size is there: its hash tells whether it is the same. */
  sameSize: z.boolean(),
  /** Path of a file with the same bytes that the site holds already. */
  duplicateOf: text.nullable(),
  /** Something else lies at the target: it gets a name of its own. */
  renamed: z.boolean(),
  /** What lies there, where it is one file of the site. */
  holder: nameHolder.nullable(),
});
export type DropRow = z.infer<typeof dropRow>;

/** A drop under review. */
const dropReview = z.object({
  drop: text,
  site: siteId,
  rows: z.array(dropRow),
  /** Folders that could not be read, litter left out. */
  skipped: z.array(z.object({ path: text, why: z.string() })),
});
export type DropReview = z.infer<typeof dropReview>;

/** How the copying goes; sent at most four times a second. */
export const dropProgress = z.object({
  drop: text,
  phase: z.enum(['reading', 'copying', 'done', 'cancelled', 'failed']),
  filesDone: count,
  filesTotal: count,
  bytesDone: bytes,
  bytesTotal: bytes,
  failure: failure.nullable(),
});
export type DropProgress = z.infer<typeof dropProgress>;

const dropped = z.object({
  added: count,
  /** How many of them replaced a file of the site, which is in its trash. */
  replaced: count,
  /** Of those that were to replace one, which was changed or moved since: where they lie beside it. A hundred at most. */
  beside: z.array(z.object({ path: text, over: text })),
});
export type DropDone = z.infer<typeof dropped>;

export const dropCommands = {
  /**
   * Reviews what was dropped. In Electron `paths` are absolute paths, which main walks; in a browser `files` lists
   * what its directory entries gave, and the bytes follow by upload to the host.
   */
  'drop.review': command(
    z.object({
      site: siteId,
      /** The category it was dropped on; null: suggested file by file. */
      category: category.nullable(),
      paths: z.array(text).max(10_000).nullable(),
      files: z.array(droppedFile).max(200_000).nullable(),
    }),
    dropReview,
  ),
  /** SHA-256 of those with `sameSize`, by index, computed where the bytes are; answers the rows that are duplicates. */
  'drop.hashes': command(
    z.object({
      drop: text,
      hashes: z.array(z.object({ index: count, hash: z.string().regex(/^[0-9a-f]{64}$/) })),
    }),
    z.array(z.object({ index: count, duplicateOf: text })),
  ),
  /** The names that are taken where some files get other categories than were suggested; of all files of the drop. */
  'drop.places': command(
    z.object({ drop: text, files: z.array(z.object({ index: count, category })).max(200_000) }),
    z.array(takenName),
  ),
  /**
   * Takes the chosen files. From paths main copies them now; in a browser it opens the door for their bytes
   * (`PUT <upload>/<index>`), and `drop.finish` puts them into place. Either way all or nothing. `replaces` is the path of
   * the file whose next version it is: as long as that is what was told of it, it goes to the site's trash; else both stay.
   */
  'drop.accept': command(
    z.object({
      drop: text,
      files: z.array(z.object({ index: count, category, replaces: text.optional() })).min(1),
    }),
    z.object({ upload: text.nullable() }),
  ),
  'drop.finish': command(z.object({ drop: text }), dropped),
  'drop.cancel': command(z.object({ drop: text }), nothing),
} as const;
