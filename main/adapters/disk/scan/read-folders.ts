import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { childOf } from '../../../../shared/model/rel-path.ts';
import { errnoOf } from '../problem.ts';
import { isUnicode } from './is-unicode.ts';
import { kindOf } from './kind-of.ts';

/** A folder as it was when read. */
export interface ReadFolder {
  /** Its time of change. */
  readonly mtimeNs: bigint;
  /** The folders in it. */
  readonly inner: readonly string[];
  files: number;
  /** The inodes of those files that have one name alone. */
  readonly inos: bigint[];
}

/** The folders that a walk has read, by path: two spellings may lead to the same one. */
export class ReadFolders {
  readonly #root: string;
  readonly #isLeftOut: (path: string, isFolder: boolean) => boolean;
  readonly #read = new Map<string, ReadFolder>();

  constructor(root: string, isLeftOut: (path: string, isFolder: boolean) => boolean) {
    this.#root = root;
    this.#isLeftOut = isLeftOut;
  }

  has(folder: string): boolean {
    return this.#read.has(folder);
  }

  add(folder: string, read: ReadFolder): void {
    this.#read.set(folder, read);
  }

  /** Nothing is to be said about what is in it. */
  leaveOut(folder: string): void {
    this.#read.delete(folder);
  }

  /**
   * Did folders or files come to or go from a folder after it was read? They were then seen twice, or not at all. Only
   * folders whose time has changed are checked: which folders they hold, how many files, and whether one of these was
   * read elsewhere. A file that was merely saved changes none of that.
   */
  get shifted(): boolean {
    for (const [folder, read] of this.#read) {
      try {
        const full = join(this.#root, folder) + sep;
        if (statSync(full, { bigint: true }).mtimeNs !== read.mtimeNs && this.#isShifted(folder, full, read))
          return true;
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') return true;
      }
    }
    return false;
  }

  #isShifted(folder: string, full: string, read: ReadFolder): boolean {
    const odd = new Set<string>();
    const taken = readdirSync(full, { withFileTypes: true })
      .map((entry) => ({
        name: entry.name,
        path: childOf(folder, entry.name),
        kind: kindOf(entry, full + entry.name),
      }))
      .filter(({ path, kind }) => !this.#isLeftOut(path, kind === 'folder'))
      .filter(({ name }) => isUnicode(name, full, odd));
    const folders = taken.filter(({ kind }) => kind === 'folder');
    const files = taken.filter(({ kind }) => kind === 'file');
    const before = new Set(read.inner);
    return (
      folders.length !== before.size ||
      !folders.every(({ path }) => before.has(path)) ||
      files.length !== read.files ||
      this.#hasTraded(
        read,
        files.map(({ name }) => full + name),
      )
    );
  }

  /**
   * Did a file leave this folder for another that was read, or was one seen under two names in it? Another file may have
   * taken its place, so that there are as many as before.
   */
  #hasTraded({ inos }: ReadFolder, filesNow: readonly string[]): boolean {
    if (new Set(inos).size < inos.length) return true;
    const now = new Set(
      filesNow.map((file) => lstatSync(file, { bigint: true, throwIfNoEntry: false })?.ino),
    );
    const left = new Set(inos.filter((ino) => !now.has(ino)));
    if (left.size === 0) return false;
    return [...this.#read.values()].some(
      (other) => other.inos !== inos && other.inos.some((ino) => left.has(ino)),
    );
  }
}
