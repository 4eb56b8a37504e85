import type { Category } from '../../shared/model/category.ts';
import type { FileId } from '../../shared/model/ids.ts';
import { isBelow, type RelPath } from '../../shared/model/rel-path.ts';
import type { Intent, NotedBytes, OpenUpdate, SentBytes } from './trees.ts';

export type Platform = 'linux' | 'darwin' | 'win32';

/** What planning needs to know besides the trees: data, and pure functions of data. */
export interface Policy {
  readonly platform: Platform;
  /**
   * Does the disk of this folder take two names that differ only in case for one? That is a matter of the disk: Linux
   * mounts drives that do, and Windows and macOS have folders that do not.
   */
  readonly ignoresCase: boolean;
  /** Is this file kept on this computer? False: known, listed, not fetched; its absence is never a delete. */
  readonly wanted: (file: { readonly id: FileId; readonly category: Category }) => boolean;
  readonly ignored: (path: RelPath) => boolean;
  /**
   * Was it ignored by rules that no longer hold? Then its absence need not be a delete by the person, nor other bytes
   * an edit.
   */
  readonly wasIgnored: (path: RelPath) => boolean;
  /** Folders (no trailing slash; '' is the site's folder) that could not be read: nothing below them is judged. */
  readonly unreadable: readonly string[];
  /** Those of them into which a missing file may have been moved: no drives that are out, and no forbidden folders. */
  readonly unlisted: readonly string[];
  /** Those of them that the person may not read. */
  readonly forbidden: readonly string[];
  /** Files may have been moved into one of the forbidden folders since they were seen last (see `forbidden-folders.ts`). */
  readonly hidesFiles: boolean;
  /** The person's choice for a file outside the category folders. */
  readonly chosenCategory: (path: RelPath) => Category | null;
  /** False until a complete listing was seen: a file may be there already, so nothing is created yet. */
  readonly listedOnce: boolean;
  /**
   * Is the last listing complete? Without a complete one nobody finds out what came of a create whose reply was lost.
   */
  readonly listingComplete: boolean;
  /**
   * Number of the first complete listing since all agreements of the site were dropped, or since it is kept here: the files
   * of records that were seen by then may lie here. Null: there was none yet.
   */
  readonly joinedAt: number | null;
  /** Creates whose outcome is not known yet: their paths wait. */
  readonly intents: readonly Intent[];
  /** Updates whose reply was lost, and of which nothing is known yet. */
  readonly openUpdates: readonly OpenUpdate[];
  /** Bytes that were noted before we placed or moved a file, and are not agreed on. */
  readonly notedBytes: readonly NotedBytes[];
  /** What this computer last sent over the bytes of this record. */
  readonly sentBytes: (id: FileId) => SentBytes | null;
  /** `YYYY-MM-DD HHMM` for the names of conflict copies. */
  readonly stamp: string;
  /** This computer's name, for the names of conflict copies. */
  readonly device: string;
}

/** May anything be decided about this path? Not if it is ignored, or if the scan could not look there. */
export function isJudged(path: RelPath, policy: Policy): boolean {
  return !policy.ignored(path) && !isBelow(path, policy.unreadable);
}
