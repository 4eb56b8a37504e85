import { hasCome } from '../../../engine/times/due.ts';
import type { Environment } from '../../ports/environment.ts';

/** The most that a kill or an empty battery costs a download, ms of it. Noting more often would slow down a fast one. */
const EVERY = 10_000;

/** Returns a function to call after each chunk of a download; now and then it notes what has come so far. */
export function checkpoints(env: Pick<Environment, 'now'>, note: () => Promise<void>): () => Promise<void> {
  let due = env.now() + EVERY;
  return async () => {
    if (!hasCome(due, env.now(), EVERY)) return;
    await note();
    due = env.now() + EVERY;
  };
}
