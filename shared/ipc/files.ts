import { z } from 'zod';
import { bytes, category, command, count, fileKey, nothing, siteId, text, time } from './define.ts';

/** The ten states of a file, always derived from the trees. */
export const fileStatus = z.enum([
  'online-only',
  'downloading',
  'available-offline',
  'out-of-date',
  'queued',
  'uploading',
  'waiting',
  'up-to-date',
  'conflict',
  'failed',
]);
export type FileStatus = z.infer<typeof fileStatus>;

const fileRow = z.object({
  key: fileKey,
  name: text,
  /** Path below the site's folder, where it lies or would lie. */
  path: text,
  category,
  size: bytes.nullable(),
  changedAt: time.nullable(),
  by: z.string().nullable(),
  status: fileStatus,
  /** Why, in words; null if the state says it all. */
  reason: z.string().nullable(),
  /** From 0 to 1 while it is on its way. */
  share: z.number().nullable(),
  /** Is a copy on this computer? */
  here: z.boolean(),
  /** The person's choice for this file alone: true keep offline, false online only, null none. */
  pinned: z.boolean().nullable(),
});
export type FileRow = z.infer<typeof fileRow>;

const fileFilter = z.object({
  text: z.string().max(200),
  category: category.nullable(),
  status: z.array(fileStatus),
  /** Folder below the site, without a slash at the end; null for all. */
  folder: text.nullable(),
});
export type FileFilter = z.infer<typeof fileFilter>;

const fileSort = z.object({
  by: z.enum(['name', 'status', 'category', 'path', 'size', 'changed', 'by']),
  descending: z.boolean(),
});
export type FileSort = z.infer<typeof fileSort>;

const filePage = z.object({
  /** Rows that pass the filter, and all rows of the site. */
  total: count,
  all: count,
  offset: count,
  rows: z.array(fileRow),
  /** How many rows of each kind there are; of a kind that is not named there is none. */
  byCategory: z.partialRecord(category, count),
  byStatus: z.partialRecord(fileStatus, count),
});
export type FilePage = z.infer<typeof filePage>;

const activityLine = z.object({
  at: time,
  site: text,
  key: fileKey.nullable(),
  path: text,
  /** What the engine calls it, for an icon. */
  action: z.string(),
  /** What was done and why, for people. */
  done: z.string(),
  why: z.string(),
  bytes,
});
export type ActivityLine = z.infer<typeof activityLine>;

const fileDetails = z.object({
  row: fileRow,
  id: z.string().nullable(),
  /** Is a copy wanted here, by the choice for the file or else for its category? It may still be on its way. */
  wanted: z.boolean(),
  /** It was deleted on this computer, and the service does not know yet. */
  isDeletedHere: z.boolean(),
  /** Its name on the service, and why it has another one here; null if it is called the same, or is to be. */
  otherName: z.object({ there: text, why: z.enum(['taken', 'not-possible']) }).nullable(),
  contentType: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  entityUri: z.string().nullable(),
  hash: z.string().nullable(),
  /** The record's metadata as JSON text, without our own facts. */
  metadata: z.string().nullable(),
  history: z.array(activityLine),
  /** Earlier versions in the trash of this computer, and why they lie there (null: not known for sure). */
  trash: z.array(z.object({ entry: text, size: bytes, trashedAt: time, why: z.string().nullable() })),
  /**
   * The copy on this computer, null if there is none: its bytes, and a text that changes when it gets other ones. The row
   * tells the size of the service's version, also while that is still on its way.
   */
  copy: z.object({ size: bytes, version: text }).nullable(),
  /** Absolute path on this computer; null if there is no copy here. */
  absolute: z.string().nullable(),
});
export type FileDetails = z.infer<typeof fileDetails>;

/** Some files by key, or all that pass a filter but for some. */
const fileSelection = z.union([
  z.object({ keys: z.array(fileKey).max(200_000) }),
  z.object({ filter: fileFilter, except: z.array(fileKey).max(200_000) }),
]);
export type FileSelection = z.infer<typeof fileSelection>;

const many = z.object({ site: siteId, files: fileSelection });
/** How many files were changed, and the paths of the first ones, as many as a message holds. */
export const done = z.object({ changed: count, named: z.array(text) });
/** The same, and what failed, in words. */
export const bulk = done.extend({
  problems: z.array(z.object({ path: text, message: z.string() })),
});

/** A file that was moved to another folder, and what it takes to move it back. */
const moved = z.object({
  from: text,
  to: text,
  /** Its key once it was moved: by then another file may lie there. */
  key: fileKey,
  /** The id of its record, where only the service has it; null for a file that lies here. */
  record: text.nullable(),
  /** What it was before: outside the category folders its place does not say so. */
  category,
});
export type Moved = z.infer<typeof moved>;

