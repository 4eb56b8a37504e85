import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';
import { keptSite, NOTHING_KEPT } from '../sites/kept-site.ts';
import { EXIT, type Output } from '../output/output.ts';
import { nameOf } from '../../../sync/following/site-name.ts';
import { typed } from '../output/typed.ts';

/** `pause [SITE]` and `resume [SITE]`: one site, or all; a paused site is left out of syncs until it is resumed. */
export function pauseCommand(
  program: Program,
  out: Output,
  given: string | undefined,
  paused: boolean,
): number {
  const kept = given === undefined ? null : keptSite(program, given);
  if (kept !== null && !kept.ok) return out.error(kept.failure);
  const sites = kept === null ? program.mirror.followed() : [kept.value];
  if (sites.length === 0) out.say(NOTHING_KEPT);
  for (const site of sites) program.mirror.follow({ ...site, paused });
  for (const site of sites) out.say(`${nameOf(program, site)} ${wordsOf(site, paused)}`);
  out.object({ ok: true, paused, sites: sites.map((site) => site.id) });
  return EXIT.inSync;
}

/** `site`: the site as it was before the command. */
function wordsOf(site: FollowedSite, paused: boolean): string {
  if (paused) return `is paused: nothing is sent or fetched until: sitesync resume ${typed(site.id)}`;
  return site.paused ? 'is taken up again. Bring it in step with: sitesync sync' : 'was not paused.';
}
