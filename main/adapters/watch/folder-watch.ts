import { lstatSync, readdirSync, watch as watchOne, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { IGNORE_FILE, isOwnPath } from '../../engine/ignore-own.ts';
import type { Watch, Watcher, WatchHint } from '../../sync/ports/environment.ts';
import { noFolder, notWatched, whyNotWatched } from './watch-problem.ts';

/** Folders that are taken up before others have their turn. */
const AT_ONCE = 20;
/** A folder that went away meanwhile, or that may not be read: the scan tells of it. */
const NO_MATTER: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

/**
 * One watch for each folder and nothing for a file: 1,000 folders with 100,000 files take 15 MB, where a watcher that
 * knows each file takes 300. For Linux, whose watches see one folder each.
 */
export function createFolderWatcher(): Watcher {
  return { watch: (folder, ignored, onHint) => new FolderWatch(folder, ignored, onHint) };
}

class FolderWatch implements Watch {
  readonly ready: Promise<Result<void>>;
  readonly #root: string;
  readonly #ignored: (path: string) => boolean;
  readonly #onHint: (hint: WatchHint) => void;
  /** By path relative to the site's folder, `''` for itself. */
  readonly #watches = new Map<string, FSWatcher>();
  #closed = false;
  #watching = false;
  /** Something could not be watched and that was said. */
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
    for (const each of this.#watches.values()) each.close();
    this.#watches.clear();
    return Promise.resolve();
  }

  async #start(): Promise<Result<void>> {
    const stats = await stat(this.#root).catch(() => null);
    if (stats?.isDirectory() !== true) return fail(noFolder(this.#root));
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
   * Watches a folder and all below it, one at each step. Watched first and read then: what is made in between is seen by
   * one of the two. Parents come before what they hold, so that where watches run out the upper ones are there.
   */
  *#takeUp(start: string): Iterable<string> {
    const pending = [start];
    for (let at = 0; at < pending.length && !this.#blind; at++) {
      const folder = pending[at] ?? '';
      if (this.#watchFolder(folder)) pending.push(...this.#foldersIn(folder));
      yield folder;
    }
  }

  /** False where there is nothing to be watched. */
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
    const path = name === null ? folder : childOf(folder, name);
    if (name !== null && this.#leavesOut(path)) return;
    if (name === null || event !== 'rename') return this.#hint(folder);
    const there = lstatSync(join(this.#root, path), { throwIfNoEntry: false });
    if (there?.isDirectory() === true) {
      // A folder of this name that went away a moment ago has taken its watches with it.
      this.#letGo(path);
      for (const _ of this.#takeUp(path));
      this.#hint(path);
      return;
    }
    if (there === undefined) this.#letGo(path);
    if (folder === '' && there === undefined && this.#isGone())
      this.#onHint({ kind: 'lost', why: 'the folder went away' });
    else this.#hint(folder);
  }

  /** A folder hears of its own end under its own name. */
  #isGone(): boolean {
    return lstatSync(this.#root, { throwIfNoEntry: false }) === undefined;
  }

  #letGo(path: string): void {
    for (const [watched, one] of this.#watches) {
      if (watched !== path && !watched.startsWith(`${path}/`)) continue;
      one.close();
      this.#watches.delete(watched);
    }
  }

  #hint(folder: string): void {
    this.#onHint({ kind: 'changed', folder });
  }

  /** It happens folder by folder: once is enough. */
  #wrong(error: unknown): void {
    if (error instanceof Error && 'code' in error && NO_MATTER.has(error.code)) return;
    if (this.#blind) return;
    this.#blind = true;
    if (this.#watching) this.#onHint({ kind: 'lost', why: whyNotWatched(error) });
    else this.#failed = error;
  }

  /** `.siteignore` is not kept in step, but what it says changes what is. */
  #leavesOut(path: string): boolean {
    return path !== IGNORE_FILE && (isOwnPath(path) || this.#ignored(path));
  }
}

function childOf(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
