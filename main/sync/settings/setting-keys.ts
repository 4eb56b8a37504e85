import type { SiteId } from '../../../shared/model/ids.ts';
import type { Mirror } from '../ports/mirror.ts';

/** Keys of the mirror's settings that more than one part of the program reads. */
export const SETTINGS = {
  /** The address of the service that all is agreed on with. */
  baseUrl: 'base-url',
  /** Where the folders of sites are made. */
  root: 'root',
  /** Gitignore lines, which hold for every site. */
  ignore: 'ignore',
  /** Bytes per second. */
  bytesUp: 'bandwidth-up',
  bytesDown: 'bandwidth-down',
  allowInsecure: 'allow-insecure',
  /** When the list of sites came last, epoch ms. */
  sitesListedAt: 'sites-listed-at',
  proxy: 'proxy',
} as const;

/** A limit of bandwidth that the person set, bytes per second; null: none. */
export function bandwidthLimit(mirror: Pick<Mirror, 'setting'>, key: 'bytesUp' | 'bytesDown'): number | null {
  return Number(mirror.setting(SETTINGS[key])) || null;
}

const EDITION = 'folder-edition:';

/** Keys that belong to one site; they are dropped when it is given up. */
export const SITE_SETTINGS = {
  /** The choice about keeping each file that was made before its delete, until the delete is carried out. */
  pinsBeforeDelete: (site: SiteId): string => `pins-before-delete ${site}`,
  /** When some of its files were read again, epoch ms. */
  rehashedAt: (site: SiteId): string => `rehashed-at:${site}`,
  /** The edition of its folder: see `edition.ts`. */
  edition: (site: SiteId): string => `${EDITION}${site}`,
  /** Does its folder tell names apart that differ only in case? See `folder-case.ts`. */
  folderCase: (site: SiteId): string => `folder-case:${site}`,
  /** Was its folder merged, and not looked at as a whole since? See `seen-since-merge.ts`. */
  sinceMerge: (site: SiteId): string => `since-merge:${site}`,
  /** Whether the clock ran evenly while files came into its trash: see `trash-clock.ts`. */
  trashClock: (site: SiteId): string => `clock-of-trash:${site}`,
} as const;

/** Is it written by itself, every few minutes or with every sync, and shown on no screen? */
export function isUnseen(key: string): boolean {
  return key === SETTINGS.sitesListedAt || key.startsWith(EDITION);
}
