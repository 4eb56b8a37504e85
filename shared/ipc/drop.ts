import { z } from 'zod';
import { bytes, category, command, count, failure, nothing, siteId, text, time } from './define.ts';

/** A file that was dropped, before anything was copied. `path` is below the drop, with `/`. */
const droppedFile = z.object({
  path: text,
  size: bytes,
  modifiedAt: time.nullable(),
  /** The start of a CSV file, for guessing its category; null for other files. */
  head: z.string().max(4096).nullable(),
});
export type DroppedFile = z.infer<typeof droppedFile>;

/** The file of the site that already has the name. */
const nameHolder = z.object({
  path: text,
  /** The copy here; null if it is only on the service, so that it cannot be replaced from here. */
  here: z.object({ size: bytes, modifiedAt: time }).nullable(),
});
export type NameHolder = z.infer<typeof nameHolder>;

/** A name that is already taken in the place of a dropped file. */
const takenName = z.object({
  index: count,
  /** The category that would put it there. */
  category,
  /** The free place beside it. */
  target: text,
  /** Null if another file of the drop has the name, or several files differ from it only in case. */
  holder: nameHolder.nullable(),
});
export type TakenName = z.infer<typeof takenName>;

const dropRow = z.object({
  index: count,
  path: text,
  size: bytes,
  category,
  /** Why this category is suggested; null if the file name's ending says it all, or a person chose one for all. */
  reason: z
    .object({
      why: z.enum(['header', 'looks-like-datamodel', 'name', 'folder']),
      /** Columns of the header, or the folder. */
      by: z.array(text).readonly(),
    })
    .nullable(),
  /** Where it will lie below the site's folder. */
  target: text,
  /** Why it is refused, in words; null if it is not. */
  refused: z.string().nullable(),
  /** The site or this drop has another file of the same size: only a hash tells whether they are the same. */
  sameSize: z.boolean(),
  /** Path of a file of the site with the same bytes. */
  duplicateOf: text.nullable(),
  /** Path within the drop of an earlier file with the same bytes. */
  twinOf: text.nullable(),
  /** Another file lies at the target, so this one gets another name. */
  renamed: z.boolean(),
  /** The file that lies there, if it is a single one of the site. */
  holder: nameHolder.nullable(),
});
export type DropRow = z.infer<typeof dropRow>;

/** A drop under review. */
const dropReview = z.object({
  drop: text,
  site: text,
  rows: z.array(dropRow),
  /** Folders that could not be read, litter left out. */
  skipped: z.array(z.object({ path: text, why: z.string() })),
  /** Files of a size that others of the drop have, that are too large to be read for that: copies among them are not told. */
  uncompared: z.object({ files: count, bytes }),
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
  /** How many replaced a file of the site, which is now in the trash. */
  replaced: count,
  /**
   * Files that were to replace another one which was changed or moved since: where they lie beside it. A hundred at
   * most.
   */
  beside: z.array(z.object({ path: text, over: text })),
});
export type DropDone = z.infer<typeof dropped>;

export const dropCommands = {
  /**
   * Reviews what was dropped. In Electron `paths` are absolute paths that main walks. In a browser `files` lists what
   * its directory entries gave, and the bytes follow by upload to the host.
   */
  'drop.review': command(
    z.object({
      site: siteId,
      /** The category it was dropped on; null: suggested file by file. */
      category: category.nullable(),
      paths: z.array(text).max(200_000).nullable(),
      files: z.array(droppedFile).max(200_000).nullable(),
    }),
    dropReview,
  ),
  /**
   * SHA-256 of the files with `sameSize`, by index, computed where the bytes are. Returns the rows whose bytes the site or
   * an earlier one of these files has too.
   */
  'drop.hashes': command(
    z.object({
      drop: text,
      hashes: z.array(z.object({ index: count, hash: z.string().regex(/^[0-9a-f]{64}$/) })),
    }),
    z.array(z.object({ index: count, duplicateOf: text.nullable(), twinOf: text.nullable() })),
  ),
  /** The names that would be taken if some files got other categories than suggested, among all files of the drop. */
  'drop.places': command(
    z.object({ drop: text, files: z.array(z.object({ index: count, category })).max(200_000) }),
    z.array(takenName),
  ),
  /**
   * Takes the chosen files, all or none. From paths, main copies them now. In a browser it allows uploads of their
   * bytes (`PUT <upload>/<index>`), and `drop.finish` puts them into place. `replaces` is the path of the file whose
   * next version this is: if that file is still as it was shown, it goes to the trash of the site; if not, both stay.
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
