import type { Program } from '../compose.ts';
import { EXIT, type Output } from './output.ts';
import { notFollowed, NOTHING_KEPT } from './site-commands.ts';
import { nameOf } from './site-name.ts';

/** `pause [SITE]` and `resume [SITE]`: one site, or all; a paused site is left out of syncs until it is resumed. */
export function pauseCommand(program: Program, out: Output, id: string | undefined, paused: boolean): number {
  const sites = program.mirror.followed().filter((site) => id === undefined || site.id === id);
  if (id !== undefined && sites.length === 0) return out.error(notFollowed(id));
  if (sites.length === 0) out.say(NOTHING_KEPT);
  for (const site of sites) program.mirror.follow({ ...site, paused });
  for (const site of sites)
    out.say(
      `${nameOf(program, site)} is ${paused ? `paused: nothing is sent or fetched until: sitesync resume ${site.id}` : 'taken up again. Bring it in step with: sitesync sync'}`,
    );
  out.object({ ok: true, paused, sites: sites.map((site) => site.id) });
  return EXIT.inSync;
}
