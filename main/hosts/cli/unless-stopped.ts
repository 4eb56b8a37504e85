import type { Environment } from '../../sync/ports/environment.ts';
import type { Program } from '../compose/compose.ts';

type Clock = Pick<Environment, 'now' | 'sleep'>;

/** Work that leaves others their turns, by the clock it is given; null where the command was stopped meanwhile. */
export async function unlessStopped<T>(
  { env, stopping }: Pick<Program, 'env' | 'stopping'>,
  work: (env: Clock) => Promise<T>,
): Promise<T | null> {
  const clock: Clock = {
    now: () => env.now(),
    // Nobody waits for the rest of it.
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
