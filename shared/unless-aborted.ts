import { onStop } from './on-stop.ts';

/**
 * The result of a promise, or null if the signal is aborted first. Leaves no listener behind: in a race against one promise
 * that lives as long as the signal, every result would be held for as long.
 */
export function unlessAborted<T>(coming: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const forget = onStop(signal, () => {
      forget();
      resolve(null);
    });
    coming.then(
      (value) => {
        forget();
        resolve(value);
      },
      (error: unknown) => {
        forget();
        reject(error);
      },
    );
    // A result that is there already counts, even if the signal is aborted too.
    if (signal.aborted) queueMicrotask(() => resolve(null));
  });
}
