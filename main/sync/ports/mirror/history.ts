import type { FileId, SiteId } from '../../../../shared/model/ids.ts';

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

/** What was done with each file. */
export interface HistoryReader {
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
  /**
   * What the person decided about single files, newest first: the lines of conflicts that were resolved ('resolve') and of
   * deletes that were undone ('putBack'), with all other lines about the records and paths of the latter. The newest
   * 20,000 lines of all sites are looked through.
   */
  decisions(site: SiteId | null): readonly Activity[];
  /** The lines about files that were deleted on either side, at `since` (epoch ms) or later. */
  deletes(site: SiteId, since: number): readonly Activity[];
  /**
   * Lines about what may have moved a file of a site into its trash, at `since` (epoch ms) or later: deletes, what newer
   * versions or other files replaced, copies that were given up, and resolved conflicts. The newest first.
   */
  removals(site: SiteId, since: number): readonly Activity[];
  /** The records that creates made at `since` (epoch ms) or later. */
  creates(site: SiteId, since: number): ReadonlySet<FileId>;
  /**
   * When bytes were last sent from here over those of this record, at `until` or earlier; both epoch ms, null: never.
   */
  lastEdit(site: SiteId, id: FileId, until: number): number | null;
}

export interface MirrorHistory extends HistoryReader {
  addActivity(entries: readonly Activity[]): void;
}
