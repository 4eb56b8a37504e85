import { type FileTree, parentOf } from './file-tree.ts';
import { DiskError, type Denied, type Entry, type FileNode, type FolderNode, type Node } from './nodes.ts';
import { keyOf, type NameRules } from './names.ts';

/**
 * What a person (or another program) does in one folder, at once and outside any process of ours. Paths are relative
 * to the folder. Errors are thrown: a test that asks for the impossible is wrong.
 */
export class Person {
  readonly #tree: FileTree;
  readonly #rules: NameRules;
  readonly #folder: string;

  constructor(tree: FileTree, rules: NameRules, folder: string) {
    this.#tree = tree;
    this.#rules = rules;
    this.#folder = folder;
  }

  /** Saves in place: the inode stays. Folders that are missing are made. */
  write(path: string, content: string | Uint8Array): void {
    const full = this.#full(path);
    this.makeFolder(parentOf(`/${path}`));
    const file = this.#tree.create(full);
    this.#tree.write(file, 0, bytesOf(content), full);
  }

  append(path: string, content: string | Uint8Array): void {
    const file = this.#tree.file(this.#full(path));
    this.#tree.write(file, file.bytes.length, bytesOf(content), this.#full(path));
  }

  /** Saves as Office programs do: a new file takes the name, with another inode. */
  replace(path: string, content: string | Uint8Array): void {
    const temporary = `${path}.saving`;
    this.write(temporary, content);
    this.#tree.rename(this.#full(temporary), this.#full(path));
  }

  read(path: string): Uint8Array {
    return this.#tree.file(this.#full(path)).bytes.slice();
  }

  stat(path: string): Pick<FileNode, 'ino' | 'mtimeNs' | 'names' | 'isCopy'> & { readonly size: number } {
    const { ino, mtimeNs, names, isCopy, bytes } = this.#tree.file(this.#full(path));
    return { ino, mtimeNs, names, isCopy, size: bytes.length };
  }

  has(path: string): boolean {
    return this.#tree.find(this.#full(path)) !== null;
  }

  /** A file or a folder with all that is in it. */
  rename(from: string, to: string): void {
    this.makeFolder(parentOf(`/${to}`));
    this.#tree.rename(this.#full(from), this.#full(to));
  }

  /** A file, or a folder with all that is in it. */
  remove(path: string): void {
    const full = this.#full(path);
    if (this.#tree.find(full)?.kind !== 'folder') {
      this.#tree.unlink(full);
      return;
    }
    for (const name of this.#tree.list(full)) this.remove(path === '' ? name : `${path}/${name}`);
    this.#tree.rmdir(full);
  }

  /** But for hidden ones. */
  dropEmptyFolders(path = ''): void {
    const full = this.#full(path);
    if (this.#tree.find(full)?.kind !== 'folder') return;
    for (const name of this.#tree.list(full))
      if (!name.startsWith('.')) this.dropEmptyFolders(path === '' ? name : `${path}/${name}`);
    if (path !== '' && this.#tree.list(full).length === 0) this.#tree.rmdir(full);
  }

  makeFolder(path: string): void {
    const names = `${this.#folder}/${path}`.split('/').filter((name) => name !== '');
    for (const [index] of names.entries()) {
      const at = `/${names.slice(0, index + 1).join('/')}`;
      if (this.#tree.find(at) === null) this.#tree.mkdir(at);
    }
  }

  link(path: string): void {
    this.#tree.addOdd(this.#full(path), 'link');
  }

  hardLink(path: string, second: string): void {
    this.makeFolder(parentOf(`/${second}`));
    this.#tree.link(this.#full(path), this.#full(second));
  }

  pipe(path: string): void {
    this.#tree.addOdd(this.#full(path), 'special');
  }

  /** Nanoseconds since 1970. */
  setTime(path: string, ns: bigint): void {
    this.#tree.setTime(this.#full(path), ns);
  }

  /** `read`: it cannot be read or entered · `write`: nothing can be written into it · null: all is allowed again. */
  deny(path: string, denied: Denied): void {
    this.#tree.deny(this.#full(path), denied);
  }

  /** Another program opens the file so that nobody else can, or closes it. */
  lock(path: string, inUse: boolean): void {
    const node = this.#tree.find(this.#full(path));
    if (node?.kind !== 'file') throw new Error(`No file ${path}`);
    node.inUse = inUse;
  }

  /** Every file below the folder, hidden ones included. */
  files(): ReadonlyMap<string, Uint8Array> {
    return filesBelow(this.#tree.find(this.#full('')), this.#folder);
  }

  /** Copies the folder, as it is now, to where it is in nobody's way. `image`: files keep their numbers and birth times. */
  copy(how: 'copy' | 'image'): FolderNode {
    return this.#tree.copied(this.#tree.folder(this.#folder, 'scandir'), how);
  }

  /** Puts another folder in the place of this one, and returns what was there. */
  exchange(other: FolderNode): FolderNode {
    return this.#tree.exchange(this.#folder, other);
  }

  /** Takes the drive of the folder away: an empty folder is left, as a mount point. Returns how to put it back. */
  unmount(): () => void {
    const parent = this.#tree.folder(parentOf(this.#folder), 'umount');
    const key = keyOf(this.#folder.slice(this.#folder.lastIndexOf('/') + 1), this.#rules);
    const away = parent.entries.get(key);
    if (away === undefined) throw new Error(`No folder ${this.#folder}`);
    parent.entries.delete(key);
    this.#tree.mkdir(this.#folder);
    return () => {
      parent.entries.set(key, away);
    };
  }

  /** Plugs a drive in at a folder, over what lies in it. Returns how to take it out. */
  plugIn(path: string, drive: FolderNode): () => void {
    this.makeFolder(path);
    const full = this.#full(path);
    const entries = this.#tree.folder(parentOf(full), 'mount').entries;
    const key = keyOf(full.slice(full.lastIndexOf('/') + 1), this.#rules);
    const below = entries.get(key);
    if (below === undefined) throw new Error(`No folder ${full}`);
    entries.set(key, { ...below, node: drive });
    return () => void entries.set(key, below);
  }

  /** With nothing on it. */
  newDrive(name: string): FolderNode {
    return this.#tree.newFolder(name);
  }

  #full(path: string): string {
    return path === '' ? this.#folder : `${this.#folder}/${path}`;
  }
}

/** Every file below a folder, hidden ones included. `full`: its path. */
export function filesBelow(folder: Node | null, full: string): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  // From node to node: by its path each of them would be looked for from the root on.
  const collect = (at: string, node: Node | null): void => {
    if (node?.kind === 'file') found.set(at, node.bytes.slice());
    if (node?.kind !== 'folder' || node.entries.size === 0) return;
    if (node.denied === 'read') throw new DiskError('EACCES', 'scandir', at === '' ? full : `${full}/${at}`);
    for (const entry of [...node.entries.values()].sort(byName))
      collect(at === '' ? entry.name : `${at}/${entry.name}`, entry.node);
  };
  collect('', folder);
  return found;
}

function byName(a: Entry, b: Entry): number {
  return a.name < b.name ? -1 : 1;
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content.slice();
}
