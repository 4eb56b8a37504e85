import { setTimeout as delay } from 'node:timers/promises';
import { isErrno } from '../problem.ts';
import { requireClosed } from './last-look.ts';

/** Errors of Windows for a file that a virus scanner or the search is looking at, as they do with each new one. */
const LOOKED_AT = ['EPERM', 'EACCES', 'EBUSY'] as const;
/** Milliseconds between the tries: 1.3 s in all. */
const WAITS = [10, 20, 40, 80, 160, 320, 640] as const;

/**
 * Does something with a file that was just written. On Windows that may take some tries; what fails must have done
 * nothing.
 */
export async function onceLetGo<T>(act: () => T | Promise<T>): Promise<T> {
  for (const wait of process.platform === 'win32' ? WAITS : []) {
    try {
      return await act();
    } catch (error) {
      if (!isErrno(error, ...LOOKED_AT)) throw error;
      await delay(wait);
    }
  }
  return act();
}

/**
 * Waits until a file that was just written can be given its place: one that is looked at would keep its old name beside
 * the new one. It is tried with that file alone: a place that may not be written gives errors like these, and would be
 * waited for in vain. Throws if it stays so.
 */
export function untilLetGo(full: string): Promise<void> {
  return onceLetGo(() => {
    try {
      requireClosed(full);
    } catch (error) {
      // Any other error is of a drive that renames nothing to its own name: what is done next will tell.
      if (isErrno(error, 'EBUSY')) throw error;
    }
  });
}
