/**
 * What is waited for; null where the signal is aborted first. The wait for the signal is one for each: a race keeps what
 * came as long as its loser.
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
