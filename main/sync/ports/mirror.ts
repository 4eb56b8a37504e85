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
  /** In the marker still, if that could not be written, or was not yet. */
  readonly before: string | null;
}

/** What lies in a site's folder and is left out on purpose: no link is followed, and no pipe or socket is sent. */
export interface LeftOut {
  readonly path: string;
  readonly kind: 'link' | 'special';
}

/** A folder in a site's folder at which a drive of its own was seen. */
export interface KnownDrive {
  readonly folder: string;
  /** As in `DiskSpace`; a start of the computer may change it. */
  readonly disk: string;
}

/** An item that did not work, and when it is due again. Ends with success, a change of the item, or "Retry now". */
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
  /** What the item looked like; another text means it changed and may be tried at once. */
  readonly state: string;
  /** Since when it has been so, epoch ms. */
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
  /** Goes with the agreement about these bytes. */
  readonly sent?: SentBytes;
  readonly dropBase?: FileId;
  /** The record as the service now says it; its row of the remote tree. */
  readonly remote?: SiteFile;
  readonly dropRemote?: FileId;
  readonly local?: LocalFile;
  readonly dropLocal?: RelPath;
  /** It was sent, and its reply was lost. */
  readonly openUpdate?: OpenUpdate;
  /** What came of the updates of this record is known, or does not matter any more. */
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
  /** Why the last listing was not complete; null where it was. */
  readonly listingFault: string | null;
  /** This and the next two: when it was last done, epoch ms; null for never. */
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

/** A file that was read for its hash. Null where it could not be: the hash stays, and it is the last to be read again. */
export interface FileRead {
  readonly file: ScannedFile;
  readonly hash: ContentHash | null;
}

/** Those that a plan has to look at, whichever tree they are in. */
export type Unsettled = SomeFiles;

/**
 * The mirror: what was observed and agreed on, never work to do (but for intents). Synchronous: it is a local file;
 * what waits for the disk says so. Throws only where the file itself fails, a MirrorError.
 */
export interface Mirror {
  setting(key: string): string | null;
  setSetting(key: string, value: string | null): void;

  /** Replaces the catalogue of sites; of an incomplete listing nothing is dropped. */
  saveSites(sites: readonly Site[], complete: boolean): void;
  sites(): readonly Site[];
  site(id: SiteId): Site | null;

  followed(): readonly FollowedSite[];
  follow(site: FollowedSite): void;
  /** Drops the site's trees, intents, attempts and choices; its files stay where they are. */
  unfollow(id: SiteId): void;

  trees(site: SiteId): Trees;
  /**
   * The rows of these files alone, of which each named record or place brings the others of its file: what is agreed on, the
   * record, and what lies there. An agreement that spells its place in other Unicode characters than the key of the place is
   * found by its record. Null where two agreements name one place.
   */
  someTrees(site: SiteId, files: SomeFiles): Trees | null;
  /** The trees without what is settled; null where that would leave out too little. */
  unsettled(site: FollowedSite): Trees | null;
  /**
   * What is not settled in the site's trees, found out in steps, with `turn` awaited between them. Call `noteChanges` first,
   * so that what is written meanwhile is noted. Null where too much is open to be told apart.
   */
  openInTurns(site: FollowedSite, turn: () => Promise<unknown>): Promise<Unsettled | null>;
  /** Begins to note what is written of a site, so that `changed` can tell it; called before all of it is looked at. */
  noteChanges(site: FollowedSite): void;
  /** The look since `noteChanges` is over: what it found open counts as changed. Null: not known, so `changed` gives null. */
  leaveOpen(site: SiteId, open: Unsettled | null): void;
  /** As `unsettled`, but looks only at what was noted as changed; null where nothing is noted, or too much. */
  changed(site: FollowedSite): Trees | null;
  /** Rows of each tree, without opening them. */
  counts(site: SiteId): { readonly base: number; readonly local: number; readonly remote: number };
  /** What was agreed on about this record; null for nothing. */
  agreement(site: SiteId, id: FileId): BaseFile | null;
  /** The records whose agreed path is exactly this one: at most one, or two while files trade places. */
  agreedAt(site: SiteId, path: RelPath): readonly FileId[];
  /** The agreements about files that had this inode; none where it is 0. */
  agreedWith(site: SiteId, ino: bigint): readonly Pick<BaseFile, 'id' | 'path'>[];
  /** Who sent each record, where the service says so. */
  uploaders(site: SiteId): ReadonlyMap<FileId, string>;
  /** Records of category model-3d whose metadata may name a site model, in the order of their coming. */
  modelRecords(site: SiteId): readonly SiteFile[];
  record(site: SiteId, id: FileId): SiteFile | null;
  /** Number of the listing that showed the record first; null where none is known. */
  firstSeen(site: SiteId, id: FileId): number | null;
  beginListing(site: SiteId): ListingWriter;
  beginScan(site: SiteId): ScanWriter;
  setHashes(site: SiteId, files: readonly FileRead[]): void;
  /**
   * Files to be read again now and then, the longest unread first, each with the hash that it is taken to have: its own,
   * or the one agreed on where it was not read since it was seen to be as it was then.
   */
  oldestHashes(site: SiteId, limit: number): readonly LocalFile[];
  /** Several commits in one transaction. */
  commit(site: SiteId, commits: readonly Commit[]): void;
  /** Another service or account: forget every agreement, so that the next plan merges and deletes nothing. */
  dropAgreements(site: SiteId): void;

