/** What a person or an administrator may take away: reading the file or entering the folder, or writing into it. */
export type Denied = 'read' | 'write' | null;

export interface FileNode {
  readonly kind: 'file';
  readonly ino: bigint;
  bytes: Uint8Array;
  mtimeNs: bigint;
  /** Names that lead here; 0 when the file lives on only in open handles. */
  names: number;
  denied: Denied;
  /** Another program has it open: it can be neither read nor moved. */
  inUse: boolean;
  /**
   * Of a marker: by what it notes of its own number and birth time it can be told from the file that it was written as. Not
   * part of its bytes, so that these are as many on every disk.
   */
  isCopy: boolean;
}

export interface Entry {
  readonly name: string;
  readonly node: Node;
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly ino: bigint;
  /** By the key of the name. */
  entries: Map<string, Entry>;
  denied: Denied;
  /** The name of a drive that is plugged in at it; null: it lies on that of the folder above. */
  drive: string | null;
}

/** A symbolic link, a pipe or a socket: nothing that is synced. */
export interface OddNode {
  readonly kind: 'link' | 'special';
  readonly ino: bigint;
}

export type Node = FileNode | FolderNode | OddNode;

/** An error as `node:fs` throws it, so that the words of the real adapter fit. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
  readonly code: string;
  readonly syscall: string;

  constructor(code: string, syscall: string, path: string) {
    super(`${code}: ${syscall} ${path}`);
    this.code = code;
    this.syscall = syscall;
  }
}
