import { counted } from '../../../../shared/counted.ts';
import { clockText } from '../../../sync/telling/clock-text.ts';
import { forgetAskedWaits } from '../../../sync/pacing/asked-waits.ts';
import { dueAgain, hasSomethingToTry } from '../../../sync/problems/attempt.ts';
import { LateCreates } from '../../../sync/problems/late-creates.ts';
import type { Program } from '../../compose/compose.ts';
import { tellIfNothingIsKept } from '../sites/kept-site.ts';
import { EXIT, type Output } from '../output/output.ts';

/**
 * `retry`: ends all back-offs, so that the next sync tries everything again. One thing still waits: a create whose
 * record may show late, since sent again too early it might be there twice. A problem stays listed until it was tried.
 */
export function retryCommand(program: Program, out: Output): number {
  const { mirror, env } = program;
  tellIfNothingIsKept(program, out);
  const now = env.now();
  forgetAskedWaits(mirror);
  let cleared = 0;
  let waiting = 0;
  const late: number[] = [];
  for (const site of mirror.followed()) {
    const creates = new LateCreates(mirror.intents(site.id), now);
    const problems = mirror.problems(site.id);
    const tried = problems.filter(hasSomethingToTry);
    const dueAt = tried.map((problem) => creates.until(problem.path) ?? now);
    const ofSite = dueAt.filter((at) => at > now);
    cleared += tried.length - ofSite.length;
    waiting += problems.length - tried.length;
    late.push(...ofSite);
    mirror.saveProblems(
      site.id,
      tried.map((problem, index) => dueAgain(problem, dueAt[index] ?? now)),
    );
  }
  if (cleared > 0)
    out.say(`${counted(cleared, 'item')} will be tried again with the next sync: sitesync sync`);
  else if (waiting + late.length === 0) out.say('Nothing waits for another try.');
  if (late.length > 0) {
    const until = clockText(
      late.reduce((a, b) => Math.max(a, b)),
      env,
    );
    const what = counted(late.length, 'item waits', 'items wait');
    out.say(`${what} until ${until}, since the service may show late what it took. No try comes before.`);
  }
  if (waiting > 0)
    out.say(
      `${counted(waiting, 'item waits', 'items wait')} for something else first; for what, says: sitesync problems`,
    );
  out.object({ ok: true, cleared });
  return EXIT.inSync;
}