  /**
   * Written when it returns, durable (fsynced) when it resolves: nothing is sent before. Rejects with a MirrorError
   * where it cannot be flushed; what was written then may be there still, as after a crash before the request.
   */
  saveIntents(site: SiteId, intents: readonly Intent[]): Promise<void>;
  intents(site: SiteId): readonly Intent[];

  /** As `saveIntents`: nothing is placed before it resolves. A commit about the agreement of the record drops it. */
  saveKnownBytes(site: SiteId, known: KnownBytes): Promise<void>;
  knownBytes(site: SiteId): readonly KnownBytes[];
  /** By record; dropped with the agreement about it. */
  openUpdates(site: SiteId): readonly OpenUpdate[];
  /** Dropped with the agreement about the record, and kept as long as that is kept, whatever it comes to say. */
  sentBytes(site: SiteId, id: FileId): SentBytes | null;

  attempts(site: SiteId): readonly Attempt[];
  saveAttempts(site: SiteId, attempts: readonly Attempt[]): void;
  /** Null: all of the site. */
  clearAttempts(site: SiteId, keys: readonly string[] | null): void;

  /** The person's word for single files: true keep offline, false online only. */
  pins(site: SiteId): ReadonlyMap<FileId, boolean>;
  /** Of one file; null: the person did not say. */
  pin(site: SiteId, id: FileId): boolean | null;
  setPin(site: SiteId, id: FileId, keep: boolean | null): void;
  chosenCategories(site: SiteId): ReadonlyMap<PathKey, Category>;
  setChosenCategory(site: SiteId, path: RelPath, category: Category | null): void;
  /** Deletes the person said yes to. */
  approvedDeletes(site: SiteId): ReadonlySet<FileId>;
  setApprovedDeletes(site: SiteId, ids: readonly FileId[]): void;

  /** Both null where none was set. */
  generation(site: SiteId): Generation;
  setGeneration(site: SiteId, generation: Generation): void;

  /** In the order of their folders. */
  drives(site: SiteId): readonly KnownDrive[];
  setDrives(site: SiteId, drives: readonly KnownDrive[]): void;

  /**
   * Sets of ignore rules, each as one text of gitignore lines, by which files were left out, in the order in which they
   * came: see `sync/observe/ignored-before.ts`.
   */
  ignoredBy(site: SiteId): readonly string[];
  setIgnoredBy(site: SiteId, rules: readonly string[]): void;

  /** As the scans found it, by path. */
  leftOut(site: SiteId): readonly LeftOut[];
  /** Each path once. */
  setLeftOut(site: SiteId, entries: readonly LeftOut[]): void;

  siteState(site: SiteId): SiteState;
  /** Number of the last listing, of the state alone what each upload needs: thousands may be held in it. */
  listingNumber(site: SiteId): number;
  setHeld(site: SiteId, held: HeldDeletes | null): void;
  /** `at`: epoch ms. */
  setSynced(site: SiteId, at: number): void;
  addActivity(entries: readonly Activity[]): void;
  /** Newest first. */
  activity(site: SiteId | null, limit: number): readonly Activity[];
  /** The same with this text in their path, in whatever case: all that is kept is looked through. */
  activityAbout(site: SiteId | null, text: string, limit: number): readonly Activity[];
  /** The same about one file of a site: its record, null where it has none, or whatever lay at its path. */
  activityOfFile(
    site: SiteId,
    file: { readonly id: FileId | null; readonly path: string },
    limit: number,
  ): readonly Activity[];
  /** The lines about files that were deleted, here or there, at `since` (epoch ms) or after it. */
  deletes(site: SiteId, since: number): readonly Activity[];
  /** The records that creates made at `since` (epoch ms) or after it. */
  creates(site: SiteId, since: number): ReadonlySet<FileId>;
  /** When bytes were last sent from here over those of this record, at `until` or before it (epoch ms); null for never. */
  lastEdit(site: SiteId, id: FileId, until: number): number | null;
  /**
   * Resolves when all that was written before is on the disk and survives a power cut: to be awaited before anything is
   * done that cannot be understood without it. Rejects with a MirrorError.
   */
  flushed(): Promise<void>;
  /**
   * What it says is not what the disk shows. So the next start looks closely at it, and sets it aside if it is damaged.
   * `why` is for whoever looks for the fault.
   */
  distrust(why: string): void;
  /** Rows written since it was opened: a cycle in which nothing happened writes none. */
  readonly writes: number;
  close(): void;
}

/** The half of a mirror that only reads: what a second process gets beside the one that syncs. */
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
