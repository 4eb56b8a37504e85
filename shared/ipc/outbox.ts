import { z } from 'zod';
import { bytes, category, command, count, fileKey, nothing, siteId, text, time } from './define.ts';
import { bulk, done } from './files.ts';

/** Something that will be sent or fetched, before it happens. */
export const pendingItem = z.object({
  site: siteId,
  siteName: text,
  key: fileKey,
  path: text,
  /** Where the file lay when both sides agreed last, if it lies elsewhere now. */
  before: text.nullable(),
  /** Of what is sent or fetched; null where that is nothing, as for a rename. */
  size: bytes.nullable(),
  /** Towards the service, off it, towards this computer, off that, or a change of records alone. */
  direction: z.enum(['up', 'off', 'down', 'away', 'here']),
  action: z.string(),
  /** Why it is to be done, in words. */
  reason: z.string(),
  /** Why it has not been done yet, in words; null while it runs. */
  waiting: z.string().nullable(),
  /** Epoch milliseconds at which it is tried again by itself, where that is known. */
  waitsUntil: time.nullable(),
  share: z.number().nullable(),
  /** It waits until the person has looked at what it changes. */
  review: z.boolean(),
});
export type PendingItem = z.infer<typeof pendingItem>;

export const issue = z.object({
  site: siteId,
  siteName: text,
  /** What `outbox.retry` takes. */
  attempt: text,
  key: fileKey.nullable(),
  path: text,
  size: bytes.nullable(),
  code: z.string(),
  /** The message in a word or two, for a line that names the file already. */
  brief: z.string(),
  message: z.string(),
  hint: z.string(),
  since: time,
  tries: count,
  /** When it is tried again by itself; null: it waits for a change or for the person. */
  nextAt: time.nullable(),
  /** Found by looking at the folder or the list, as each sync does: nothing was tried. */
  isFound: z.boolean(),
});
export type Issue = z.infer<typeof issue>;

/** One side of a conflict. */
export const version = z.object({
  key: fileKey,
  path: text,
  size: bytes.nullable(),
  changedAt: time.nullable(),
  by: z.string().nullable(),
  hash: z.string().nullable(),
});
export type Version = z.infer<typeof version>;

/** Why both versions were kept, as the history tells it. */
export const conflictReason = z.enum([
  'changed-on-both',
  'new-on-both',
  'service-went-back',
  'overwritten-there',
  'changed-while-ignored',
]);
export type ConflictReason = z.infer<typeof conflictReason>;

/** A conflict copy beside the file it belongs to. Both versions are safe on both sides until one is chosen. */
export const conflict = z.object({
  site: siteId,
  siteName: text,
  category,
  /** The path of the copy names the conflict. */
  copy: text,
  /** The path that the copy gets when both are kept. */
  plain: text,
  mine: version,
  /** Null where the original has gone meanwhile. */
  theirs: version.nullable(),
  /** Null where the history does not reach back to it. */
  reason: conflictReason.nullable(),
});
export type Conflict = z.infer<typeof conflict>;

const conflictChoice = z.enum(['mine', 'theirs', 'both']);
export type ConflictChoice = z.infer<typeof conflictChoice>;

/** Deletes that wait for a yes. */
const heldDeletes = z.object({
  site: siteId,
  siteName: text,
  /** Where the deletes would happen: on the service, on this computer, or some here and some there. */
  direction: z.enum(['local', 'remote', 'both']),
  count,
  of: count,
  why: z.string(),
  /** The site's folder is not there: nobody knows which files are gone, so nothing can be decided now. */
  folderAway: z.boolean(),
  files: z.array(
    z.object({
      key: fileKey,
      path: text,
      size: bytes.nullable(),
      direction: z.enum(['local', 'remote']),
    }),
  ),
});
export type HeldDeletes = z.infer<typeof heldDeletes>;

/** What lies in the folder of a site and is not sent, on purpose: nothing is to be mended. */
export const leftOut = z.object({
  site: siteId,
  siteName: text,
  path: text,
  kind: z.enum(['link', 'special']),
});
export type LeftOut = z.infer<typeof leftOut>;

export const outbox = z.object({
  pending: z.array(pendingItem),
  /** All that is pending, of which the first 500 are named. */
  pendingTotal: count,
  pendingBytes: bytes,
  issues: z.array(issue),
  /** All issues, of which 500 are named: a full disk first, then what no retry will help. */
  issuesTotal: count,
  /** Of all: files that no retry will help, they wait for a change. */
  issuesStuck: count,
  conflicts: z.array(conflict),
  held: z.array(heldDeletes),
  /** The first 20 of what is left out, and how many there are. */
  leftOut: z.array(leftOut),
  leftOutTotal: count,
});
export type Outbox = z.infer<typeof outbox>;

export const outboxCommands = {
  'outbox.get': command(z.object({ site: siteId.nullable() }), outbox),
  /** Ends the waiting of these items, or of all, and syncs now. */
  'outbox.retry': command(z.object({ site: siteId.nullable(), attempts: z.array(text).nullable() }), nothing),
  'held.confirm': command(z.object({ site: siteId, keys: z.array(fileKey) }), done),
  /** Puts held deletes back: what vanished here is fetched again, what vanished there is sent again. */
  'held.reject': command(z.object({ site: siteId, keys: z.array(fileKey) }), done),
  'conflicts.resolve': command(
    z.object({
      choice: conflictChoice,
      items: z
        .array(z.object({ site: siteId, copy: text }))
        .min(1)
        .max(10_000),
    }),
    bulk.omit({ changed: true }).extend({
      resolved: count,
      /** The paths that copies got where both were kept. */
      made: z.array(text),
      /** What went into the trash for it; put back, mine is a conflict again. */
      trash: z.array(z.object({ site: siteId, entry: text })),
    }),
  ),
} as const;
