import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { IGNORE_FILE, isOwnPath } from '../../../main/engine/names/own-names.ts';
import { noFolder } from '../../../main/adapters/watch/watch-problem.ts';
import type { Watch, Watcher, WatchHint } from '../../../main/sync/ports/environment.ts';
import type { MemoryDisk } from './disk/disk.ts';
import type { TreeChange } from './disk/file-tree.ts';

export interface MemoryWatcherOptions {
  /** When a hint arrives; as soon as the code that runs now has ended, where absent. */
  readonly schedule?: (deliver: () => void) => void;
}

/** Hints about the folders of a memory disk. A simulation may delay them, lose them, or have no watcher at all. */
export class MemoryWatcher implements Watcher {
  /** Watching fails with this from now on. */
  refuses: Failure | null = null;
  /** Hints vanish without a word, as on some network drives. */
  mute = false;
  readonly #disk: MemoryDisk;
  readonly #schedule: (deliver: () => void) => void;
  readonly #watches = new Set<MemoryWatch>();

  constructor(disk: MemoryDisk, options: MemoryWatcherOptions = {}) {
    this.#disk = disk;
    this.#schedule = options.schedule ?? queueMicrotask;
  }

  watch(folder: string, ignored: (path: string) => boolean, onHint: (hint: WatchHint) => void): Watch {
    if (this.refuses !== null || !this.#disk.hasFolder(folder)) {
      const ready = Promise.resolve(fail(this.refuses ?? noFolder(folder)));
      return { ready, close: () => Promise.resolve() };
    }
    const watch = new MemoryWatch(folder, ignored, (hint) => {
      this.#schedule(() => {
        if (this.#watches.has(watch)) onHint(hint);
      });
    });
    const stop = this.#disk.onChange((change) => {
      if (!this.mute) watch.see(change);
    });
    this.#watches.add(watch);
    watch.onClose = () => {
      stop();
      this.#watches.delete(watch);
    };
    return watch;
  }

  /** Tells every watch that hints were missed. */
  lose(why: string): void {
    for (const watch of this.#watches) watch.lose(why);
  }
}

class MemoryWatch implements Watch {
  readonly ready: Promise<Result<void>> = Promise.resolve(ok(undefined));
  onClose: () => void = () => undefined;
  readonly #folder: string;
  readonly #ignored: (path: string) => boolean;
  readonly #tell: (hint: WatchHint) => void;

  constructor(folder: string, ignored: (path: string) => boolean, tell: (hint: WatchHint) => void) {
    this.#folder = folder;
    this.#ignored = ignored;
    this.#tell = tell;
  }

  see(change: TreeChange): void {
    const { kind, path: full } = change;
    if (full === this.#folder && kind === 'went') this.lose('the folder went away');
    if (!full.startsWith(`${this.#folder}/`)) return;
    const path = full.slice(this.#folder.length + 1);
    if (!this.#leavesOut(path)) for (const hint of hintsOf(change, path)) this.#tell(hint);
  }

  lose(why: string): void {
    this.#tell({ kind: 'lost', why });
  }

  close(): Promise<void> {
    this.onClose();
    return Promise.resolve();
  }

  /** Nothing below a folder that is left out is seen, as nobody watches there. */
  #leavesOut(path: string): boolean {
    if (path === IGNORE_FILE) return false;
    const names = path.split('/');
    return names.some((_, index) => {
      const at = names.slice(0, index + 1).join('/');
      return isOwnPath(at) || this.#ignored(at);
    });
  }
}

/** What a watcher says of a change; `path` is relative to the site's folder. */
export function hintsOf({ kind, what }: TreeChange, path: string): readonly WatchHint[] {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  // A file may have had the name of a new folder before.
  const above: WatchHint = { kind: 'changed', folder, deep: path === IGNORE_FILE };
  const isNewFolder = what === 'folder' && kind === 'came';
  return isNewFolder ? [{ kind: 'changed', folder: path, deep: true }, above] : [above];
}
