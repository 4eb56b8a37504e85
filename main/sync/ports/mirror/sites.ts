import type { Keep } from '../../../../shared/model/category.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import type { Site } from '../../../../shared/model/site.ts';
import type { ForbiddenFolders } from '../../../engine/guards/forbidden-folders.ts';
import type { HeldDeletes } from '../../../engine/guards/mass-delete-guard.ts';

/** A site that is kept on this computer. */
export interface FollowedSite {
  readonly id: SiteId;
  /** Absolute path of the site's folder. */
  readonly folder: string;
  readonly folderId: string;
  readonly keep: Keep;
  readonly paused: boolean;
}

/** The generations of a site's folder that this mirror knows: see `generation.ts`. Null: the marker names none. */
export interface Generation {
  readonly now: string | null;
  /** The one before it. It still is in the marker if that could not be written, or was not yet. */
  readonly before: string | null;
}

/**
 * Something in a site's folder that is left out on purpose: links are not followed, and pipes and sockets are not
 * sent.
 */
export interface LeftOut {
  readonly path: string;
  readonly kind: 'link' | 'special';
}

/** A folder in a site's folder at which a drive of its own was seen. */
export interface KnownDrive {
  readonly folder: string;
  /** As in `DiskSpace`; a restart of the computer may change it. */
  readonly disk: string;
}

/** What a site was at the end of its last cycle: all that a status needs without opening the trees. */
export interface SiteState {
  readonly site: SiteId;
  /** Number of the last listing. */
  readonly listing: number;
  /** Why the last listing was not complete; null if it was. */
  readonly listingFault: string | null;
  /** When the site was last listed, scanned and brought in step, epoch ms; null: never. */
  readonly listedAt: number | null;
  readonly scannedAt: number | null;
  readonly syncedAt: number | null;
  readonly held: HeldDeletes | null;
}

/** The settings, and what is known of each site as a whole. */
export interface SitesReader {
  setting(key: string): string | null;
  sites(): readonly Site[];
  site(id: SiteId): Site | null;
  followed(): readonly FollowedSite[];
  /**
   * Earlier sets of ignore rules, oldest first, each as one text of gitignore lines: see
   * `sync/observe/ignored-before.ts`.
   */
  ignoredBy(site: SiteId): readonly string[];
  /** What the scans found, in the order of paths. */
  leftOut(site: SiteId): readonly LeftOut[];
  siteState(site: SiteId): SiteState;
  /**
   * Number of the last listing. Each upload asks for it, and reading the whole state takes long if it holds thousands
   * of deletes.
   */
  listingNumber(site: SiteId): number;
  /** Rows of each tree, without opening them. */
  counts(site: SiteId): { readonly base: number; readonly local: number; readonly remote: number };
}

export interface MirrorSites extends SitesReader {
  setSetting(key: string, value: string | null): void;
  /** Replaces the list of sites; an incomplete one only adds and changes. */
  saveSites(sites: readonly Site[], complete: boolean): void;
  follow(site: FollowedSite): void;
  /**
   * Drops the site's trees, intents, attempts and choices, and the settings with these keys, all or nothing; its files
   * stay where they are.
   */
  unfollow(id: SiteId, settings?: readonly string[]): void;
  /** Both are null if none was set. */
  generation(site: SiteId): Generation;
  setGeneration(site: SiteId, generation: Generation): void;
  /** In the order of their folders. */
  drives(site: SiteId): readonly KnownDrive[];
  setDrives(site: SiteId, drives: readonly KnownDrive[]): void;
  forbiddenFolders(site: SiteId): ForbiddenFolders;
  setForbiddenFolders(site: SiteId, forbidden: ForbiddenFolders): void;
  setIgnoredBy(site: SiteId, rules: readonly string[]): void;
  /** Names each path only once. */
  setLeftOut(site: SiteId, entries: readonly LeftOut[]): void;
  setHeld(site: SiteId, held: HeldDeletes | null): void;
  /** `at`: epoch ms. */
  setSynced(site: SiteId, at: number): void;
}
