import { isBelow, type RelPath } from '../../../shared/model/rel-path.ts';
import type { ScannedDrive, UnreadableFolder } from '../ports/disk.ts';
import type { KnownDrive } from '../ports/mirror/sites.ts';
import type { ScanWriter } from '../ports/mirror/looks.ts';

/*
 * Drives inside a site's folder: a stick, a share or a disk that is mounted at one of its folders. When it is taken out, the
 * folder stays, empty, and all files on the drive look deleted; so do files over which a drive is mounted. The marker cannot
 * show that, it lies elsewhere. So the mirror remembers at which folders drives were: files that are known below such a
 * folder and missing are out of reach, and nothing is decided about them. A person who wants them gone deletes the folder,
 * which nobody can do while a drive is mounted at it.
 *
 * It is remembered that a drive was there. Which one it was counts only if none of the known files is there: a restart of the
 * computer may number all drives anew, and some file systems claim to be created each time that they are mounted.
 */

/** Why the files below a folder are out of reach: its drive was taken out, or another one lies over them. */
export type DriveFault = 'drive-out' | 'drive-over';

interface JudgedDrives {
  /** The drives to remember from now on. */
  readonly known: readonly KnownDrive[];
  /** Folders below which nothing is decided. */
  readonly outOfReach: readonly (UnreadableFolder & { readonly code: DriveFault })[];
}

/** `found`: all known folders that are there, and all drives that the scan met. */
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
  // A drive that was mounted on a drive that is out now: nobody knows, so it stays remembered.
  const unknown = [...outOfReach.keys()];
  for (const drive of known)
    if (!kept.has(drive.folder) && isBelow(drive.folder as RelPath, unknown)) kept.set(drive.folder, drive);
  return {
    known: [...kept.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1)),
    outOfReach: [...outOfReach].map(([folder, code]) => ({ folder, code })),
  };
}

/** What is wrong with a drive that is new here, or with a folder whose drive is gone (`disk` null); null: nothing. */
function faultOf(disk: string | null, seen: ReturnType<ScanWriter['seenBelow']>): DriveFault | null {
  if (disk === null) return seen === 'all' ? null : 'drive-out';
  return seen === 'none' ? 'drive-over' : null;
}

/** Folders whose drive is not the one remembered: only a look for their files tells what that means. */
export function changedDrives(
  known: readonly KnownDrive[],
  found: readonly ScannedDrive[],
): readonly string[] {
  const before = new Map(known.map(({ folder, disk }) => [folder, disk]));
  return found.filter(({ folder, disk }) => before.get(folder) !== disk).map(({ folder }) => folder);
}
