import type { ChoicesReader, MirrorChoices } from './mirror/choices.ts';
import type { HistoryReader, MirrorHistory } from './mirror/history.ts';
import type { LooksReader, MirrorLooks } from './mirror/looks.ts';
import type { MirrorNotes, NotesReader } from './mirror/notes.ts';
import type { MirrorSites, SitesReader } from './mirror/sites.ts';
import type { MirrorTrees, TreesReader } from './mirror/trees.ts';

/**
 * The mirror: what was observed and agreed on, never work to do (except for intents). It is a local file, so its
 * calls are synchronous; those that wait for the disk return a promise. They only throw if the file itself fails: a
 * FailureError.
 */
export interface Mirror
  extends MirrorSites, MirrorTrees, MirrorLooks, MirrorNotes, MirrorChoices, MirrorHistory {
  /**
   * Resolves when all that was written before is on the disk and survives a power cut: to be awaited before anything is
   * done that cannot be understood without it. Rejects with a FailureError.
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
export interface MirrorReader
  extends SitesReader, TreesReader, LooksReader, NotesReader, ChoicesReader, HistoryReader {
  close(): void;
}
