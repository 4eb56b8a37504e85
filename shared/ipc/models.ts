import { z } from 'zod';
import { bytes, command, nothing, siteId, text, time } from './define.ts';

/** A site model: one way, from the service to this computer. */
const siteModel = z.object({
  id: z.string().min(1).max(512),
  /** What names it: records of category model-3d, or the person. */
  from: z.enum(['record', 'added']),
  name: text,
  /** `unknown`: the service said that it has no model with this id, and none ever came. `paused`: on its way, and standing still. */
  state: z.enum(['online-only', 'here', 'out-of-date', 'gone', 'unknown', 'downloading', 'paused']),
  size: bytes.nullable(),
  /** Path below the site's folder. */
  path: text.nullable(),
  /** The copy here was changed on this computer. The change is not sent. */
  changed: z.boolean(),
  fetchedAt: time.nullable(),
  problem: z.string().nullable(),
});
export type SiteModel = z.infer<typeof siteModel>;

const pulledModel = siteModel.extend({
  /** It came anew; false where the copy that is here is the service’s newest. */
  fetched: z.boolean(),
  /** The earlier copy was changed on this computer. It is in the trash now. */
  tookChanged: z.boolean(),
});
export type PulledSiteModel = z.infer<typeof pulledModel>;

/** A text that can be no id of a model is refused by the command, in words. */
const one = z.object({ site: siteId, model: text.min(1) });

export const modelCommands = {
  'models.list': command(z.object({ site: siteId }), z.array(siteModel)),
  'models.add': command(one, nothing),
  'models.remove': command(one, nothing),
  'models.pull': command(one, pulledModel),
  /** Stops a pull. What came of the model stays, and the next pull goes on from there. */
  'models.stop': command(one, nothing),
} as const;
