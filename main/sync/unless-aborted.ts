/**
 * What is waited for; null where the signal is aborted first. Each call has a promise of its own for the signal: raced
 * again and again, one that lives long would keep every result.
 */
export async function unlessAborted<T>(coming: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = (): void => resolve(null);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([coming, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
