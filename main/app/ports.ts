import type { Result } from '../../shared/failure.ts';
import type { ContentHash, SiteId } from '../../shared/model/ids.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';
import type { LocalFile } from '../engine/trees.ts';
import type { ScannedFile } from '../sync/ports/disk.ts';

/** A regular file that was dropped, as it lies outside the sites' folders. */
export interface DropEntry {
  /** Absolute path. */
  readonly full: string;
  /** Below the drop with `/`, the dropped folder's own name first; as the disk spells it, not parsed. */
  readonly path: string;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

export interface DropWalk {
  readonly entries: readonly DropEntry[];
  readonly skipped: readonly {
    readonly path: string;
    /**
     * `name`: its name is no Unicode; `inside`: it lies in a folder that was to be left out; `not-absolute`: no path of this
     * computer.
     */
    readonly why: 'link' | 'special' | 'unreadable' | 'name' | 'litter' | 'inside' | 'not-absolute';
  }[];
  /** False: there were more files than the limit, and the walk was broken off. */
  readonly whole: boolean;
}

export interface DropWalkOptions {
  /** Gitignore lines besides the built-in litter. */
  readonly ignore: readonly string[];
  /** Absolute folders that are not entered. */
  readonly leaveOut: readonly string[];
  /** Most files that are taken. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Reads dropped files, and keeps them until all of them are complete. */
export interface DropDisk {
  /** Files and folders by absolute path; links are never followed. Fails only with `cancelled`. */
  walk(paths: readonly string[], options: DropWalkOptions): Promise<Result<DropWalk>>;
  /** The first bytes of each file; null if it cannot be read. */
  heads(files: readonly DropEntry[], bytes: number): Promise<readonly (Uint8Array | null)[]>;
  /** SHA-256 of each file, read off the main thread; null if it cannot be read or has changed since it was seen. */
  hashes(
    files: readonly DropEntry[],
    onFile: (file: DropEntry) => void,
    signal: AbortSignal,
  ): Promise<readonly (ContentHash | null)[]>;
  /** A folder of its own in the site's `.sitesync/tmp/`; `id` is a plain name. `folder-missing` without the marker. */
  stage(folder: string, id: string, about: DropAbout): Promise<Result<DropStage>>;
  /**
   * Finishes what a killed process left in the site's folder: a drop whose placing had begun is placed, any other is
   * thrown away. Drops of this process, which `isUnderWay` tells by their ids, are left alone.
   */
  recover(folder: string, isUnderWay: (drop: string) => boolean): Promise<Result<Recovered>>;
  close(): Promise<void>;
}

/** What a drop is, for a person: kept beside its files until it ends. */
export interface DropAbout {
  /** Path of one of its files below the drop. */
  readonly first: string;
  /** The dropped folder that holds all of them; null if there is none. */
  readonly folder: string | null;
  readonly files: number;
}

/** A drop that a killed process left, and that was thrown away. */
export interface CutDrop extends DropAbout {
  /** Files that had begun to come. */
  readonly begun: number;
}

/** A file that was to replace another one, which was no longer what was seen. */
export interface KeptBeside {
  readonly path: RelPath;
  readonly over: RelPath;
}

export interface Recovered {
  /** Paths of what was placed. */
  readonly placed: readonly RelPath[];
  readonly beside: readonly KeptBeside[];
  readonly cut: readonly CutDrop[];
}

/** Bytes for a staged file that come from elsewhere. */
export interface Incoming {
  /** What failures call it. */
  readonly path: string;
  /** Bytes that are due; another number is refused with `damaged-transfer`. */
  readonly size: number;
  /** Epoch milliseconds; null: now. */
  readonly modifiedAt: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The files of one drop before they lie in the site's folder. Each is flushed to the disk when its call ends. */
export interface DropStage {
  /** Fails with `changed-meanwhile` or `still-changing` if the source is not what was seen. */
  copy(
    index: number,
    from: DropEntry,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<Result<void>>;
  /** Once more for the same index replaces what came before. */
  write(index: number, incoming: Incoming, onBytes: (bytes: number) => void): Promise<Result<void>>;
  /**
   * Puts every file in its place, or none: after a failure the placed ones are taken back. A place that was taken
   * meanwhile is left to its owner, and `beside` names the next one to try. If the process is killed here, `recover`
   * continues. `over` is replaced if it is still what was seen, and goes to the trash first. Otherwise the file goes to
   * its target.
   */
  place(
    files: readonly {
      readonly index: number;
      readonly target: RelPath;
      readonly over?: ScannedFile | undefined;
    }[],
    beside: (target: RelPath, number: number) => RelPath,
  ): Promise<Result<readonly LocalFile[]>>;
  /** Removes the folder with all that is left in it. */
  discard(): Promise<void>;
  /** Removes the files; what is left tells of them with the next start. */
  leave(): Promise<void>;
}

/** One more change of a file in a site's folder, under the same checks as those of the disk. */
export interface Replacer {
  /** `file` takes the place of `over` in one step; `over` is in the trash before. Both must be as they were seen. */
  replace(folder: string, file: LocalFile, over: LocalFile): Promise<Result<LocalFile>>;
}

export interface CachedPhoto {
  /** The address that it was fetched from. */
  readonly url: string;
  /** Absolute path. */
  readonly path: string;
  readonly size: number;
  readonly contentType: string;
}

/** Pictures of sites, kept in the data folder so that they are there offline. */
export interface PhotoCache {
  get(site: SiteId): Promise<CachedPhoto | null>;
  /** Replaces the one before. */
  put(site: SiteId, url: string, bytes: Uint8Array, contentType: string): Promise<Result<CachedPhoto>>;
  /** Drops those of all other sites. */
  keepOnly(sites: readonly SiteId[]): Promise<void>;
}
