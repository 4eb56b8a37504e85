import type { FileId, OpId, SiteId } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type {
  BaseFile,
  Intent,
  LocalFile,
  NotedBytes,
  OpenUpdate,
  SentBytes,
} from '../../../engine/trees.ts';
import type { Activity } from './history.ts';
import type { KeptProblem } from './kept-problem.ts';

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
  /**
   * Takes a choice of category that was made for the file in one place along to another, or drops it (`to` null). If another
   * file lies in the first place after this commit, the choice is that one's, and stays.
   */
  readonly choice?: ChoiceAlong;
  readonly activity?: Activity;
}

export interface ChoiceAlong {
  readonly from: RelPath;
  readonly to: RelPath | null;
}

/** What is noted of steps before they are taken, and of what keeps files from being in step. */
export interface NotesReader {
  intents(site: SiteId): readonly Intent[];
  /** In the order of their records. They are dropped with the next word about the agreement. */
  notedBytes(site: SiteId): readonly NotedBytes[];
  /** In the order of their records. They are dropped with the agreement about the record. */
  openUpdates(site: SiteId): readonly OpenUpdate[];
  /** Kept as long as there is an agreement about the record, even if that changes. */
  sentBytes(site: SiteId, id: FileId): SentBytes | null;
  problems(site: SiteId): readonly KeptProblem[];
}

export interface MirrorNotes extends NotesReader {
  /** Several commits in one transaction. */
  commit(site: SiteId, commits: readonly Commit[]): void;
  /**
   * The intents are written when this returns, and durable (fsynced) when it resolves: nothing is sent before.
   * Rejects with a FailureError if they cannot be flushed; they may be there all the same, as after a crash before the
   * request.
   */
  saveIntents(site: SiteId, intents: readonly Intent[]): Promise<void>;
  /**
   * As `saveIntents`: nothing is placed or moved before this resolves. A commit about the agreement of the record drops all
   * that was noted for it.
   */
  saveNotedBytes(site: SiteId, noted: NotedBytes): Promise<void>;
  saveProblems(site: SiteId, problems: readonly KeptProblem[]): void;
  /** Null: all of the site. */
  clearProblems(site: SiteId, keys: readonly string[] | null): void;
}
