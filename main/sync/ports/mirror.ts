import type { Category, Keep } from '../../../shared/model/category.ts';
import type { FailureCode, FailureReason } from '../../../shared/failure.ts';
import type { ContentHash, FileId, OpId, SiteId } from '../../../shared/model/ids.ts';
import type { PathKey, RelPath } from '../../../shared/model/rel-path.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import type { HeldDeletes } from '../../engine/guards/mass-delete-guard.ts';
import type {
  BaseFile,
  Intent,
  KnownBytes,
  LocalFile,
  OpenUpdate,
  SentBytes,
  Trees,
} from '../../engine/trees.ts';
import type { ScannedFile } from './disk.ts';
import type { ListingWriter, ScanWriter } from './mirror-looks.ts';

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

/** An item that failed, and when it is due again. Its wait ends with a change of the item or with "Retry now". */
export interface Attempt {
  /** What failed: a path, `id:<record>` or `site`. */
  readonly key: string;
  readonly path: string;
  readonly action: string;
  readonly code: FailureCode;
  readonly reason?: FailureReason | undefined;
  readonly message: string;
  readonly hint: string;
  readonly tries: number;
  /** Epoch ms; null: waits for a change or for the person. */
  readonly nextAt: number | null;
  /** The state of the item as text: another text means that it changed and may be tried at once. */
  readonly state: string;
  /** Since when it has failed in this state, epoch ms. */
  readonly since: number;
}

/** A line of a site's history. */
export interface Activity {
  /** Epoch ms. */
  readonly at: number;
  readonly site: SiteId;
  readonly file: FileId | null;
  readonly path: string;
  readonly action: string;
  readonly reason: string;
  readonly bytes: number;
}

/** What one applied action changes: written in one transaction. */
export interface Commit {
  readonly base?: BaseFile;
  /** Dropped with the agreement about these bytes. */
  readonly sent?: SentBytes;
  readonly dropBase?: FileId;
  /** The record as the service has it now: its row of the remote tree. */
  readonly remote?: SiteFile;
  readonly dropRemote?: FileId;
  readonly local?: LocalFile;
  readonly dropLocal?: RelPath;
  /** An update that was sent, and whose reply was lost. */
  readonly openUpdate?: OpenUpdate;
  /** Drops the open updates of this record: their outcome is known, or no longer matters. */
  readonly dropUpdates?: FileId;
  readonly dropIntent?: OpId;
  /** The record of this create may show late: until then (epoch ms) its absence proves nothing. */
  readonly lateIntent?: { readonly opId: OpId; readonly until: number };
  /** The record of a create whose answer was lost counts as first seen by this listing, as if the answer had come. */
  readonly madeAfter?: { readonly id: FileId; readonly listing: number };
  /** Keep this file here although its category is not. */
  readonly pin?: { readonly id: FileId; readonly keep: boolean };
  readonly activity?: Activity;
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

/** Some files of a site, named by their records or by their places. */
export interface SomeFiles {
  readonly ids: readonly FileId[];
  readonly paths: readonly PathKey[];
}

/**
 * A file that was read for its hash. Null if it could not be read: it keeps the hash that it had, and is the last to
 * be read again.
 */
export interface FileRead {
  readonly file: ScannedFile;
  readonly hash: ContentHash | null;
}

/** The files that a plan has to look at, in whichever trees they are. */
export type Unsettled = SomeFiles;

/**
 * The mirror: what was observed and agreed on, never work to do (except for intents). It is a local file, so its
 * calls are synchronous; those that wait for the disk return a promise. They only throw if the file itself fails: a
 * MirrorError.
 */
export interface Mirror {
  setting(key: string): string | null;
  setSetting(key: string, value: string | null): void;

  /** Replaces the list of sites; an incomplete one only adds and changes. */
  saveSites(sites: readonly Site[], complete: boolean): void;
  sites(): readonly Site[];
  site(id: SiteId): Site | null;

  followed(): readonly FollowedSite[];
  follow(site: FollowedSite): void;
  /** Drops the site's trees, intents, attempts and choices; its files stay where they are. */
  unfollow(id: SiteId): void;

