/**
 * Runs `work` for each item with at most `width` under way, so that 100,000 items do not start 100,000 promises. Where
 * one throws no more are begun, and it is thrown on when those under way have ended; `onThrow` may tell them to. Nor are
 * more begun once `isOver`.
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

/** Rejects as the first of them does, when all have ended. */
export async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  try {
    await Promise.all(works);
  } finally {
    await Promise.allSettled(works);
  }
}
