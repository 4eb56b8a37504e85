import type { FollowedSite } from './mirror.ts';

/** A site's folder, as one that is kept; it need not be there. */
export type LockedFolder = Pick<FollowedSite, 'folder' | 'folderId'>;

/** The other program that has a folder, as far as it says. */
export interface LockHolder {
  /** As “the desktop app”. */
  readonly program: string | null;
  /** Its process. */
  readonly pid: number | null;
  /** Who runs it, where that is another user of this computer. */
  readonly user: string | null;
}

/**
 * One program at a time works in the folder of a site: two, each with a data folder of its own, would send what is new
 * twice and write into each other's partial downloads.
 */
export interface SiteLocks {
  /**
   * Takes the folder for this program until it is given up or the program ends, however that ends; once more changes
   * nothing. Returns who has it instead; null: it is ours. A folder that cannot be locked counts as ours.
   */
  take(site: LockedFolder): Promise<LockHolder | null>;
  /** Which other program has it now; nothing is taken. */
  holder(site: LockedFolder): Promise<LockHolder | null>;
  /** Another program may have it from now on. */
  free(site: LockedFolder): void;
  /** Gives up all of them. */
  close(): void;
}
