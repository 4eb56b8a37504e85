import type { Disk } from '../../../main/sync/ports/disk.ts';

/** The next move of a file is done, and nothing after it: as where the process ends there. */
export function killedAfterMove(disk: Disk): void {
  const move = disk.move.bind(disk);
  Object.assign(disk, {
    move: async (...asked: Parameters<typeof move>) => {
      Object.assign(disk, { move });
      await move(...asked);
      throw new Error('killed');
    },
  });
}
