import { originalOf } from '../../../engine/names/conflict-name.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import type { Program } from '../../compose/compose.ts';
import { EXIT, type Output } from '../output/output.ts';
import { tellIfNothingIsKept } from '../sites/kept-site.ts';
import { nameOf } from '../../../sync/following/site-name.ts';

/** `conflicts`: the copies that are still there to be looked at. */
export function conflictsCommand(program: Program, out: Output): number {
  const conflicts = program.mirror.followed().flatMap((site) => {
    const { base, local } = program.mirror.trees(site.id);
    const agreed = new Map([...base.values()].map((entry) => [entry.path, entry]));
    return [...local.values()]
      .filter((file) => originalOf(file.path) !== null)
      .map((file) => {
        const there = agreed.get(file.path);
        const sent = there !== undefined && sameFingerprint(file, there);
        return { site, copy: file.path, size: file.size, sent };
      });
  });
  tellIfNothingIsKept(program, out);
  for (const { site, copy, sent } of conflicts)
    out.say(`${nameOf(program, site)}: ${copy}${sent ? '' : '  (not sent yet)'}`);
  if (conflicts.length === 0) out.say('No conflict copies.');
  else if (conflicts.every(({ sent }) => sent))
    out.say('Keep what you need, and delete or rename the copies: both versions are on the service too.');
  else
    out.say(
      'Keep what you need. A copy that is not sent yet is on this computer alone: delete it only if nobody needs it.',
    );
  out.object({ ok: true, conflicts: conflicts.map((each) => ({ ...each, site: each.site.id })) });
  return EXIT.inSync;
}
