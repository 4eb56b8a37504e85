import { decidedIn, deedWords } from '../../../app/views/words.ts';
import type { Program } from '../../compose/compose.ts';
import { timeText } from '../../system/time-text.ts';
import { EXIT, type Output } from '../output/output.ts';
import { tellIfNothingIsKept } from '../sites/kept-site.ts';
import { nameOf } from '../../../sync/following/site-name.ts';

/** `activity`: what was done, newest first, each with its reason. */
export function activityCommand(program: Program, out: Output): number {
  const lines = program.mirror.activity(null, 200);
  const decided = decidedIn(program.mirror.decisions(null));
  const kept = new Map(program.mirror.followed().map((site) => [site.id, site]));
  const activity = lines.map((line) => ({ ...line, ...deedWords(line, decided) }));
  tellIfNothingIsKept(program, out);
  for (const { at, site, path, done, why } of activity)
    out.say(
      `${timeText(at)}  ${nameOf(program, kept.get(site) ?? { id: site })}: ${done}: ${path}  (${why})`,
    );
  if (activity.length === 0) out.say('Nothing was done yet.');
  out.object({ ok: true, activity });
  return EXIT.inSync;
}
