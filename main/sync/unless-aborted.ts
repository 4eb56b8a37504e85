import { onStop } from './on-stop.ts';

/**
 * What is waited for; null where the signal is aborted first. Nothing of it stays with the signal: raced against a promise
 * that lives as long, every result would.
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
    // What has come already goes before.
    if (signal.aborted) queueMicrotask(() => resolve(null));
  });
}
