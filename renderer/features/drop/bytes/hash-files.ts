import { text } from '../../../text/setup.ts';

/**
 * Hashes files one after the other in a worker. `onHash` is called for each, with null if it could not be read. Stops
 * at once when the signal aborts. Fails if the worker cannot run, as in a page that is older than the program.
 */
export async function hashFiles(
  files: readonly Blob[],
  onHash: (at: number, hash: string | null) => void,
  signal: AbortSignal,
): Promise<void> {
  if (files.length === 0) return;
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  const stop = (): void => worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (const [at, file] of files.entries()) {
      const hash = await hashIn(worker, file, signal);
      signal.throwIfAborted();
      onHash(at, hash);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    worker.terminate();
  }
}

function hashIn(worker: Worker, file: Blob, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      worker.onmessage = null;
      worker.onerror = null;
      signal.removeEventListener('abort', stopped);
    };
    const settle = (hash: string | null): void => {
      end();
      resolve(hash);
    };
    const stopped = (): void => settle(null);
    worker.onmessage = ({ data }: MessageEvent<string | null>) => settle(data);
    worker.onerror = () => {
      end();
      reject(new Error(text('drop.noWorker')));
    };
    signal.addEventListener('abort', stopped, { once: true });
    worker.postMessage(file);
  });
}
