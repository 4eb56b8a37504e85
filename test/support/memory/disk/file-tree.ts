import { keyOf, spellingOf, type NameRules } from './names.ts';
import { DiskError, type Denied, type Entry, type FileNode, type FolderNode, type Node } from './nodes.ts';

export interface TreeOptions extends NameRules {
  /** `unique`: never used twice · `reused`: the lowest that is free (ext4) · `none`: always 0 (FAT, some shares). */
  readonly inodes: 'unique' | 'reused' | 'none';
  /** What times are rounded down to: 1 ns on ext4, 100 on NTFS, 2e9 on FAT. */
  readonly mtimeStepNs: bigint;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** A name came, went or got other content. A folder that came or went stands for all that is in it. */
export interface TreeChange {
  readonly kind: 'came' | 'changed' | 'went';
  readonly what: Node['kind'];
  /** Absolute. */
  readonly path: string;
}

/**
 * A file system in memory with the rules of a POSIX one: synchronous, and without chance. Paths are absolute with `/`;
 * errors are those of `node:fs`. Links are not followed.
 */
export class FileTree {
  readonly root: FolderNode = { kind: 'folder', ino: 1n, entries: new Map(), denied: null, drive: null };
  readonly listeners = new Set<(change: TreeChange) => void>();
  /** Bytes that all files together may hold. */
  capacity = 2 ** 40;
  /** The whole disk is write-protected. */
  readOnly = false;
  #used = 0;
  #inodes = 1n;
  #freed: bigint[] = [];
  #ticks = 0n;
  /** Numbers that two files have, since one of them came with an image. */
  readonly #doubled = new Set<bigint>();
  readonly #options: TreeOptions;
  /** The keys of the names in a path: each path is asked for thousands of times. */
  readonly #keys = new Map<string, readonly string[]>();

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  get free(): number {
    return Math.max(0, this.capacity - this.#used);
  }

  /** Null where nothing has that name. */
  find(path: string): Node | null {
    let at: Node = this.root;
    for (const key of this.#keysOf(path)) {
      if (at.kind !== 'folder') return null;
      if (at.denied === 'read') throw new DiskError('EACCES', 'lstat', path);
      const entry = at.entries.get(key);
      if (entry === undefined) return null;
      at = entry.node;
    }
    return at;
  }

  /** A path that leads to something, with the names as they are spelt on the disk. */
  spelt(path: string): string {
    const names = segments(path).map((name, index, all) => {
      const parent = this.find(`/${all.slice(0, index).join('/')}`);
      const entry = parent?.kind === 'folder' ? parent.entries.get(keyOf(name, this.#options)) : undefined;
      return entry?.name ?? name;
    });
    return `/${names.join('/')}`;
  }

  folder(path: string, syscall: string): FolderNode {
    const node = this.find(path);
    if (node === null) throw new DiskError('ENOENT', syscall, path);
    if (node.kind !== 'folder') throw new DiskError('ENOTDIR', syscall, path);
    return node;
  }

  /** A file that may be read; the node is the open handle. */
  file(path: string): FileNode {
    const node = this.find(path);
    if (node === null) throw new DiskError('ENOENT', 'open', path);
    if (node.kind !== 'file') throw new DiskError(node.kind === 'folder' ? 'EISDIR' : 'ELOOP', 'open', path);
    if (node.denied === 'read') throw new DiskError('EACCES', 'open', path);
    if (node.inUse) throw new DiskError('EBUSY', 'open', path);
    return node;
  }

  /** Names in a folder, in the order of their code units. */
  list(path: string): readonly string[] {
    const folder = this.folder(path, 'scandir');
    if (folder.denied === 'read') throw new DiskError('EACCES', 'scandir', path);
    return [...folder.entries.values()].map((entry) => entry.name).sort();
  }

  /** Opens for writing; a file that is there becomes empty. */
  create(path: string): FileNode {
    const there = this.find(path);
    if (there !== null) {
      const file = this.file(path);
      if (this.readOnly) throw new DiskError('EROFS', 'open', path);
      if (file.denied === 'write') throw new DiskError('EACCES', 'open', path);
      this.#setBytes(file, new Uint8Array(0));
      this.#tell('changed', file, path);
      return file;
    }
    const node: FileNode = {
      kind: 'file',
      ino: this.#newInode(),
      bytes: new Uint8Array(0),
      mtimeNs: this.#time(),
      names: 0,
      denied: null,
      inUse: false,
      isCopy: false,
    };
    this.#add(path, node, 'open');
    return node;
  }

  /** As much as there is room for, then ENOSPC. */
  write(file: FileNode, at: number, bytes: Uint8Array, path: string): void {
    if (this.readOnly) throw new DiskError('EROFS', 'write', path);
    const end = Math.max(file.bytes.length, at + bytes.length);
    const room = Math.min(end - file.bytes.length, this.free);
    const fits = Math.min(bytes.length, Math.max(0, file.bytes.length + room - at));
    const next = new Uint8Array(Math.max(file.bytes.length, at + fits));
    next.set(file.bytes);
    next.set(bytes.subarray(0, fits), at);
    this.#setBytes(file, next);
    this.#tell('changed', file, path);
    if (fits < bytes.length) throw new DiskError('ENOSPC', 'write', path);
  }

  truncate(file: FileNode, size: number, path: string): void {
    if (this.readOnly) throw new DiskError('EROFS', 'ftruncate', path);
    this.#setBytes(file, file.bytes.slice(0, size));
    this.#tell('changed', file, path);
  }

  setTime(path: string, ns: bigint): void {
    const file = this.file(path);
    file.mtimeNs = this.#rounded(ns);
    this.#tell('changed', file, path);
  }

  mkdir(path: string): void {
    if (this.find(path) !== null) throw new DiskError('EEXIST', 'mkdir', path);
    this.#add(path, this.newFolder(null), 'mkdir');
  }

  newFolder(drive: string | null): FolderNode {
    return { kind: 'folder', ino: this.#newInode(), entries: new Map(), denied: null, drive };
  }

  /** All that is in a folder once more, under no name yet: as `cp -a` copies it, or as it comes back with an image of its disk. */
  copied(folder: FolderNode, how: 'copy' | 'image'): FolderNode {
    const files = new Map<FileNode, FileNode>();
    const copyOf = (node: Node): Node => {
      const ino = how === 'copy' ? this.#newInode() : node.ino;
      if (node.kind === 'folder') {
        const entries = [...node.entries].map(([key, { name, node: each }]): [string, Entry] => [
          key,
          { name, node: copyOf(each) },
        ]);
        return { ...node, ino, entries: new Map(entries) };
      }
      if (node.kind !== 'file') return { ...node, ino };
      // A file with two names is one file in the copy, too.
      const there = files.get(node);
      const isTold = how === 'copy' && this.#options.inodes !== 'none';
      const file = there ?? { ...node, ino, bytes: node.bytes.slice(), names: 0, inUse: false };
      file.isCopy ||= isTold;
      file.names += 1;
      if (there === undefined) this.#used += file.bytes.length;
      files.set(node, file);
      if (how === 'image') this.#doubled.add(ino);
      return file;
    };
    return copyOf(folder) as FolderNode;
  }

  /** Puts another folder in the place of one, and returns that. Nobody is told, as where a drive is mounted. */
  exchange(path: string, other: FolderNode): FolderNode {
    const entries = this.folder(parentOf(path), 'rename').entries;
    const key = this.#entryKey(path);
    const entry = entries.get(key);
    if (entry?.node.kind !== 'folder') throw new DiskError('ENOENT', 'rename', path);
    entries.set(key, { ...entry, node: other });
    return entry.node;
  }

  addOdd(path: string, kind: 'link' | 'special'): void {
    this.#add(path, { kind, ino: this.#newInode() }, 'symlink');
  }

  /** A second name for a file; fails where something has it. */
  link(from: string, to: string): void {
    const node = this.find(from);
    if (node === null) throw new DiskError('ENOENT', 'link', from);
    if (node.kind === 'folder') throw new DiskError('EPERM', 'link', from);
    if (this.find(to) !== null) throw new DiskError('EEXIST', 'link', to);
    this.#add(to, node, 'link');
  }

  /** Takes the place of a file that is there, and changes the spelling of a name that is the same to this disk. */
  rename(from: string, to: string): void {
    const node = this.find(from);
    if (node === null) throw new DiskError('ENOENT', 'rename', from);
    if (node.kind === 'file' && node.inUse) throw new DiskError('EBUSY', 'rename', from);
    const there = this.find(to);
    this.#writableParent(from, 'rename');
    this.#writableParent(to, 'rename');
    if (there !== null && there !== node) {
      if (there.kind === 'folder') {
        if (node.kind !== 'folder') throw new DiskError('EISDIR', 'rename', to);
        if (there.entries.size > 0) throw new DiskError('ENOTEMPTY', 'rename', to);
      } else if (node.kind === 'folder') throw new DiskError('ENOTDIR', 'rename', to);
      this.#drop(to, there);
    } else if (there === node && (this.#options.keepsCase || !this.isOneEntry(from, to))) {
      // Two names of one file: POSIX leaves both.
      return;
    }
    // Held by one name more, so that it does not count as gone in between.
    if (node.kind === 'file') node.names += 1;
    this.#drop(from, node);
    this.#add(to, node, 'rename');
    if (node.kind === 'file') node.names -= 1;
  }

  /** Do both paths name the same entry of the same folder? */
  isOneEntry(one: string, two: string): boolean {
    return (
      this.#entryKey(one) === this.#entryKey(two) && this.find(parentOf(one)) === this.find(parentOf(two))
    );
  }

  unlink(path: string): void {
    const node = this.find(path);
    if (node === null) throw new DiskError('ENOENT', 'unlink', path);
    if (node.kind === 'folder') throw new DiskError('EISDIR', 'unlink', path);
    if (node.kind === 'file' && node.inUse) throw new DiskError('EBUSY', 'unlink', path);
    this.#writableParent(path, 'unlink');
    this.#drop(path, node);
  }

  rmdir(path: string): void {
    const node = this.folder(path, 'rmdir');
    if (node.entries.size > 0) throw new DiskError('ENOTEMPTY', 'rmdir', path);
    this.#writableParent(path, 'rmdir');
    this.#drop(path, node);
  }

  deny(path: string, denied: Denied): void {
    const node = this.find(path);
    if (node?.kind !== 'file' && node?.kind !== 'folder') throw new DiskError('ENOENT', 'chmod', path);
    node.denied = denied;
  }

  #add(path: string, node: Node, syscall: string): void {
    const parent = this.#writableParent(path, syscall);
    const name = segments(path).at(-1) ?? '';
    if (Buffer.byteLength(name) > 255) throw new DiskError('ENAMETOOLONG', syscall, path);
    parent.entries.set(this.#entryKey(path), { name: spellingOf(name, this.#options), node });
    if (node.kind === 'file') node.names += 1;
    this.#tell('came', node, path);
  }

  #drop(path: string, node: Node): void {
    this.folder(parentOf(path), 'unlink').entries.delete(this.#entryKey(path));
    if (node.kind === 'file') {
      node.names -= 1;
      if (node.names === 0) {
        this.#used -= node.bytes.length;
        // The bytes stay for those who have the file open; the number is free for the next one.
        if (this.#options.inodes === 'reused' && !this.#doubled.has(node.ino)) this.#freed.push(node.ino);
      }
    }
    this.#tell('went', node, path);
  }

  #writableParent(path: string, syscall: string): FolderNode {
    const parent = this.folder(parentOf(path), syscall);
    if (this.readOnly) throw new DiskError('EROFS', syscall, path);
    if (parent.denied !== null) throw new DiskError('EACCES', syscall, path);
    return parent;
  }

  #entryKey(path: string): string {
    return this.#keysOf(path).at(-1) ?? '';
  }

  #keysOf(path: string): readonly string[] {
    const known = this.#keys.get(path);
    if (known !== undefined) return known;
    const keys = segments(path).map((name) => keyOf(name, this.#options));
    this.#keys.set(path, keys);
    return keys;
  }

  #setBytes(file: FileNode, bytes: Uint8Array): void {
    if (file.names > 0) this.#used += bytes.length - file.bytes.length;
    file.bytes = bytes;
    file.mtimeNs = this.#time();
  }

  #newInode(): bigint {
    if (this.#options.inodes === 'none') return 0n;
    const freed = this.#freed.sort((a, b) => (a < b ? -1 : 1)).shift();
    return freed ?? ++this.#inodes;
  }

  /** The clock, and below its milliseconds a count, so that no two changes look alike to a disk that is fine enough. */
  #time(): bigint {
    this.#ticks = (this.#ticks + 1n) % 1_000_000n;
    return this.#rounded(BigInt(Math.trunc(this.#options.now())) * 1_000_000n + this.#ticks);
  }

  #rounded(ns: bigint): bigint {
    return ns - (ns % this.#options.mtimeStepNs);
  }

  /** As systems do: with the names as they are spelt on the disk, whatever the program that did it calls them. */
  #tell(kind: TreeChange['kind'], node: Node, path: string): void {
    if (this.listeners.size === 0) return;
    const spelt = this.#options.caseInsensitive ? this.spelt(path) : path;
    for (const listener of this.listeners) listener({ kind, what: node.kind, path: spelt });
  }
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

function segments(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
