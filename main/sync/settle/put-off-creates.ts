import type { SiteContext } from '../context.ts';

/**
 * Keeps the intents of creates that the service put off and that this cycle does not send any more. While it asks again
 * within seconds, an answer of "too many requests" counts as a refusal. But where something on the way counts answers, the
 * record was made, and perhaps one for each try: in a later cycle only the list tells, by their mark. Returns whether there
 * are any: their files wait for a list.
 */
export async function keepPutOff({ inFlight, mirror, site }: SiteContext): Promise<boolean> {
  const left = inFlight.putOffMarks.takeUnsent().filter(({ path }) => !inFlight.locksPlace(path));
  if (left.length > 0) await mirror.saveIntents(site.id, left);
  return left.length > 0;
}