  trees(site: SiteId): Trees;
  /**
   * The rows of these files only. Each record or place that is named brings all rows of its file: the agreement, the
   * record, and what lies there. An agreement whose place is spelt in other Unicode characters than its key is only
   * found by its record. Null if two agreements name one place.
   */
  someTrees(site: SiteId, files: SomeFiles): Trees | null;
  /** The trees without what is settled; null if that would leave out too little. */
  unsettled(site: FollowedSite): Trees | null;
  /**
   * The files that are not settled, found in steps, with `turn` awaited between them. Call `noteChanges` first, so
   * that what is written meanwhile is noted. Null if they are too many to be told apart.
   */
  openInTurns(site: FollowedSite, turn: () => Promise<unknown>): Promise<Unsettled | null>;
  /** Begins to note what is written about a site, for `changed`. To be called before the whole site is looked at. */
  noteChanges(site: FollowedSite): void;
  /**
   * The look since `noteChanges` is over: the files that it found open count as changed. Null: they are not known,
   * and `changed` returns null.
   */
  leaveOpen(site: SiteId, open: Unsettled | null): void;
  /**
   * As `unsettled`, but looks only at what was noted as changed; null if changes are not being noted, or are too
   * many.
   */
  changed(site: FollowedSite): Trees | null;
  /** Rows of each tree, without opening them. */
  counts(site: SiteId): { readonly base: number; readonly local: number; readonly remote: number };
  /** The agreement about this record; null if there is none. */
  agreement(site: SiteId, id: FileId): BaseFile | null;
  /** The records whose agreed path is exactly this one: at most one, or two while files trade places. */
  agreedAt(site: SiteId, path: RelPath): readonly FileId[];
  /** The agreements about files that had this inode; none if it is 0. */
  agreedWith(site: SiteId, ino: bigint): readonly Pick<BaseFile, 'id' | 'path'>[];
  /** Who sent each record, as far as the service says so. */
  uploaders(site: SiteId): ReadonlyMap<FileId, string>;
  /** Records of category model-3d whose metadata may name a site model, in the order in which they came. */
  modelRecords(site: SiteId): readonly SiteFile[];
  record(site: SiteId, id: FileId): SiteFile | null;
  /** Number of the listing that showed the record first; null if the record is not known. */
  firstSeen(site: SiteId, id: FileId): number | null;
  beginListing(site: SiteId): ListingWriter;
  beginScan(site: SiteId): ScanWriter;
  setHashes(site: SiteId, files: readonly FileRead[]): void;
  /**
   * Files to read again, those not read for longest first, each with the hash that it should have: the one that was
   * read, or, if it has not been read and still looks as it was agreed on, the agreed one.
   */
  oldestHashes(site: SiteId, limit: number): readonly LocalFile[];
  /** Several commits in one transaction. */
  commit(site: SiteId, commits: readonly Commit[]): void;
  /** Another service or account: forget every agreement, so that the next plan merges and deletes nothing. */
  dropAgreements(site: SiteId): void;

  /**
   * The intents are written when this returns, and durable (fsynced) when it resolves: nothing is sent before.
   * Rejects with a MirrorError if they cannot be flushed; they may be there all the same, as after a crash before the
   * request.
   */
  saveIntents(site: SiteId, intents: readonly Intent[]): Promise<void>;
  intents(site: SiteId): readonly Intent[];

  /**
   * As `saveIntents`: nothing is placed before this resolves. A commit about the agreement of the record drops the
   * note.
   */
  saveKnownBytes(site: SiteId, known: KnownBytes): Promise<void>;
  knownBytes(site: SiteId): readonly KnownBytes[];
  /** In the order of their records. They are dropped with the agreement about the record. */
  openUpdates(site: SiteId): readonly OpenUpdate[];
  /** Kept as long as there is an agreement about the record, even if that changes. */
  sentBytes(site: SiteId, id: FileId): SentBytes | null;

  attempts(site: SiteId): readonly Attempt[];
  saveAttempts(site: SiteId, attempts: readonly Attempt[]): void;
  /** Null: all of the site. */
  clearAttempts(site: SiteId, keys: readonly string[] | null): void;

