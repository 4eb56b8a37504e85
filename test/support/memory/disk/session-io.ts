import {
  baseName,
  folderOf,
  joinPath,
  parseRelPath,
  pathKey,
  type RelPath,
} from '../../../../shared/model/rel-path.ts';
import { isOwnSegment } from '../../../../main/engine/names/own-names.ts';
import { MARKER } from '../../../../main/adapters/disk/layout.ts';
import { parseMarker } from '../../../../main/adapters/disk/own-files/marker.ts';
import { WrittenEditions } from '../../../../main/adapters/disk/own-files/written-editions.ts';
import { putBackJustNow } from '../../../../main/engine/guards/folder-missing.ts';
import {
  amongOwnFiles,
  changedMeanwhile,
  folderMissing,
  isErrno,
  isLink,
  linkOnTheWay,
  outsideSite,
  placeTaken,
  Refused,
  unreadable,
} from '../../../../main/adapters/disk/problem.ts';
import type { ScannedFile } from '../../../../main/sync/ports/disk.ts';
import type { FileTree } from './file-tree.ts';
import type { FileNode, FolderNode, Node } from './nodes.ts';
import type { Steps } from './steps.ts';

/** Size, modification time and inode of a file node. */
export function seen(node: FileNode, path: RelPath): ScannedFile {
  return { path, size: node.bytes.length, mtimeNs: node.mtimeNs, ino: node.ino };
}

export function isSame(node: FileNode, file: Omit<ScannedFile, 'path'>): boolean {
  return node.bytes.length === file.size && node.mtimeNs === file.mtimeNs && node.ino === file.ino;
}

/** The steps of one process on the tree, and the checks that every operation of the port makes of them. */
export class SessionIo {
  readonly tree: FileTree;
  readonly steps: Steps;
  readonly now: () => number;
  readonly editions = new WrittenEditions();

  constructor(tree: FileTree, steps: Steps, now: () => number) {
    this.tree = tree;
    this.steps = steps;
    this.now = now;
  }

  lstat(path: string): Promise<Node | null> {
    return this.steps.run('lstat', path, () => this.tree.find(path));
  }

  list(path: string): Promise<readonly string[]> {
    return this.steps.run('list', path, () => this.tree.list(path));
  }

  rename(from: string, to: string): Promise<void> {
    return this.steps.run('rename', to, () => this.tree.rename(from, to));
  }

  unlink(path: string): Promise<void> {
    return this.steps.run('unlink', path, () => this.tree.unlink(path));
  }

  write(file: FileNode, at: number, bytes: Uint8Array, path: string): Promise<void> {
    const half = (): void => this.tree.write(file, at, bytes.subarray(0, bytes.length / 2), path);
    return this.steps.run('write', path, () => this.tree.write(file, at, bytes, path), half);
  }

  /** Temporary file, flush, rename: the file is the old one or the new one. */
  async writeWhole(path: string, text: string, onWritten?: (file: FileNode) => void): Promise<void> {
    const temporary = `${path}.new`;
    const file = await this.steps.run('create', temporary, () => this.tree.create(temporary));
    await this.write(file, 0, Buffer.from(text), temporary);
    await this.steps.run('sync', temporary, () => undefined);
    await this.steps.run('rename', path, () => {
      onWritten?.(file);
      this.tree.rename(temporary, path);
    });
  }

  async requireFolder(folder: string): Promise<void> {
    if ((await this.lstat(folder))?.kind !== 'folder')
      throw new Refused(folderMissing(folder, 'is not there'));
  }

  /** The folder with its marker: without it the folder is an empty mount point or not ours. */
  async requireMarker(folder: string): Promise<void> {
    await this.requireFolder(folder);
    if ((await this.lstat(`${folder}/${MARKER}`)) === null)
      throw new Refused(folderMissing(folder, 'has lost its SiteSync marker'));
  }

  /** As `requireMarker`, and no copy or older image that took the folder's place: nothing is put into that. */
  async requireOriginal(folder: string): Promise<void> {
    await this.requireMarker(folder);
    const marker = this.tree.find(`${folder}/${MARKER}`);
    if (marker?.kind !== 'file') return;
    const there = parseMarker(Buffer.from(marker.bytes).toString())?.edition ?? Infinity;
    if (marker.isCopy || there < (this.editions.of(folder) ?? 0)) throw new Refused(putBackJustNow(folder));
  }

