import { isTimeOfFile } from '../../engine/compare/fingerprint.ts';
import { isErrno } from './problem.ts';

/**
 * A time for `utimes`, in seconds. A double of seconds is only exact to 0.2 µs: one microsecond is added, so that it
 * does not fall to the millisecond before. As text, since Node takes a number below zero for now.
 */
function fileSeconds(ms: number): string {
  return String((ms + 0.001) / 1000);
}

/**
 * Gives a file its time, epoch ms, by `set`, which takes seconds. A file whose time its disk cannot hold (FAT begins with
 * 1980) keeps the time at which it was written: most disks take the nearest one by themselves, and some refuse.
 */
export async function withTime(ms: number, set: (seconds: string) => Promise<void>): Promise<void> {
  if (!isTimeOfFile(ms)) return;
  try {
    await set(fileSeconds(ms));
  } catch (error) {
    throwUnlessTime(error);
  }
}

/** The same, synchronously, for workers. */
export function withTimeNow(ms: number, set: (seconds: string) => void): void {
  if (!isTimeOfFile(ms)) return;
  try {
    set(fileSeconds(ms));
  } catch (error) {
    throwUnlessTime(error);
  }
}

function throwUnlessTime(error: unknown): void {
  if (!isErrno(error, 'EINVAL', 'ERANGE', 'EOVERFLOW')) throw error;
}
