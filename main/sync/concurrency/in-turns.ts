import type { Environment } from '../ports/environment.ts';

/** How long to work before the rest of the program gets a turn, ms. */
const STRETCH = 8;
/** Work that ends with more than this since the last turn takes one more: other work may follow at once, ms. */
const LEFT_OVER = 2;
const LOOK_EVERY = 64;

/**
 * Works through many items without holding up the program: windows and transfers get their turns in between.
 *
 * @param lookEvery items between looks at the clock; 1 for items that take long themselves
 */
export async function inTurns<T>(
  env: Pick<Environment, 'now' | 'sleep'>,
  items: Iterable<T>,
  work: (item: T) => void,
  lookEvery = LOOK_EVERY,
): Promise<void> {
  let since = env.now();
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % lookEvery !== 0 || env.now() - since < STRETCH) continue;
    await env.sleep(0);
    since = env.now();
  }
  if (env.now() - since > LEFT_OVER) await env.sleep(0);
}

/** The items in slices of at most this many. */
export function* slices<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
