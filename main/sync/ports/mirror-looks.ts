import type { FileId } from '../../../shared/model/ids.ts';
import type { PathKey } from '../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import type { ScannedFile, ScannedFolder, ScanScope } from './disk.ts';
import type { KnownRows } from './service.ts';

/** A page of the last complete listing: what was asked, and the version of what came. */
export interface KnownPage {
  readonly offset: number;
  readonly limit: number;
  readonly version: string;
}

/** The same with what is in it: one id a row, and its mark. */
export interface ListedPage extends KnownPage {
  readonly ids: readonly FileId[];
  readonly marks: readonly string[];
  readonly count: number | null;
  readonly next: { readonly offset: number; readonly limit: number | null } | null;
}

/** A listing being taken over, page by page. */
export interface ListingWriter {
  /**
   * The pages of the last complete listing, in its order; none if the rows are no longer what these pages say, apart from the
   * `rewritten` ones. A page that still has its version, and lists none of these, can be recalled instead of read. If that
   * is true of all pages and nothing was rewritten, `finishUnchanged` ends the listing.
   */
  readonly known: readonly KnownPage[];
  /** Records whose rows were written or dropped since by other means than a listing: they have to be read. */
  readonly rewritten: ReadonlySet<FileId>;
  /** What the n-th known page lists, which is noted as listed but for what was rewritten. */
  recall(page: number): Pick<ListedPage, 'ids' | 'count' | 'next'>;
  /**
   * The rows of the n-th known page, but those that were rewritten, or that a page beside it lists as well; none where
   * there is no such page.
   */
  rows(page: number): KnownRows;
  /**
   * Adds and changes; a record that is as it was writes nothing. `pages` go on where those of the last call ended; the
   * records in them are added by now. Returns rows written. They may come to nothing later (a full disk): then the next
   * call of this or `finish` fails, and the listing with it.
   */
  add(records: readonly SiteFile[], pages?: readonly ListedPage[]): number;
  /** To be awaited before more is added: where much was, it is put away first. */
  room(): Promise<void>;
  /** Breaks the listing off: what was added stays, and all who read see it. */
  leave(): void;
  /** Records that are listed still and were not read: their rows stay as they are. */
  keep(ids: readonly FileId[]): void;
  /**
   * Ends the listing. Only a complete one drops what was not listed, and of that nothing which another hand wrote since it
   * began. Each step is short and gives the rows that it dropped; the listing is over after the last one. Where it is
   * `recallable` all of its pages were added, and none of them has to be read each time.
   */
  finish(complete: boolean, fault: string | null, at: number, recallable?: boolean): Iterable<number>;
  /** Ends a listing of which every known page has its version still. */
  finishUnchanged(at: number): void;
}

/** What is said of a scan when it is over. */
export interface ScanEnd {
  /** What was looked at; null: everything. */
  readonly scope: ScanScope | null;
  /** Folders in those that were looked at directly, which are there: nothing below them is judged. */
  readonly standing: readonly string[];
  /** Of these, and of what is below them, nothing is judged. */
  readonly unreadable: readonly string[];
  /** Epoch ms. */
  readonly at: number;
}

/** One scan being taken over. */
export interface ScanWriter {
  /** Of the folders in this scope, as far as the rows are known to be what that version of the folder holds. */
  versions(scope: ScanScope | null): ReadonlyMap<string, string>;
  /** Notes what was seen; nothing is written yet. */
  add(files: readonly ScannedFile[]): void;
  /** Notes folders: their files were added, or they have the version that `versions` gave, so that all in them is as it was. */
  addFolders(folders: readonly ScannedFolder[]): void;
  /** Is a file known below this folder? */
  knows(folder: string): boolean;
  /** The file that is known at this path, by its path as the disk spelt it; null where none is. */
  knownAs(path: string): string | null;
  /** How many of the files that are known below this folder were seen; `all` where none is known. */
  seenBelow(folder: string): 'all' | 'some' | 'none';
  /**
   * Takes over what was seen and drops what was judged and not seen. A file whose fingerprint is as it was keeps its
   * hash and writes nothing. Each step is short; the scan is over after the last one.
   */
  finish(end: ScanEnd): Iterable<ScanStep>;
}

/** What a step of a scan's end did. */
export interface ScanStep {
  /** Places of the rows that it wrote. */
  readonly written: readonly PathKey[];
  /** How many rows it dropped. */
  readonly dropped: number;
}
