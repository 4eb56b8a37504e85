import { giveBackFreed } from '../../adapters/sqlite/give-back-freed.ts';
import { spareMemory } from '../runtime/spare-memory.ts';

/** How often to look whether the program is at rest, ms: longer than threads stay that have nothing to do. */
const EVERY = 30_000;
/** A program at rest uses no more than this share of a processor. */
const AT_REST = 0.005;

let isAllDay = false;

/** For a program that runs all day: it takes less memory, and once it rests it gives back what its work took. */
export function runAllDay(): void {
  spareMemory();
  // Electron has an allocator of its own.
  if (isAllDay || process.platform !== 'linux' || process.versions.electron !== undefined) return;
  isAllDay = true;
  let hasWorked = true;
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const works = (user + system) / 1000 > EVERY * AT_REST;
    if (hasWorked && !works) giveBackFreed();
    hasWorked = works;
  }, EVERY).unref();
}
