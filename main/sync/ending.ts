import type { SyncContext } from './context.ts';

/** How long transfers that are under way may take to finish when they are told to, ms; then they are broken off. */
export const GRACE = 5000;

/**
 * Work whose parts go on side by side. A part that throws calls `end`: the others finish the step that they are at and
 * begin no more, so that nothing is written behind the back of whoever hears of it.
 */
export async function endingTogether<T>(
  context: SyncContext,
  work: (context: SyncContext, end: () => void) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  const breaking = new AbortController();
  const over = new AbortController();
  const breakLater = async (): Promise<void> => {
    await context.env.sleep(GRACE, over.signal);
    breaking.abort();
  };
  const end = (): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    void breakLater();
  };
  const own: SyncContext = {
    ...context,
    stopping: AbortSignal.any([context.stopping, stopping.signal]),
    signal: AbortSignal.any([context.signal, breaking.signal]),
  };
  try {
    return await work(own, end);
  } finally {
    over.abort();
  }
}
