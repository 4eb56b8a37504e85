import type { SyncContext } from '../context.ts';

/** How long transfers may go on after they were told to finish, ms; then they are aborted. */
export const GRACE = 5000;

/** The reason for aborts that nobody looks at: without one, each abort builds an error with a stack. */
export const OVER = 'over';

/**
 * Work whose parts run side by side, with signals of their own that follow those of the context. A part that throws calls
 * `stop`: the others finish their current step and begin no other, and are aborted after `GRACE`. So nothing is written any
 * more once the caller hears of the error. `rest`: parts that go on afterwards, under the same signals.
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
 * Not by `AbortSignal.any`: such a signal asks all of its sources each time that it is asked, and every step asks several
 * times.
 */
function passOn(signal: AbortSignal, to: AbortController, until: AbortSignal): void {
  const abort = (): void => to.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true, signal: until });
}
