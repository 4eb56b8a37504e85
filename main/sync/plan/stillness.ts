import type { Step } from '../steps/step.ts';
import type { SyncContext } from '../context.ts';
import { timeOfMtime } from '../../engine/compare/fingerprint.ts';

/**
 * Milliseconds until this step's file has been still long enough to be sent (rule 9); 0 if it has. A modification time in the
 * future says nothing: such a file counts as still, and its stat before and after reading decides.
 */
export function stillIn(context: SyncContext, step: Step): number {
  if (step.kind !== 'create' && !(step.kind === 'update' && step.content)) return 0;
  const now = context.env.now();
  const changed = timeOfMtime(step.local.mtimeNs);
  return changed > now ? 0 : Math.max(0, changed + context.settings.stillMs - now);
}
