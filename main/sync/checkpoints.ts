import { hasCome } from '../engine/times/due.ts';
import type { Environment } from './ports/environment.ts';

/** What a kill or an empty battery costs a download, at most, ms of it: to note more often would hold a fast one up. */
const EVERY = 10_000;

/** Returns what is to be called with each chunk of a download: now and then it notes what came so far. */
export function checkpoints(env: Pick<Environment, 'now'>, note: () => Promise<void>): () => Promise<void> {
  let due = env.now() + EVERY;
  return async () => {
    if (!hasCome(due, env.now(), EVERY)) return;
    await note();
    due = env.now() + EVERY;
  };
}
