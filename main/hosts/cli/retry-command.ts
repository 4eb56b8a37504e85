import { counted } from '../../../shared/counted.ts';
import { dueNow, hasSomethingToTry } from '../../sync/state/item.ts';
import type { Program } from '../compose.ts';
import { EXIT, type Output } from './output.ts';

/** `retry`: ends all back-offs, so that the next sync tries everything again. Until then it stays a problem. */
export function retryCommand({ mirror, env }: Program, out: Output): number {
  let cleared = 0;
  let waiting = 0;
  for (const site of mirror.followed()) {
    const attempts = mirror.attempts(site.id);
    const tried = attempts.filter(hasSomethingToTry);
    cleared += tried.length;
    waiting += attempts.length - tried.length;
    mirror.saveAttempts(
      site.id,
      tried.map((attempt) => dueNow(attempt, env.now())),
    );
  }
  if (cleared > 0)
    out.say(`${counted(cleared, 'item')} will be tried again with the next sync: sitesync sync`);
  else if (waiting === 0) out.say('Nothing waits for another try.');
  if (waiting > 0)
    out.say(
      `${counted(waiting, 'item waits', 'items wait')} for something else first; for what, says: sitesync problems`,
    );
  out.object({ ok: true, cleared });
  return EXIT.inSync;
}
