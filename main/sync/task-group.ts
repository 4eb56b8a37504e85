import type { SyncContext } from './context.ts';

/** How long transfers that are under way may take to finish when they are told to, ms; then they are broken off. */
export const GRACE = 5000;

/** Why nobody waits for the rest any more. Where an abort is given no reason, an error is made for it, stack and all. */
export const OVER = 'over';

/**
 * Work whose parts go on side by side, with signals of their own that follow those of the context. A part that throws
 * calls `stop`: the others finish the step that they are at and begin no more, and are broken off after `GRACE`, so that
 * nothing is written behind the back of whoever hears of it. `rest`: parts that go on after it, under the same signals.
 */
export async function taskGroup<T>(
  context: SyncContext,
  work: (context: SyncContext, stop: () => void) => Promise<T>,
  rest: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const stopping = new AbortController();
  const breaking = new AbortController();
  const over = new AbortController();
  let isStopping = false;
  const breakLater = async (): Promise<void> => {
    await context.env.sleep(GRACE, over.signal);
    breaking.abort();
  };
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    stopping.abort();
    void breakLater();
  };
  passOn(context.stopping, stopping, over.signal);
  passOn(context.signal, breaking, over.signal);
  const own: SyncContext = { ...context, stopping: stopping.signal, signal: breaking.signal };
  try {
    return await work(own, stop);
  } finally {
    const isOver = (): void => over.abort(OVER);
    void rest().then(isOver, isOver);
  }
}

/**
 * Not by `AbortSignal.any`: a signal of that asks those that it is made of whenever it is asked, and every step asks
 * several times.
 */
function passOn(signal: AbortSignal, to: AbortController, until: AbortSignal): void {
  const abort = (): void => to.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true, signal: until });
}
