import { watch as chokidarWatch, type FSWatcher } from 'chokidar';
import { stat } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { isIgnoreFile, isOwnPath } from '../../engine/names/own-names.ts';
import type { Watch, Watcher, WatchHint } from '../../sync/ports/environment.ts';
import { createFolderWatcher } from './folder-watch.ts';
import { noFolder, notWatched, whyNotWatched } from './watch-problem.ts';

/** Events are hints only: they name a folder to scan again, and the scan finds the truth. */
export function createWatcher(): Watcher {
  return process.platform === 'linux' ? createFolderWatcher() : createChokidarWatcher();
}

/** For systems that watch whole trees. The cycle itself waits for stillness, so chokidar's own waiting stays off. */
export function createChokidarWatcher(): Watcher {
  return { watch: (folder, ignored, onHint) => new ChokidarWatch(folder, ignored, onHint) };
}

class ChokidarWatch implements Watch {
  readonly ready: Promise<Result<void>>;
  readonly #folder: string;
  readonly #ignored: (path: string) => boolean;
  readonly #onHint: (hint: WatchHint) => void;
  #watcher: FSWatcher | null = null;
  #closed = false;
  /** True once it was said that something could not be watched. Said once: it happens folder by folder. */
  #blind = false;
  #settle: (result: Result<void>) => void = () => undefined;

  constructor(folder: string, ignored: (path: string) => boolean, onHint: (hint: WatchHint) => void) {
    this.#folder = folder;
    this.#ignored = ignored;
    this.#onHint = onHint;
    this.ready = new Promise((resolve) => {
      this.#settle = resolve;
    });
    void this.#start();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#settle(ok(undefined));
    await this.#watcher?.close();
  }

  async #start(): Promise<void> {
    // For a missing folder, chokidar waits until it comes, and is ready at once.
    const stats = await stat(this.#folder).catch(() => null);
    if (stats?.isDirectory() !== true) {
      this.#settle(fail(noFolder(this.#folder)));
      return;
    }
    if (this.#closed) return;
    this.#watcher = chokidarWatch(this.#folder, {
      // One watch for the tree. With one for each folder, Windows would let nobody rename a folder that holds others, and
      // a Mac would soon have no file left to open.
      backend: 'native-recursive',
      ignoreInitial: true,
      followSymlinks: false,
      // The scan tells of a folder that may not be read; all others are watched.
      ignorePermissionErrors: true,
      ignored: (full) => this.#leavesOut(this.#relative(full)),
    });
    let watching = false;
    this.#watcher.on('ready', () => {
      watching = true;
      this.#settle(ok(undefined));
    });
    this.#watcher.on('error', (error) => {
      if (watching && !this.#blind) this.#onHint({ kind: 'lost', why: whyNotWatched(error) });
      else this.#settle(fail(notWatched(this.#folder, error)));
      this.#blind = true;
    });
    this.#watcher.on('all', (event, full) => {
      const path = this.#relative(full);
      if (event === 'unlinkDir' && path === '') this.#onHint({ kind: 'lost', why: 'the folder went away' });
      else this.#hint(event, path, this.#relative(dirname(full)));
    });
  }

  /** Events about single files are exact. If a folder came or went, chokidar may have missed what was in it. */
  #hint(event: string, path: string, above: string): void {
    const deep = event === 'unlinkDir' || isIgnoreFile(path);
    if (event === 'addDir') this.#onHint({ kind: 'changed', folder: path, deep: true });
    // A file may have had the name of a new folder before.
    this.#onHint({ kind: 'changed', folder: above, deep });
  }

  #relative(full: string): string {
    return relative(this.#folder, full).split(sep).join('/');
  }

  /** `.siteignore` is not synced, but it decides what is. */
  #leavesOut(path: string): boolean {
    return path !== '' && !isIgnoreFile(path) && (isOwnPath(path) || this.#ignored(path));
  }
}
