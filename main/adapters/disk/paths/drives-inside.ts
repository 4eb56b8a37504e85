import { lstatSync, statfsSync, statSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { folderOf, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { ScannedDrive } from '../../../sync/ports/disk.ts';
import { driveOut, errnoOf, Refused } from '../problem.ts';

/** The drives that a scan meets in a site's folder: folders with another device than the one above them. */
export class DrivesInside {
  readonly #root: string;
  /** The device of each folder that was seen. */
  readonly #devices = new Map<string, bigint>();
  /** Folders with a drive of their own that were seen. */
  readonly #seen = new Map<string, bigint>();

  constructor(root: string) {
    this.#root = root;
  }

  /** To be called for each folder before it is read, outer folders first. */
  see(folder: string, { dev }: Pick<BigIntStats, 'dev'>): void {
    this.#devices.set(folder, dev);
    if (folder !== '' && dev !== this.#deviceAbove(folder)) this.#seen.set(folder, dev);
  }

  /**
   * To be called when everything was read: what was read on a drive only counts if the drive was there before and
   * after. Of the given folders, those that exist without a drive are named too.
   */
  lookAgain(given: readonly string[]): readonly ScannedDrive[] {
    const found: ScannedDrive[] = [];
    for (const folder of new Set([...given, ...this.#seen.keys()])) {
      const now = deviceOf(this.#root, folder);
      const before = this.#devices.has(folder) ? (this.#seen.get(folder) ?? null) : now;
      if (now !== undefined || this.#seen.has(folder))
        found.push({
          folder,
          disk: now === before && typeof now === 'bigint' ? driveAt(this.#root, folder) : null,
        });
    }
    return found;
  }

  #deviceAbove(folder: string): bigint {
    const above = folderOf(folder);
    const device = this.#devices.get(above) ?? statSync(join(this.#root, above), { bigint: true }).dev;
    this.#devices.set(above, device);
    return device;
  }
}

/**
 * By site, the folders at which drives belong, as the last scan was told and saw. A file that is put into such a folder
 * while its drive is out is hidden once the drive is back, and would be taken for deleted.
 */
export class DrivesThere {
  readonly #folders = new Map<string, readonly string[]>();

  note(root: string, known: readonly string[], found: readonly ScannedDrive[]): void {
    const seen = found.flatMap(({ folder, disk }) => (disk === null ? [] : [folder]));
    this.#folders.set(root, [...new Set([...known, ...seen])]);
  }

  of(root: string): readonly string[] {
    return this.#folders.get(root) ?? [];
  }
}

/** Throws if a drive on the way to a path is missing while its folder is there. */
export function requireDrives(root: string, drives: readonly string[], path: RelPath): void {
  for (const folder of drives)
    if (path.startsWith(`${folder}/`) && deviceOf(root, folder) === null)
      throw new Refused(driveOut(path, folder));
}

/** A mark that tells the drive at a folder from others; null if it does not answer. */
function driveAt(root: string, folder: string): string | null {
  try {
    const full = join(root, folder);
    return driveMark(lstatSync(full, { bigint: true }), () => {
      const { blocks, bsize } = statfsSync(full, { bigint: true });
      return blocks * bsize;
    });
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

/** Systems give 1601, 1970 or 1980 as the birth of a folder without one; ns since 1970. */
const FIRST_BIRTH = BigInt(Date.UTC(1981, 0)) * 1_000_000n;

/**
 * The device number alone does not identify a drive: the next one that is plugged in gets it again. So the birth of the
 * drive's folder is used. FAT has none; there the size tells two drives apart, if it differs. Where there is a birth,
 * the size does not count: with a pool (ZFS) or a share with a quota it changes with each file.
 */
export function driveMark(
  { dev, ino, birthtimeNs }: Pick<BigIntStats, 'dev' | 'ino' | 'birthtimeNs'>,
  sizeOf: () => bigint,
): string {
  return birthtimeNs < FIRST_BIRTH ? `${dev} ${ino} of ${sizeOf()}` : `${dev} ${ino} ${birthtimeNs}`;
}

/** The device at a folder; null if there is none of its own, or it does not answer; undefined if there is no folder. */
function deviceOf(root: string, folder: string): bigint | null | undefined {
  try {
    const stats = lstatSync(join(root, folder), { bigint: true, throwIfNoEntry: false });
    if (stats?.isDirectory() !== true) return undefined;
    const above = statSync(join(root, folderOf(folder)), { bigint: true });
    return stats.dev === above.dev ? null : stats.dev;
  } catch (error) {
    const code = errnoOf(error);
    if (code === null) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : null;
  }
}
