import { z } from 'zod';
import { bytes, category, command, count, nothing, siteId, text, time } from './define.ts';

/** Which files of a site are kept on this computer. */
const keep = z.union([z.literal('all'), z.literal('none'), z.array(category)]);

/** How many files of a category there are, and how many have their latest version on this computer. */
const categoryCount = z.object({
  category,
  files: count,
  here: count,
  bytes,
  bytesHere: bytes,
  /** Of those here, how many lie in folders that cannot be read. */
  unread: count,
  /** How many are new or changed here and not on the service yet: they wait, are being sent, or failed. */
  unsent: count,
});
export type CategoryCount = z.infer<typeof categoryCount>;

const siteSummary = z.object({
  id: text,
  name: text,
  organization: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  address: z.string().nullable(),
  latitude: z.string().nullable(),
  longitude: z.string().nullable(),
  /** An IANA zone that Intl knows; null if the service names none. */
  timezone: z.string().nullable(),
  graphUri: z.string().nullable(),
  hasPhoto: z.boolean(),
  /** Null if the site is only listed, not kept on this computer. */
  followed: z.object({ folder: text, keep, paused: z.boolean() }).nullable(),
  /**
   * The categories of the last time that it was kept; null if that was all of them, it never was kept, or is kept now.
   */
  keptBefore: z.array(category).nullable(),
  /** For a kept site from its trees; for another one from its last measurement, or null. */
  categories: z.array(categoryCount).nullable(),
  pending: count,
  issues: count,
  conflicts: count,
  held: count,
  /** Its folder is missing: the counts are those of the last look. */
  folderAway: z.boolean(),
  /** Why the site as a whole stands still: paused, folder not found, no access. */
  trouble: z.string().nullable(),
  listedAt: time.nullable(),
  syncedAt: time.nullable(),
});
export type SiteSummary = z.infer<typeof siteSummary>;

export const siteCommands = {
  'sites.list': command(nothing, z.array(siteSummary)),
  /** Asks the service for its list of sites again. */
  'sites.refresh': command(nothing, nothing),
  /** Counts the files of a site at the service, by category, for the choice of what to keep. */
  'sites.measure': command(z.object({ site: siteId }), z.array(categoryCount)),
  /** `keep` null: as it was kept the last time, or everything if it never was. */
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
