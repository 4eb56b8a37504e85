import type { FileId, SiteId } from '../../../../shared/model/ids.ts';
import type { PathKey, RelPath } from '../../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { BaseFile, Trees } from '../../../engine/trees.ts';
import type { FollowedSite } from './sites.ts';

/** Some files of a site, named by their records or by their places. */
export interface SomeFiles {
  readonly ids: readonly FileId[];
  readonly paths: readonly PathKey[];
}

/** The files that a plan has to look at, in whichever trees they are. */
export type Unsettled = SomeFiles;

/** The three trees of a site: what was agreed on, what lies here, and what the service has. */
export interface TreesReader {
  trees(site: SiteId): Trees;
  /**
   * The rows of these files only. Each record or place that is named brings all rows of its file: the agreement, the
   * record, and what lies there. An agreement whose place is spelt in other Unicode characters than its key is only
   * found by its record. Null if two agreements name one place.
   */
  someTrees(site: SiteId, files: SomeFiles): Trees | null;
  /** The trees without what is settled; null if that would leave out too little. */
  unsettled(site: FollowedSite): Trees | null;
  record(site: SiteId, id: FileId): SiteFile | null;
  /** The agreements about files that had this inode; none if it is 0. */
  agreedWith(site: SiteId, ino: bigint): readonly Pick<BaseFile, 'id' | 'path'>[];
  /** The conflict copies that lie here. */
  conflictCopies(site: SiteId): readonly RelPath[];
  /** Who sent each record, as far as the service says so. */
  uploaders(site: SiteId): ReadonlyMap<FileId, string>;
  /** Records of category model-3d whose metadata may name a site model, in the order in which they came. */
  modelRecords(site: SiteId): readonly SiteFile[];
  /** Those of the newest `most` records about which nothing is agreed, the newest first. */
  newestUnagreed(site: SiteId, most: number): readonly Pick<SiteFile, 'id' | 'facts'>[];
  /** Number of the listing that showed the record first; null if the record is not known. */
  firstSeen(site: SiteId, id: FileId): number | null;
}

/** The trees, and what of them is not settled. */
export interface MirrorTrees extends TreesReader {
  /**
   * The files that are not settled, found in steps, with `turn` awaited between them. Call `noteChanges` first, so
   * that what is written meanwhile is noted. Null if they are too many to be told apart.
   */
  unsettledInTurns(site: FollowedSite, turn: () => Promise<unknown>): Promise<Unsettled | null>;
  /** Begins to note what is written about a site, for `changed`. To be called before the whole site is looked at. */
  noteChanges(site: FollowedSite): void;
  /**
   * The look since `noteChanges` is over: the files that it found unsettled count as changed. Null: they are not known,
   * and `changed` returns null.
   */
  noteUnsettled(site: SiteId, unsettled: Unsettled | null): void;
  /**
   * As `unsettled`, but looks only at what was noted as changed; null if changes are not being noted, or are too
   * many.
   */
  changed(site: FollowedSite): Trees | null;
  /** The agreement about this record; null if there is none. */
  agreement(site: SiteId, id: FileId): BaseFile | null;
  /** The records whose agreed path is exactly this one: at most one, or two while files trade places. */
  agreedAt(site: SiteId, path: RelPath): readonly FileId[];
  /** Another service or account: forget every agreement, so that the next plan merges and deletes nothing. */
  dropAgreements(site: SiteId): void;
}
