import type { Environment } from './ports/environment.ts';

/** Longest stretch of work without a turn for the rest of the program, ms. */
const STRETCH = 8;
/** Pieces of work follow each other: more than this is not left over for the next. */
const LEFT_OVER = 2;
const LOOK_EVERY = 64;

/**
 * Works through many items without holding up the program: windows and transfers get their turns in between. Work that
 * takes long for one item wants a look at the clock after each.
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

/** The items, so many at a time. */
export function* slices<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