  /** What the person chose for single files: true is "keep offline", false "online only". */
  pins(site: SiteId): ReadonlyMap<FileId, boolean>;
  /** The choice for one file; null: none was made. */
  pin(site: SiteId, id: FileId): boolean | null;
  setPin(site: SiteId, id: FileId, keep: boolean | null): void;
  chosenCategories(site: SiteId): ReadonlyMap<PathKey, Category>;
  setChosenCategory(site: SiteId, path: RelPath, category: Category | null): void;
  /** The records of deletes that the person said yes to. */
  approvedDeletes(site: SiteId): ReadonlySet<FileId>;
  setApprovedDeletes(site: SiteId, ids: readonly FileId[]): void;

  /** Both are null if none was set. */
  generation(site: SiteId): Generation;
  setGeneration(site: SiteId, generation: Generation): void;

  /** In the order of their folders. */
  drives(site: SiteId): readonly KnownDrive[];
  setDrives(site: SiteId, drives: readonly KnownDrive[]): void;

  /**
   * Earlier sets of ignore rules, oldest first, each as one text of gitignore lines: see
   * `sync/observe/ignored-before.ts`.
   */
  ignoredBy(site: SiteId): readonly string[];
  setIgnoredBy(site: SiteId, rules: readonly string[]): void;

  /** What the scans found, in the order of paths. */
  leftOut(site: SiteId): readonly LeftOut[];
  /** Names each path only once. */
  setLeftOut(site: SiteId, entries: readonly LeftOut[]): void;

  siteState(site: SiteId): SiteState;
  /**
   * Number of the last listing. Each upload asks for it, and reading the whole state takes long if it holds thousands
   * of deletes.
   */
  listingNumber(site: SiteId): number;
  setHeld(site: SiteId, held: HeldDeletes | null): void;
  /** `at`: epoch ms. */
  setSynced(site: SiteId, at: number): void;
  addActivity(entries: readonly Activity[]): void;
  /** Newest first. */
  activity(site: SiteId | null, limit: number): readonly Activity[];
  /** The same, of those with this text in their path, in any case. All lines that are kept are looked through. */
  activityAbout(site: SiteId | null, text: string, limit: number): readonly Activity[];
  /** The same about one file of a site: lines about its record (null if it has none) or about its path. */
  activityOfFile(
    site: SiteId,
    file: { readonly id: FileId | null; readonly path: string },
    limit: number,
  ): readonly Activity[];
  /** The lines about files that were deleted on either side, at `since` (epoch ms) or later. */
  deletes(site: SiteId, since: number): readonly Activity[];
  /** The records that creates made at `since` (epoch ms) or later. */
  creates(site: SiteId, since: number): ReadonlySet<FileId>;
  /**
   * When bytes were last sent from here over those of this record, at `until` or earlier; both epoch ms, null: never.
   */
  lastEdit(site: SiteId, id: FileId, until: number): number | null;
  /**
   * Resolves when all that was written before is on the disk and survives a power cut: to be awaited before anything is
   * done that cannot be understood without it. Rejects with a MirrorError.
   */
  flushed(): Promise<void>;
  /**
   * Notes that the mirror contradicts the disk: the next start checks it closely, and sets it aside if it is damaged.
   * `why` is for whoever looks for the fault.
   */
  distrust(why: string): void;
  /** Rows written since it was opened: a cycle in which nothing happened writes none. */
  readonly writes: number;
  close(): void;
}

/** The part of a mirror that only reads: what another process or thread gets beside the one that syncs. */
export type MirrorReader = Pick<
  Mirror,
  | 'setting'
  | 'sites'
  | 'site'
  | 'followed'
  | 'trees'
  | 'someTrees'
  | 'unsettled'
  | 'counts'
  | 'agreedWith'
  | 'uploaders'
  | 'modelRecords'
  | 'record'
  | 'firstSeen'
  | 'oldestHashes'
  | 'intents'
  | 'knownBytes'
  | 'sentBytes'
  | 'attempts'
  | 'ignoredBy'
  | 'leftOut'
  | 'pins'
  | 'pin'
  | 'chosenCategories'
  | 'approvedDeletes'
  | 'siteState'
  | 'listingNumber'
  | 'activity'
  | 'activityAbout'
  | 'activityOfFile'
  | 'deletes'
  | 'creates'
  | 'lastEdit'
  | 'close'
>;