/** Files by what they were before: outside the category folders no place says so. */
const categoriesBefore = z.array(z.object({ category, keys: z.array(fileKey).max(200_000) }));
export type CategoriesBefore = z.infer<typeof categoriesBefore>;

const folderList = z.object({
  /** How many hold the words; `limit` of them are listed, first the one that is named. */
  total: count,
  /** `files`: in it, at any depth. */
  folders: z.array(z.object({ path: text, files: count })),
  /** The folder that the whole text names, in whatever case, as it is spelled; null: it would be new. */
  named: text.nullable(),
});
export type FolderList = z.infer<typeof folderList>;

/** Where a row stood in the list that the screen has; its key, if that is known there. */
const rowPlace = z.object({ index: count, key: fileKey.nullable() });
export type RowPlace = z.infer<typeof rowPlace>;

/** Of one page. */
const MOST_ROWS = 500;

export const fileCommands = {
  'files.page': command(
    z.object({
      site: siteId,
      filter: fileFilter,
      sort: fileSort,
      offset: count,
      limit: z.number().int().min(1).max(MOST_ROWS),
    }),
    filePage,
  ),
  /** Where a file stands in a sorted and filtered list, or null. */
  'files.find': command(
    z.object({ site: siteId, filter: fileFilter, sort: fileSort, key: fileKey }),
    z.number().int().nullable(),
  ),
  /** Keys from the first to the last of these rows, both included, also where rows came or went around them since. */
  'files.keys': command(
    z.object({ site: siteId, filter: fileFilter, sort: fileSort, first: rowPlace, last: rowPlace }),
    z.array(fileKey),
  ),
  /**
   * Count and bytes of a selection. `here`: how many lie here; `sent`: how many of those the service has, too; `folder`: the
   * one that all of it lies in, null if there are more.
   */
  'files.sum': command(
    many,
    z.object({ files: count, bytes, here: count, sent: count, folder: text.nullable() }),
  ),
  /** SHA-256 of files, for a list that is saved; see `KnownHashes`. Files that are gone have none. */
  'files.hashes': command(
    z.object({ site: siteId, keys: z.array(fileKey).max(MOST_ROWS) }),
    z.record(fileKey, z.object({ here: z.string().nullable(), record: z.string().nullable() })),
  ),
  'files.details': command(z.object({ site: siteId, key: fileKey }), fileDetails),
  /** Moves the file to the folder of another category: the next sync tells the service. */
  'files.setCategory': command(
    many.extend({ category }),
    bulk.extend({
      /** Arguments for `files.restoreCategories` that undo it. */
      before: categoriesBefore,
    }),
  ),
  'files.restoreCategories': command(z.object({ site: siteId, before: categoriesBefore }), bulk),
  /** Folders in which files of the site lie or would lie, and those of all categories, by path; `''` is left out. */
  'files.folders': command(
    z.object({
      site: siteId,
      /** Words that the path holds; empty: all. */
      text: z.string().max(200),
      limit: z.number().int().min(1).max(MOST_ROWS),
    }),
    folderList,
  ),
  /**
   * Moves files under their names to a folder of the site, which is made where it lacks; `''` is the site's own. In the
   * folder of a category they get that category, elsewhere they keep theirs. Works offline but for files that are only on
   * the service.
   */
  'files.move': command(
    many.extend({ folder: text }),
    bulk.extend({
      /** Arguments for `files.moveBack` that undo it. */
      moved: z.array(moved),
    }),
  ),
  'files.moveBack': command(z.object({ site: siteId, moved: z.array(moved).max(200_000) }), bulk),
  /** `still`: the name that it must have now, so that nobody else's new name is undone; left out: any. */
  'files.rename': command(
    // One that is too long for a file is refused by the command, in words.
    z.object({ site: siteId, key: fileKey, name: text.min(1), still: text.optional() }),
    nothing,
  ),
  /** True: keep offline. False: online only. Null: as its category. */
  'files.keep': command(many.extend({ keep: z.boolean().nullable() }), bulk),
  /**
   * Moves files to the trash of this computer. The next sync deletes them on the service, and no guard holds these
   * deletes, since the person named the files.
   */
  'files.delete': command(
    many,
    bulk.extend({
      /** Arguments for `trash.restoreMany` that undo it. */
      trash: z.array(text),
    }),
  ),
  'files.open': command(z.object({ site: siteId, key: fileKey }), nothing),
  'files.reveal': command(z.object({ site: siteId, key: fileKey }), nothing),
  'activity.list': command(
    z.object({
      site: siteId.nullable(),
      limit: z.number().int().min(1).max(1000),
      text: z.string().max(200),
    }),
    z.array(activityLine),
  ),
} as const;
