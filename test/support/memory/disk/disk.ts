import { PARTIALS, TRASH } from '../../../../main/adapters/disk/layout.ts';
import type { Replacer } from '../../../../main/app/ports.ts';
import type { Disk } from '../../../../main/sync/ports/disk.ts';
import { FileTree, type TreeChange, type TreeOptions } from './file-tree.ts';
import { Person } from './person.ts';
import { diskPort } from './port.ts';
import { memoryReplacer } from './replacing.ts';
import { SessionIo } from './session-io.ts';
import { Steps, type StepHook } from './steps.ts';

export type MemoryDiskOptions = Partial<TreeOptions>;

/** One process that uses the disk. */
export interface DiskSession {
  readonly disk: Disk;
  readonly replacer: Replacer;
  /** Resolves when the process died at a step; from then on nothing that it asked of the disk ever ends. */
  readonly dead: Promise<void>;
  /** Steps so far. */
  readonly count: () => number;
  readonly kill: () => void;
}

/** What lies in a site's folder, for those who judge whether anything was lost. Each map is by path. */
export interface FolderSnapshot {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** By `<time>/<path>`. */
  readonly trash: ReadonlyMap<string, Uint8Array>;
  /** Partial downloads and their resume notes. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
}

/**
 * A disk in memory that outlives the processes which use it. Same calls, same clock: same disk. Folders are absolute
 * paths with `/`, such as `/anna/Harbour House`.
 */
export class MemoryDisk {
  readonly #tree: FileTree;
  readonly #options: TreeOptions;

  constructor(options: MemoryDiskOptions = {}) {
    this.#options = {
      caseInsensitive: false,
      keepsCase: false,
      normalisation: 'none',
      inodes: 'unique',
      mtimeStepNs: 1n,
      now: () => 1_760_000_000_000,
      ...options,
    };
    this.#tree = new FileTree(this.#options);
  }

  /** The port for one process; `hook` is asked before each of its steps. */
  open(hook: StepHook = () => undefined): DiskSession {
    const steps = new Steps(hook);
    const io = new SessionIo(this.#tree, steps, this.#options.now);
    return {
      disk: diskPort(io),
      replacer: memoryReplacer(io),
      dead: steps.dead,
      count: () => steps.count,
      kill: () => steps.kill(),
    };
  }

  /** Somebody who works in that folder. */
  person(folder: string): Person {
    return new Person(this.#tree, this.#options, folder);
  }

  /** Bytes that are still free; what is there stays, so a disk may be fuller than it is large. */
  setFree(bytes: number): void {
    this.#tree.capacity += bytes - this.#tree.free;
    if (this.#tree.free > bytes) this.#tree.capacity -= this.#tree.free - bytes;
  }

  setReadOnly(readOnly: boolean): void {
    this.#tree.readOnly = readOnly;
  }

  /** Returns how to stop listening. */
  onChange(listener: (change: TreeChange) => void): () => void {
    this.#tree.listeners.add(listener);
    return () => this.#tree.listeners.delete(listener);
  }

  /** Is there a folder? */
  hasFolder(folder: string): boolean {
    return this.#tree.find(folder)?.kind === 'folder';
  }

  snapshot(folder: string): FolderSnapshot {
    const all = this.person(folder).files();
    return {
      files: new Map([...all].filter(([path]) => !path.startsWith('.sitesync/'))),
      trash: below(all, TRASH),
      parts: below(all, PARTIALS),
    };
  }
}

function below(all: ReadonlyMap<string, Uint8Array>, folder: string): ReadonlyMap<string, Uint8Array> {
  const inFolder = [...all].filter(([path]) => path.startsWith(`${folder}/`));
  return new Map(inFolder.map(([path, bytes]) => [path.slice(folder.length + 1), bytes]));
}
