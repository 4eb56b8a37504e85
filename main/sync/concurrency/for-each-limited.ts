/**
 * Runs `work` for each item with at most `width` under way, so that 100,000 items do not start 100,000 promises. If one
 * throws, no more are begun, and the error is rethrown once those under way have ended; `onThrow` may tell them to end
 * early. Nor are more begun once `isOver`.
 */
export async function forEachLimited<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
  onThrow: () => void = () => undefined,
  isOver: () => boolean = () => false,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    try {
      for (let item = items[next++]; item !== undefined && !isOver(); item = items[next++]) await work(item);
    } catch (error) {
      next = items.length;
      onThrow();
      throw error;
    }
  };
  await allEnded(Array.from({ length: Math.min(width, items.length) }, lane));
}

/** Waits until all have ended, then rejects with the first error, if there was one. */
export async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  try {
    await Promise.all(works);
  } finally {
    await Promise.allSettled(works);
  }
}
