import { z } from 'zod';
import { bytes, command, siteId, text, time } from './define.ts';
import { bulk } from './files.ts';

/** A file in the trash of a site's folder. `entry` is its name there; `path` is where it lay before. */
const trashEntry = z.object({
  site: text,
  siteName: text,
  entry: text,
  path: text,
  size: bytes,
  trashedAt: time,
});
export type TrashEntry = z.infer<typeof trashEntry>;

export const trashCommands = {
  'trash.list': command(z.object({ site: siteId.nullable() }), z.array(trashEntry)),
  'trash.restore': command(z.object({ site: siteId, entry: text }), z.object({ path: text })),
  'trash.restoreMany': command(z.object({ site: siteId, entries: z.array(text).max(200_000) }), bulk),
} as const;
