import type { ContentHash, FileId, SiteId } from '../../../../shared/model/ids.ts';
import type { PathKey } from '../../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import type { ScanScope, ScannedFile, ScannedFolder } from '../disk.ts';
import type { KnownRows } from '../service.ts';

/** A page of the last complete listing: what was asked for, and the version of the reply. */
export interface KnownPage {
  readonly offset: number;
  readonly limit: number;
  readonly version: string;
}

/** The same with its content: for each row its id and its hash. */
export interface ListedPage extends KnownPage {
  readonly ids: readonly FileId[];
  readonly rowHashes: readonly string[];
  readonly count: number | null;
  readonly next: { readonly offset: number; readonly limit: number | null } | null;
}

/** Writes a listing into the mirror, page by page. */
export interface ListingWriter {
  /**
   * The pages of the last complete listing, in its order; none if the mirror's rows have changed since, apart from
   * the `rewritten` ones. A page that still has its version, and lists no rewritten record, can be recalled instead
   * of read. If that is true of all pages and nothing was rewritten, `finishUnchanged` ends the listing.
   */
  readonly known: readonly KnownPage[];
  /** Records whose rows were written or dropped since by other means than a listing: they have to be read. */
  readonly rewritten: ReadonlySet<FileId>;
  /** Returns what the n-th known page lists, and notes it as listed, except for rewritten records. */
  recall(page: number): Pick<ListedPage, 'ids' | 'count' | 'next'>;
  /**
   * The rows of the n-th known page, without those that were rewritten or that the page before or after it lists too;
   * none if there is no such page.
   */
  rows(page: number): KnownRows;
  /**
   * Adds and changes records; one that is as it was writes nothing. `pages` continue those of the last call, and
   * their records have been added by now. Returns how many rows were written. If they cannot be kept after all (a
   * full disk), the next call of this or of `finish` fails, and the listing with it.
   */
  add(records: readonly SiteFile[], pages?: readonly ListedPage[]): number;
  /** To be awaited before more is added: after much was added, it is written away first. */
  room(): Promise<void>;
  /** Breaks the listing off: what was added stays, and every reader sees it. */
  leave(): void;
  /** Notes records that are still listed and were not read: their rows stay as they are. */
  keep(ids: readonly FileId[]): void;
  /**
   * Ends the listing. Only a complete one drops what it did not list, but nothing that was written by other means
   * since it began. Each step is short and yields how many rows it dropped; after the last step the listing is over.
   * `recallable`: all pages were added, and none has to be read every time. `at`: epoch ms.
   */
  finish(complete: boolean, fault: string | null, at: number, recallable?: boolean): Iterable<number>;
  /** Ends a listing in which every known page still has its version. `at`: epoch ms. */
  finishUnchanged(at: number): void;
}

/** What a scan took in, told when it ends. */
export interface ScanEnd {
  /** What was looked at; null: everything. */
  readonly scope: ScanScope | null;
  /** Folders that are there, in folders that were only looked at directly: nothing below them is judged. */
  readonly standing: readonly string[];
  /** Nothing is judged about these folders, and what is below them. */
  readonly unreadable: readonly string[];
  /** Epoch ms. */
  readonly at: number;
}

/** Writes a scan into the mirror. */
export interface ScanWriter {
  /** The versions of the folders in this scope, by path: only those whose rows are known to match that version. */
  versions(scope: ScanScope | null): ReadonlyMap<string, string>;
  /** Notes what was seen; nothing is written yet. */
  add(files: readonly ScannedFile[]): void;
  /**
   * Notes folders whose files were all added, or which still have the version that `versions` gave, so that nothing
   * in them changed.
   */
  addFolders(folders: readonly ScannedFolder[]): void;
  /** Is a file known below this folder? */
  knows(folder: string): boolean;
  /** Those of these folders below which none is. Together they cost less than one by one. */
  unknown(folders: readonly string[]): readonly string[];
  /** The path of the file known here, as the disk spelt it; null if there is none. */
  knownAs(path: string): string | null;
  /** How many of the files that are known below this folder were seen; `all` if none is known. */
  seenBelow(folder: string): 'all' | 'some' | 'none';
  /**
   * Writes what was seen, and drops what was judged and not seen. A file whose fingerprint is as it was keeps its
   * hash and writes nothing. Each step is short; after the last one the scan is over.
   */
  finish(end: ScanEnd): Iterable<ScanStep>;
}

/** What one step of `finish` did. */
export interface ScanStep {
  /** The places of the rows that were written. */
  readonly written: readonly PathKey[];
  /** How many rows were dropped. */
  readonly dropped: number;
}

/**
 * A file that was read for its hash. Null if it could not be read: it keeps the hash that it had, and is the last to
 * be read again.
 */
export interface FileRead {
  readonly file: ScannedFile;
  readonly hash: ContentHash | null;
}

/** Which files to read again. */
export interface LooksReader {
  /**
   * Files to read again, those not read for longest first, each with the hash that it should have: the one that was
   * read, or, if it has not been read and still looks as it was agreed on, the agreed one.
   */
  oldestHashes(site: SiteId, limit: number): readonly LocalFile[];
}

/** Takes in what a listing, a scan and a reading of files found. */
export interface MirrorLooks extends LooksReader {
  beginListing(site: SiteId): ListingWriter;
  beginScan(site: SiteId): ScanWriter;
  setHashes(site: SiteId, files: readonly FileRead[]): void;
}
