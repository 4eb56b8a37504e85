import { z } from 'zod';
import { bytes, category, command, count, nothing, siteId, text, time } from './define.ts';

/** Which files of a site are kept on this computer. */
const keep = z.union([z.literal('all'), z.literal('none'), z.array(category)]);

/** How many files of a category there are, and how many of them lie on this computer in their latest version. */
const categoryCount = z.object({
  category,
  files: count,
  here: count,
  bytes,
  bytesHere: bytes,
  /** Of those here, how many lie in folders that cannot be read. */
  unread: count,
  /** How many are new or changed here, and not on the service like that: they wait, are being sent, or failed. */
  unsent: count,
});
export type CategoryCount = z.infer<typeof categoryCount>;

const siteSummary = z.object({
  id: siteId,
  name: text,
  organization: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  address: z.string().nullable(),
  latitude: z.string().nullable(),
  longitude: z.string().nullable(),
  /** An IANA zone that Intl knows; null where the service names none such. */
  timezone: z.string().nullable(),
  graphUri: z.string().nullable(),
  hasPhoto: z.boolean(),
  /** Null where the site is only listed, not kept on this computer. */
  followed: z.object({ folder: text, keep, paused: z.boolean() }).nullable(),
  /** The categories that were kept when it was kept last; null where that was all, or it never was, or is kept now. */
  keptBefore: z.array(category).nullable(),
  /** Of a kept site: from its trees. Of another: from the last time it was measured, else null. */
  categories: z.array(categoryCount).nullable(),
  pending: count,
  issues: count,
  conflicts: count,
  held: count,
  /** Its folder is not there: what is counted as here was when it was looked at last. */
  folderAway: z.boolean(),
  /** Why nothing goes on at this site as a whole: paused, folder not found, no access. */
  trouble: z.string().nullable(),
  listedAt: time.nullable(),
  syncedAt: time.nullable(),
});
export type SiteSummary = z.infer<typeof siteSummary>;

export const siteCommands = {
  'sites.list': command(nothing, z.array(siteSummary)),
  /** Asks the service for its list of sites anew. */
  'sites.refresh': command(nothing, nothing),
  /** Counts the files of a site at the service, by category, for the choice of what to keep. */
  'sites.measure': command(z.object({ site: siteId }), z.array(categoryCount)),
  /** `keep` null: what was kept of it last; all of it where it never was. */
  'sites.follow': command(
    z.object({ site: siteId, folder: text.nullable(), keep: keep.nullable() }),
    nothing,
  ),
  /** Its files stay where they are, on both sides. */
  'sites.unfollow': command(z.object({ site: siteId }), nothing),
  'sites.setKeep': command(z.object({ site: siteId, keep }), nothing),
  'sites.pause': command(z.object({ site: siteId, paused: z.boolean() }), nothing),
  'sites.openFolder': command(z.object({ site: siteId }), nothing),
} as const;
