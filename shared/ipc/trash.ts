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
  /** Why it lies there, in plain words; null where that is not known for sure. */
  why: z.string().nullable(),
});
export type TrashEntry = z.infer<typeof trashEntry>;

/** A file that was put beside another one, which has its place by now: both paths. */
const beside = z.object({ path: text, over: text });

export const trashCommands = {
  'trash.list': command(z.object({ site: siteId.nullable() }), z.array(trashEntry)),
  'trash.restore': command(
    z.object({ site: siteId, entry: text }),
    /** `over`: what has its place by now, so that it lies beside that; null if it lies in its place. */
    z.object({ path: text, over: text.nullable() }),
  ),
  'trash.restoreMany': command(
    z.object({ site: siteId, entries: z.array(text).max(200_000) }),
    /** `beside`: the first hundred. */
    bulk.extend({ beside: z.array(beside) }),
  ),
} as const;
