import { existsSync, lstatSync, readlinkSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * Chromium's lock of a folder, on a Mac and Linux: a link to `NAME-PID`, of the computer and the process. Windows has none:
 * there it is a hidden window.
 */
const LOCK = 'SingletonLock';
/** By which a second process tells the first that it was started: a link to a socket in the folder of temporary files. */
const SOCKET = 'SingletonSocket';

/**
 * Takes a lock away that names another computer and that nobody holds. A laptop gets another name from each network that
 * wants to give it one: what a power cut left under the name before would keep SiteSync from starting, for ever and
 * without a word. The mirror has a lock of its own, so that a process on another computer costs nothing.
 */
export function dropStrangeLock(folder: string, ownName = hostname()): void {
  try {
    const lock = join(folder, LOCK);
    const [, name, pid] = /^(.*)-(\d+)$/.exec(readlinkSync(lock)) ?? [];
    if (name === undefined || name === ownName) return;
    if (!isRunning(Number(pid)) || !existsSync(join(folder, SOCKET))) unlinkSync(lock);
  } catch {
    // There is none.
  }
}

/** Whoever got no lock where there is none could not make one: on this drive there are no links, or nothing can be written. */
export function hasLock(folder: string): boolean {
  return lstatSync(join(folder, LOCK), { throwIfNoEntry: false }) !== undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, and another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
