import type { Environment } from '../../sync/ports/environment.ts';

/** Longest stretch of work without a turn for the rest of the program, ms. */
const STRETCH = 12;
const LOOK_EVERY = 64;

/** Works through many items without holding up the program: windows and transfers get their turns in between. */
export async function inTurns<T>(
  env: Pick<Environment, 'now' | 'sleep'>,
  items: Iterable<T>,
  work: (item: T) => void,
): Promise<void> {
  let since = env.now();
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % LOOK_EVERY !== 0 || env.now() - since < STRETCH) continue;
    await env.sleep(0);
    since = env.now();
  }
}
