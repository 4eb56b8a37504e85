import type { Environment } from '../../sync/ports/environment.ts';
import type { Program } from '../compose/compose.ts';

type Clock = Pick<Environment, 'now' | 'sleep'>;

/** Runs work that gives others their turns, with the given clock; null if the command was stopped meanwhile. */
export async function unlessStopped<T>(
  { env, stopping }: Pick<Program, 'env' | 'stopping'>,
  work: (env: Clock) => Promise<T>,
): Promise<T | null> {
  const clock: Clock = {
    now: () => env.now(),
    // Once stopped, nobody needs the rest.
    sleep: async (ms, signal) => {
      await env.sleep(ms, signal);
      stopping.throwIfAborted();
    },
  };
  try {
    const done = await work(clock);
    return stopping.aborted ? null : done;
  } catch (error) {
    if (stopping.aborted && error === stopping.reason) return null;
    throw error;
  }
}