  /** False where a folder on the way is missing; refuses links. */
  async checkWay(folder: string, parent: string): Promise<boolean> {
    await this.requireFolder(folder);
    for (const at of steppingStones(folder, parent)) {
      const node = await this.lstat(at);
      if (node === null) return false;
      requireRealFolder(node, parent);
    }
    return true;
  }

  async makeWay(folder: string, parent: string): Promise<void> {
    await this.requireFolder(folder);
    for (const at of steppingStones(folder, parent)) {
      const node = await this.lstat(at);
      if (node === null) await this.mkdir(at);
      else requireRealFolder(node, parent);
    }
  }

  async lookAt(
    folder: string,
    path: RelPath,
  ): Promise<{ readonly full: string; readonly node: FileNode | null }> {
    const full = inside(folder, path);
    if (!(await this.checkWay(folder, folderOf(path)))) return { full, node: null };
    const node = await this.lstat(full);
    if (node?.kind === 'link') throw new Refused(isLink(path));
    if (node !== null && node.kind !== 'file')
      throw new Refused(unreadable(path, 'it is not a regular file'));
    return { full, node };
  }

  async requireUnchanged(folder: string, path: RelPath, file: Omit<ScannedFile, 'path'>): Promise<string> {
    const { full, node } = await this.lookAt(folder, path);
    if (node === null) throw new Refused(changedMeanwhile(path, 'gone'));
    if (!isSame(node, file)) throw new Refused(changedMeanwhile(path, 'another fingerprint'));
    return full;
  }

  /** As `requireUnchanged`, in the very step that follows. */
  requireStill(full: string, path: RelPath, file: Omit<ScannedFile, 'path'>): void {
    const node = this.tree.find(full);
    if (node?.kind !== 'file' || !isSame(node, file))
      throw new Refused(changedMeanwhile(path, 'another fingerprint'));
  }

  /** Where a file lies that just came to `path`: in the folder that stands there, maybe in another case. */
  placeOnDisk(folder: string, path: RelPath): RelPath {
    const spelt = this.tree.spelt(`${folder}/${folderOf(path)}`).slice(folder.length + 1);
    const place = joinPath(spelt, baseName(path));
    return pathKey(place) === pathKey(path) ? path : place;
  }

  /** Gives the file a name that nothing may have yet, and takes the old one away. `look`: the last one at the file. */
  async placeNew(
    from: string,
    full: string,
    path: RelPath,
    look: () => void = () => undefined,
  ): Promise<void> {
    try {
      await this.steps.run('link', full, () => {
        look();
        this.tree.link(from, full);
      });
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
      await this.requireFree(full, path);
      throw new Refused(changedMeanwhile(path, 'something is there'));
    }
    try {
      await this.unlink(from);
    } catch (error) {
      await this.unlink(full);
      throw error;
    }
  }

  async requireFree(full: string, path: RelPath): Promise<void> {
    const there = await this.lstat(full);
    if (there === null) return;
    if (there.kind === 'file') throw new Refused(changedMeanwhile(path, 'something is there'));
    throw new Refused(placeTaken(path, there.kind));
  }

  mkdir(path: string): Promise<void> {
    return this.steps.run('mkdir', path, () => {
      if (this.tree.find(path) === null) this.tree.mkdir(path);
    });
  }
}

/** The absolute path of something in a site's folder; never outside it, never in our own hidden folder. */
export function inside(folder: string, path: RelPath): string {
  if (parseRelPath(path) === null) throw new Refused(outsideSite(path));
  if (isOwnSegment(path.split('/', 1)[0] ?? '')) throw new Refused(amongOwnFiles(path));
  return `${folder}/${path}`;
}

function steppingStones(folder: string, parent: string): readonly string[] {
  const names = parent === '' ? [] : parent.split('/');
  return names.map((_, index) => `${folder}/${names.slice(0, index + 1).join('/')}`);
}

function requireRealFolder(node: Node, path: string): asserts node is FolderNode {
  if (node.kind === 'link') throw new Refused(linkOnTheWay(path));
  if (node.kind !== 'folder') throw new Refused(placeTaken(path, 'file'));
}
