import { lstatSync, statfsSync, statSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { folderOf, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { ScannedDrive } from '../../../sync/ports/disk.ts';
import { driveOut, errnoOf, Refused } from '../problem.ts';

/** The drives in a site's folder that a scan comes by: folders with another device than the folder above them. */
export class DrivesInside {
  readonly #root: string;
  /** Of the folders that were seen. */
  readonly #devices = new Map<string, bigint>();
  /** Folders that were seen, with a drive at them. */
  readonly #seen = new Map<string, bigint>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Takes a folder in before it is read; those above it come first. */
  see(folder: string, { dev }: Pick<BigIntStats, 'dev'>): void {
    this.#devices.set(folder, dev);
    if (folder !== '' && dev !== this.#deviceAbove(folder)) this.#seen.set(folder, dev);
  }

  /**
   * To be asked when all is read: only a drive that was at its folder before and after holds what was read there. Of the
   * given folders those are named too that have no drive and are there.
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
 * The folders of each site at which drives belong, as the last scan was told and saw. What is put into such a folder while
 * its drive is out is hidden when that is back, and would be taken for deleted.
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

/** The drives on the way to a path are at their folders, where these are there. */
export function requireDrives(root: string, drives: readonly string[], path: RelPath): void {
  for (const folder of drives)
    if (path.startsWith(`${folder}/`) && deviceOf(root, folder) === null)
      throw new Refused(driveOut(path, folder));
}

/** Tells the drive at a folder from others; null where it does not answer. */
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

/** Of a folder that tells no birth systems say that it was in 1601, 1970 or 1980; nanoseconds. */
const FIRST_BIRTH = BigInt(Date.UTC(1981, 0)) * 1_000_000n;

/**
 * The number alone tells no drive from others: the next one that is plugged in gets that of the one that was taken out. A
 * FAT knows no birth of its folder; there the size tells two apart, as long as they differ in that. Where a birth is known
 * the size does not count: a pool (ZFS) and a share with a quota have another one with each file.
 */
export function driveMark(
  { dev, ino, birthtimeNs }: Pick<BigIntStats, 'dev' | 'ino' | 'birthtimeNs'>,
  sizeOf: () => bigint,
): string {
  return birthtimeNs < FIRST_BIRTH ? `${dev} ${ino} of ${sizeOf()}` : `${dev} ${ino} ${birthtimeNs}`;
}

/** Of the drive at a folder; null where there is none, or it does not answer; undefined where there is no folder. */
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
