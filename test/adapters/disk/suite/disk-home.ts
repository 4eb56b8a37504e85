import type { Disk } from '../../../../main/sync/ports/disk.ts';

/** Who a person or an administrator keeps out: from reading a file or entering a folder, or from writing into it. */
export type Denied = 'read' | 'write';

/** What somebody else does in the site's folder behind the disk's back. Paths are relative to it. */
export interface FolderHands {
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Saves as Office does: another inode under the same name. */
  replace(path: string, content: string): Promise<void>;
  append(path: string, content: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** A symbolic link to a folder beside the site's folder, which holds `secret.txt`. */
  link(path: string): Promise<void>;
  /** A second name for a file. */
  hardLink(path: string, second: string): Promise<void>;
  /** A named pipe. */
  pipe(path: string): Promise<void>;
  /** Nanoseconds since 1970. */
  setTime(path: string, ns: bigint): Promise<void>;
  /** Runs the work while something is denied. */
  denied<T>(path: string, what: Denied, work: () => Promise<T>): Promise<T>;
  /** Takes the site's folder away and leaves an empty one, as a drive that is unmounted. Returns how to put it back. */
  unmount(): Promise<() => Promise<void>>;
  /** Plugs a drive in at a folder. Returns how to take it out; null where that cannot be tried. */
  plugIn(path: string): Promise<(() => Promise<void>) | null>;
  /** Every file below the site's folder, hidden ones included, as text by path. */
  files(): Promise<Readonly<Record<string, string>>>;
  /** Every file in the folder that links lead to. */
  outside(): Promise<Readonly<Record<string, string>>>;
}

/** One place where the suite can live. */
export interface DiskHome {
  readonly disk: Disk;
  /** Absolute; nothing is there at first. */
  readonly folder: string;
  readonly hands: FolderHands;
  /** Epoch milliseconds of this home's clock. */
  now(): number;
  close(): Promise<void>;
}

export type OpenDiskHome = () => Promise<DiskHome>;
