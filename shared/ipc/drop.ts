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
  /**
   * Takes the chosen files. From paths main copies them now; in a browser it opens the door for their bytes
   * (`PUT <upload>/<index>`), and `drop.finish` puts them into place. Either way all or nothing.
   */
  'drop.accept': command(
    z.object({ drop: text, files: z.array(z.object({ index: count, category })).min(1) }),
    z.object({ upload: text.nullable() }),
  ),
  'drop.finish': command(z.object({ drop: text }), z.object({ added: count })),
  'drop.cancel': command(z.object({ drop: text }), nothing),
} as const;
