import type { FollowedSite } from './mirror/sites.ts';

/** A site's folder that is kept here; it need not exist. */
export type LockedFolder = Pick<FollowedSite, 'folder' | 'folderId'>;

/** The other program that has a folder, as far as it says. */
export interface LockHolder {
  /** As “the desktop app”. */
  readonly program: string | null;
  /** Its process. */
  readonly pid: number | null;
  /** Who runs it, if that is another user of this computer. */
  readonly user: string | null;
}

/**
 * One program at a time works in the folder of a site: two, each with a data folder of its own, would send what is new
 * twice and write into each other's partial downloads.
 */
export interface SiteLocks {
  /**
   * Takes the folder for this program until it is given up or the program ends, in whatever way; taking it again
   * changes nothing. Returns the program that has it; null: it is ours. A folder that cannot be locked counts as
   * ours.
   */
  take(site: LockedFolder): Promise<LockHolder | null>;
  /** Which other program has the folder now; null: none. Takes nothing. */
  holder(site: LockedFolder): Promise<LockHolder | null>;
  /** Gives up the folder: another program may take it. */
  free(site: LockedFolder): void;
  /** Gives up all folders. */
  close(): void;
}
