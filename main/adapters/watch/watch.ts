import { watch as chokidarWatch, type FSWatcher } from 'chokidar';
import { stat } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { isIgnoreFile, isOwnPath } from '../../engine/ignore/ignore-own.ts';
import type { Watch, Watcher, WatchHint } from '../../sync/ports/environment.ts';
import { createFolderWatcher } from './folder-watch.ts';
import { noFolder, notWatched, whyNotWatched } from './watch-problem.ts';

/** For hints only: an event names a folder that is scanned again, and a scan is the truth. */
export function createWatcher(): Watcher {
  return process.platform === 'linux' ? createFolderWatcher() : createChokidarWatcher();
}

/** Where a system watches whole trees. Stillness is judged by the cycle, so chokidar's own waiting stays off. */
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
  /** Something could not be watched and that was said. It happens folder by folder: once is enough. */
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
    // chokidar takes a folder that is not there for one that may come, and is ready at once.
    const stats = await stat(this.#folder).catch(() => null);
    if (stats?.isDirectory() !== true) {
      this.#settle(fail(noFolder(this.#folder)));
      return;
    }
    if (this.#closed) return;
    this.#watcher = chokidarWatch(this.#folder, {
      ignoreInitial: true,
      followSymlinks: false,
      // A folder that may not be read is told of by the scan; the others are watched all the same.
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

  /** What is said of a single file is exact. Of a folder that came or went chokidar may have missed what was in it. */
  #hint(event: string, path: string, above: string): void {
    const deep = event === 'unlinkDir' || isIgnoreFile(path);
    if (event === 'addDir') this.#onHint({ kind: 'changed', folder: path, deep: true });
    // A file may have had the name of a new folder before.
    this.#onHint({ kind: 'changed', folder: above, deep });
  }

  #relative(full: string): string {
    return relative(this.#folder, full).split(sep).join('/');
  }

  /** `.siteignore` is not kept in step, but what it says changes what is. */
  #leavesOut(path: string): boolean {
    return path !== '' && !isIgnoreFile(path) && (isOwnPath(path) || this.#ignored(path));
  }
}
