import { createDisk, type ThreadedDisk } from '../../adapters/disk/disk.ts';
import { collectSooner } from '../runtime/spare-memory.ts';

/** The disk for `openProgram`. Its thread takes as long to start as the engine takes to load: both happen side by side. */
export function readyDisk(): ThreadedDisk {
  // Before there is a thread which is to go by it.
  collectSooner();
  const disk = createDisk();
  disk.getReady();
  return disk;
}
