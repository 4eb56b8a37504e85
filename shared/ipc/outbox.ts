import { z } from 'zod';
import { bytes, category, command, count, fileKey, nothing, siteId, text, time } from './define.ts';
import { bulk, done } from './files.ts';

/** Something that will be sent or fetched, before it happens. */
const pendingItem = z.object({
  site: text,
  siteName: text,
  key: fileKey,
  path: text,
  /** Where the file lay when both sides last agreed, if it is elsewhere now. */
  before: text.nullable(),
  /** Bytes to send or fetch; null if there are none, as for a rename. */
  size: bytes.nullable(),
  /** When the file was changed: what was changed here waits since then. Null if that is not known. */
  changedAt: time.nullable(),
  /** up: to the service; off: deleted there; down: to this computer; away: removed here; here: only records change. */
  direction: z.enum(['up', 'off', 'down', 'away', 'here']),
  action: z.string(),
  /** Why it will be done, in words. */
  reason: z.string(),
  /** Why it has not been done yet, in words; null while it runs. */
  waiting: z.string().nullable(),
  /** When it is tried again by itself, epoch ms; null if that is not known. */
  waitsUntil: time.nullable(),
  share: z.number().nullable(),
  /** It waits for the person to review what it changes. */
  review: z.boolean(),
});
export type PendingItem = z.infer<typeof pendingItem>;

const issue = z.object({
  site: text,
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
  /** When it is tried again by itself; null if it waits for a change or for the person. */
  nextAt: time.nullable(),
  /** Found by a look at the folder or the list, as in each sync: nothing was tried. */
  isFound: z.boolean(),
});
export type Issue = z.infer<typeof issue>;

/** One side of a conflict. */
const version = z.object({
  key: fileKey,
  path: text,
  size: bytes.nullable(),
  changedAt: time.nullable(),
  by: z.string().nullable(),
  hash: z.string().nullable(),
  /** Its bytes lie on this computer. */
  here: z.boolean(),
});
export type Version = z.infer<typeof version>;

/** Why both versions were kept, by the history. */
export const conflictReason = z.enum([
  'changed-on-both',
  'new-on-both',
  'service-went-back',
  'overwritten-there',
  'changed-while-ignored',
]);
export type ConflictReason = z.infer<typeof conflictReason>;

/**
 * Which version of a conflict was made on this computer: the copy, the file that kept the name, or none. Every laptop of a
 * site gets both versions, so what is mine on one of them is theirs on another.
 */
const ownVersion = z.enum(['copy', 'file', 'neither']);
export type OwnVersion = z.infer<typeof ownVersion>;

/** A conflict copy beside the file it belongs to. Both versions are safe on both sides until one is chosen. */
const conflict = z.object({
  site: text,
  siteName: text,
  category,
  /** The path of the copy names the conflict. */
  copy: text,
  /** The path that the copy gets when both are kept. */
  plain: text,
  own: ownVersion,
  /** The computer that the copy comes from, as its name has it. */
  device: z.string(),
  /** This computer's version. If both came from elsewhere, the copy. */
  mine: version,
  /** The other version; it may be online only. Null if the original is gone. */
  theirs: version.nullable(),
  /** Null if the history does not reach back to it. */
  reason: conflictReason.nullable(),
});
export type Conflict = z.infer<typeof conflict>;

/** The same two versions by their names: the conflict copy, and the file that kept the name (null if it is gone). */
export function versionsOf({ own, mine, theirs }: Pick<Conflict, 'own' | 'mine' | 'theirs'>): {
  readonly copy: Version;
  readonly file: Version | null;
} {
  return own === 'file' && theirs !== null ? { copy: theirs, file: mine } : { copy: mine, file: theirs };
}

const conflictChoice = z.enum(['mine', 'theirs', 'both']);
export type ConflictChoice = z.infer<typeof conflictChoice>;

/** Deletes that wait for a yes. */
const heldDeletes = z.object({
  site: text,
  siteName: text,
  /** Where the deletes would happen: on the service, on this computer, or some here and some there. */
  direction: z.enum(['local', 'remote', 'both']),
  count,
  of: count,
  why: z.string(),
  /** The site's folder is missing: nobody knows which files are gone, so nothing can be decided now. */
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

/** What lies in the folder of a site and is not sent on purpose: nothing has to be fixed. */
const leftOut = z.object({
  site: text,
  siteName: text,
  path: text,
  kind: z.enum(['link', 'special']),
});
export type LeftOut = z.infer<typeof leftOut>;

const outbox = z.object({
  pending: z.array(pendingItem),
  /** Number of pending items, of which the first 500 are listed. */
  pendingTotal: count,
  pendingBytes: bytes,
  issues: z.array(issue),
  /** Number of issues, of which 500 are listed: a full disk first, then those that no retry will help. */
  issuesTotal: count,
  /** How many of all issues no retry will help: they wait for a change. */
  issuesStuck: count,
  conflicts: z.array(conflict),
  held: z.array(heldDeletes),
  /** The first 20 that are left out, and how many there are. */
  leftOut: z.array(leftOut),
  leftOutTotal: count,
});
export type Outbox = z.infer<typeof outbox>;

export const outboxCommands = {
  'outbox.get': command(z.object({ site: siteId.nullable() }), outbox),
  /** Ends the waiting of these items, or of all, and syncs now. */
  'outbox.retry': command(z.object({ site: siteId.nullable(), attempts: z.array(text).nullable() }), nothing),
  'held.confirm': command(z.object({ site: siteId, keys: z.array(fileKey) }), done),
  /** Undoes held deletes: what vanished here is fetched again, what vanished there is sent again. */
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
      /** The paths that copies got when both were kept. */
      made: z.array(text),
      /** What went into the trash for it. */
      trash: z.array(z.object({ site: text, entry: text })),
      /** Only copies went there: to put them back undoes it, and each is a conflict again. */
      undoable: z.boolean(),
    }),
  ),
} as const;
