import { Worker } from 'node:worker_threads';

/** A new thread of the disk. It joins what the folders beside it do in threads, so it lies above all of them. */
export function startDiskThread(): Worker {
  return new Worker(new URL('./disk.worker.ts', import.meta.url));
}
