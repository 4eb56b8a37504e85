import { isBelow, type RelPath } from '../../../shared/model/rel-path.ts';
import type { ScannedDrive, UnreadableFolder } from '../ports/disk.ts';
import type { KnownDrive } from '../ports/mirror.ts';
import type { ScanWriter } from '../ports/mirror-looks.ts';

/*
 * A drive in a site's folder: a stick, a share or a disk that is plugged in at one of the folders. Where it goes the folder
 * stays, empty, and all that lay on the drive looks deleted; where one is plugged in over files they look so too. The
 * marker tells nothing of that, it lies elsewhere. So the mirror remembers at which folders drives were, and what is known
 * below such a folder and not there is out of reach, and not judged. A person says that it is gone as they do of any
 * other folder: they delete it, which nobody can while a drive is at it.
 *
 * What is remembered is that a drive was there. Which one it was counts only where none of the known files is there: a start
 * of the computer may number all drives anew, and some file systems say at each time that they are plugged in that they
 * were born then.
 */

/** Why the files below a folder are out of reach: its drive was taken out, or another one lies over them. */
export type DriveFault = 'drive-out' | 'drive-over';

interface JudgedDrives {
  /** To be remembered. */
  readonly known: readonly KnownDrive[];
  /** Folders below which nothing is judged. */
  readonly outOfReach: readonly (UnreadableFolder & { readonly code: DriveFault })[];
}

/** `found`: all those that are known and there, and what else the scan came by. */
export function judgeDrives(
  known: readonly KnownDrive[],
  found: readonly ScannedDrive[],
  scan: Pick<ScanWriter, 'seenBelow'>,
): JudgedDrives {
  const before = new Map(known.map((drive) => [drive.folder, drive]));
  const kept = new Map<string, KnownDrive>();
  const outOfReach = new Map<string, DriveFault>();
  for (const { folder, disk } of found) {
    const was = before.get(folder);
    const fault = disk === was?.disk ? null : faultOf(disk, scan.seenBelow(folder));
    if (fault !== null) outOfReach.set(folder, fault);
    if (fault !== null && was !== undefined) kept.set(folder, was);
    if (fault === null && disk !== null) kept.set(folder, { folder, disk });
  }
  // Of a drive on a drive that is out nobody knows.
  const unknown = [...outOfReach.keys()];
  for (const drive of known)
    if (!kept.has(drive.folder) && isBelow(drive.folder as RelPath, unknown)) kept.set(drive.folder, drive);
  return {
    known: [...kept.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1)),
    outOfReach: [...outOfReach].map(([folder, code]) => ({ folder, code })),
  };
}

/** Of a drive that was not there before, or a folder where one was. */
function faultOf(disk: string | null, seen: ReturnType<ScanWriter['seenBelow']>): DriveFault | null {
  if (disk === null) return seen === 'all' ? null : 'drive-out';
  return seen === 'none' ? 'drive-over' : null;
}

/** Those whose files have to be looked for: more than the drive is another. */
export function changedDrives(
  known: readonly KnownDrive[],
  found: readonly ScannedDrive[],
): readonly string[] {
  const before = new Map(known.map(({ folder, disk }) => [folder, disk]));
  return found.filter(({ folder, disk }) => before.get(folder) !== disk).map(({ folder }) => folder);
}
