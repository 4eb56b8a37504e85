import type { Activity } from '../../sync/ports/mirror/history.ts';
import { RESTORED } from '../views/words.ts';

/** What the history says of a file that a person took out of the trash, in the window or on the command line. */
export function restoredLine(about: Omit<Activity, 'action' | 'reason'>): Activity {
  return { ...about, action: RESTORED, reason: 'asked' };
}
