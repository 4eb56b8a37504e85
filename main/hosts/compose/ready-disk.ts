import { createDisk, type ThreadedDisk } from '../../adapters/disk/disk.ts';
import { collectSooner } from '../runtime/spare-memory.ts';

/** The disk for `openProgram`. Its thread takes as long to start as the engine takes to load: both happen side by side. */
export function readyDisk(): ThreadedDisk {
  // First of all, since it has to hold for the disk's thread too.
  collectSooner();
  const disk = createDisk();
  disk.getReady();
  return disk;
}
