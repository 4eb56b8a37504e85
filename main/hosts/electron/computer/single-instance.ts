import { existsSync, lstatSync, readlinkSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Chromium's lock of a folder on macOS and Linux: a link to `HOST-PID`. Windows uses a hidden window instead. */
const LOCK = 'SingletonLock';
/** A link to a socket in the temporary folder, through which a second process tells the first that it was started. */
const SOCKET = 'SingletonSocket';

/**
 * Removes a lock that names another computer and that nobody holds. A laptop can get a new host name from each network:
 * a lock left by a power cut under the old name would keep SiteSync from starting for ever, without a word. If a
 * process on another computer does hold it, the mirror has a lock of its own.
 */
export function dropStrangeLock(folder: string, ownName = hostname()): void {
  try {
    const lock = join(folder, LOCK);
    const [, name, pid] = /^(.*)-(\d+)$/.exec(readlinkSync(lock)) ?? [];
    if (name === undefined || name === ownName) return;
    if (!isRunning(Number(pid)) || !existsSync(join(folder, SOCKET))) unlinkSync(lock);
  } catch {
    // There is no lock.
  }
}

/**
 * Is there a lock? If we got none and there is none, it could not be made: the drive has no links, or nothing can be
 * written.
 */
export function hasLock(folder: string): boolean {
  return lstatSync(join(folder, LOCK), { throwIfNoEntry: false }) !== undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
