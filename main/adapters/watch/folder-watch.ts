import { lstatSync, readdirSync, statSync, watch as watchOne, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { childOf } from '../../../shared/model/rel-path.ts';
import { isIgnoreFile, isOwnPath } from '../../engine/names/own-names.ts';
import type { Watch, Watcher, WatchHint } from '../../sync/ports/environment.ts';
import { FolderTree } from './folder-tree.ts';
import { noFolder, notWatched, whyNotWatched } from './watch-problem.ts';

/** Folders that are taken up in one go before the loop gets its turn. */
const AT_ONCE = 20;
/** Errors that need no notice: a folder went away meanwhile, or may not be read. The scan tells of it. */
const NO_MATTER: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

/**
 * One watch for each folder and none for files: 1,000 folders with 100,000 files take 15 MB, and 300 with a watcher
 * that knows each file. For Linux, where a watch sees one folder.
 */
export function createFolderWatcher(): Watcher {
  return { watch: (folder, ignored, onHint) => new FolderWatch(folder, ignored, onHint) };
}

class FolderWatch implements Watch {
  readonly ready: Promise<Result<void>>;
  readonly #root: string;
  readonly #ignored: (path: string) => boolean;
  readonly #onHint: (hint: WatchHint) => void;
  readonly #watches = new FolderTree<FSWatcher>();
  /** Identifies the folder that is watched; another one in its place is not. */
  #identity: string | null = null;
  #closed = false;
  #watching = false;
  /** True once it was said that something could not be watched. */
  #blind = false;
  /** The first thing that went wrong before it was ready. */
  #failed: unknown = null;

  constructor(root: string, ignored: (path: string) => boolean, onHint: (hint: WatchHint) => void) {
    this.#root = root;
    this.#ignored = ignored;
    this.#onHint = onHint;
    this.ready = this.#start();
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#letGo('');
    return Promise.resolve();
  }

  async #start(): Promise<Result<void>> {
    const stats = await stat(this.#root).catch(() => null);
    if (stats?.isDirectory() !== true) return fail(noFolder(this.#root));
    this.#identity = identityOf(this.#root);
    let taken = 0;
    for (const _ of this.#takeUp('')) {
      taken += 1;
      if (taken % AT_ONCE === 0) await turn();
      if (this.#closed) return ok(undefined);
    }
    this.#watching = true;
    return this.#failed === null ? ok(undefined) : fail(notWatched(this.#root, this.#failed));
  }

  /**
   * Watches a folder and all below it, one at each step. Each folder is watched first and read then, so that what is
   * made in between is seen by one of the two. Outer folders come first: if watches run out, those are there.
   */
  *#takeUp(start: string): Iterable<string> {
    const pending = [start];
    for (let at = 0; at < pending.length && !this.#blind; at++) {
      const folder = pending[at] ?? '';
      const inner = this.#watchFolder(folder) ? this.#foldersIn(folder) : [];
      for (const path of inner) pending.push(path);
      yield folder;
    }
  }

  /** False if there is nothing to watch. */
  #watchFolder(folder: string): boolean {
    if (this.#closed || this.#watches.has(folder)) return !this.#closed;
    try {
      const one = watchOne(join(this.#root, folder), (event, name) => this.#heard(folder, event, name));
      one.on('error', (error) => this.#wrong(error));
      this.#watches.set(folder, one);
      return true;
    } catch (error) {
      this.#wrong(error);
      return false;
    }
  }

  #foldersIn(folder: string): readonly string[] {
    try {
      return readdirSync(join(this.#root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => childOf(folder, entry.name))
        .filter((path) => !this.#leavesOut(path));
    } catch (error) {
      this.#wrong(error);
      return [];
    }
  }

  #heard(folder: string, event: string, name: string | null): void {
    if (this.#closed) return;
    if (name === null) return this.#hint(folder, true);
    const path = childOf(folder, name);
    if (this.#leavesOut(path)) return;
    const there = kindOf(join(this.#root, path));
    // A folder of this name that has just gone took its watches with it.
    if (there !== 'folder' || event === 'rename') this.#letGo(path);
    if (there === 'folder') {
      // It is new, or another one, or may be read from now on.
      for (const _ of this.#takeUp(path));
      this.#hint(path, true);
      // A file may have had this name before.
      if (event === 'rename') this.#hint(folder, false);
    } else if (folder === '' && there === 'none' && identityOf(this.#root) !== this.#identity) {
      this.#onHint({ kind: 'lost', why: 'the folder went away' });
    } else {
      this.#hint(folder, there === 'unknown' || this.#isAboutAll(folder, name, there));
    }
  }

  /**
   * A folder hears events about itself under its own name. For all but the site's own folder, the one above hears them
   * too.
   */
  #isAboutAll(folder: string, name: string, there: Kind): boolean {
    return folder === '' && (isIgnoreFile(name) || (there === 'none' && name === basename(this.#root)));
  }

  /** Stops watching a folder and everything in it. */
  #letGo(folder: string): void {
    if (!this.#watches.has(folder)) return;
    for (const one of this.#watches.take(folder)) one.close();
  }

  #hint(folder: string, deep: boolean): void {
    this.#onHint({ kind: 'changed', folder, deep });
  }

  /** Said once: it happens folder by folder. */
  #wrong(error: unknown): void {
    if (error instanceof Error && 'code' in error && NO_MATTER.has(error.code)) return;
    if (this.#blind) return;
    this.#blind = true;
    if (this.#watching) this.#onHint({ kind: 'lost', why: whyNotWatched(error) });
    else this.#failed = error;
  }

  /** `.siteignore` is not synced, but it decides what is. */
  #leavesOut(path: string): boolean {
    return !isIgnoreFile(path) && (isOwnPath(path) || this.#ignored(path));
  }
}

type Kind = 'folder' | 'other' | 'none' | 'unknown';

/** `unknown` if it cannot be looked at: a folder above it is a file by now, or was closed to this user. */
function kindOf(full: string): Kind {
  try {
    const stats = lstatSync(full, { throwIfNoEntry: false });
    if (stats === undefined) return 'none';
    return stats.isDirectory() ? 'folder' : 'other';
  } catch {
    return 'unknown';
  }
}

/** Identifies the folder that lies there, links followed; null if there is none, or nobody can say. */
function identityOf(full: string): string | null {
  try {
    // The birth is needed: a free inode number is used again at once.
    const { dev, ino, birthtimeNs } = statSync(full, { bigint: true });
    return `${dev}:${ino}:${birthtimeNs}`;
  } catch {
    return null;
  }
}
