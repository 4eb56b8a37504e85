import type { FileId, SiteId } from '../../../shared/model/ids.ts';

/** One transfer under way. */
export interface Transfer {
  readonly site: SiteId;
  readonly path: string;
  readonly direction: 'up' | 'down';
  readonly total: number | null;
  readonly done: number;
}

/** What is known of the running work: bytes and files of all that was started since the counter was reset. */
export interface ProgressState {
  readonly phase: 'idle' | 'listing' | 'scanning' | 'hashing' | 'transferring';
  readonly site: SiteId | null;
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly running: readonly Transfer[];
  /** A large file that is read through, which takes as long as its disk; null where none is. */
  readonly reading: Reading | null;
}

interface Reading {
  readonly site: SiteId;
  readonly path: string;
}

/** Files and their bytes. */
interface Work {
  readonly files: number;
  readonly bytes: number;
}

/** How a transfer begins. */
interface TransferStart {
  /** Bytes that were here already. */
  readonly from?: number;
  /** False if it was not among the work that `expect` announced. */
  readonly planned?: boolean;
}

/** Collects what the transfers report; whoever shows it looks when it likes (no event per chunk). */
export class Progress {
  /** Records whose deletes are on the way to the service. */
  readonly deleting = new Set<FileId>();
  #phase: ProgressState['phase'] = 'idle';
  #site: SiteId | null = null;
  #filesDone = 0;
  #filesTotal = 0;
  #bytesDone = 0;
  #bytesTotal = 0;
  #bytesUp = 0;
  #bytesDown = 0;
  /** What the site's last plan left to its next one: expected until that is made. */
  readonly #left = new Map<SiteId, Work>();
  /** By site and path of a file under way: how many of its bytes moved, or were here already. */
  readonly #moved = new Map<string, number>();
  readonly #running = new Set<{ -readonly [K in keyof Transfer]: Transfer[K] }>();
  /** In the order in which they were begun. */
  readonly #reading = new Set<Reading>();
  /** Downloads that were asked for, and of which nothing came yet. */
  readonly #asked = new Set<{ readonly path: string }>();

  get state(): ProgressState {
    return {
      phase: this.#phase,
      site: this.#site,
      filesDone: this.#filesDone,
      filesTotal: this.#filesTotal,
      bytesDone: this.#bytesDone,
      bytesTotal: this.#bytesTotal,
      bytesUp: this.#bytesUp,
      bytesDown: this.#bytesDown,
      running: [...this.#running],
      reading: this.#reading.values().next().value ?? null,
    };
  }

  /** Paths of the files that wait for bytes to move. */
  get waiting(): readonly string[] {
    return [...this.#running, ...this.#asked].map(({ path }) => path);
  }

  /** A download is asked for. Call the result when it begins, or does not. */
  asks(path: string): () => void {
    const entry = { path };
    this.#asked.add(entry);
    return () => void this.#asked.delete(entry);
  }

  phase(phase: ProgressState['phase'], site: SiteId | null): void {
    this.#phase = phase;
    this.#site = site;
  }

  /** A large file is read through. Call the result when that is over. */
  reading(file: Reading): () => void {
    const entry = { ...file };
    this.#reading.add(entry);
    return () => void this.#reading.delete(entry);
  }

  /** Announces work: files and their bytes. */
  expect(files: number, bytes: number): void {
    this.#filesTotal += files;
    this.#bytesTotal += bytes;
  }

  /** A plan was cut short: so much of it is left to the site's next one, and expected until that is made. */
  leave(site: SiteId, { files, bytes }: Work): void {
    const before = this.#left.get(site);
    this.#left.set(site, { files: (before?.files ?? 0) + files, bytes: (before?.bytes ?? 0) + bytes });
  }

  /** The site's next plan counts what the last one left, or nothing more of it is done for now. */
  takeUp(site: SiteId): void {
    const left = this.#left.get(site);
    if (left === undefined) return;
    this.#left.delete(site);
    this.expect(-left.files, -left.bytes);
  }

  /** A transfer starts. Call `moved` of the result with the bytes of each step, and `end` once. */
  begin(
    transfer: Omit<Transfer, 'done'>,
    { from = 0, planned = true }: TransferStart = {},
  ): {
    readonly moved: (bytes: number) => void;
    readonly end: () => void;
  } {
    const entry = { ...transfer, done: from };
    this.#running.add(entry);
    // A planned transfer may have a part here already. Any other is expected from now on.
    const key = keyOf(transfer);
    if (planned) this.#isHere(key, from);
    else this.#bytesTotal += Math.max(0, (transfer.total ?? from) - from);
    return {
      moved: (bytes) => {
        entry.done += bytes;
        if (planned) this.#moved.set(key, (this.#moved.get(key) ?? 0) + bytes);
        this.#bytesDone += bytes;
        if (transfer.direction === 'up') this.#bytesUp += bytes;
        else this.#bytesDown += bytes;
      },
      end: () => {
        this.#running.delete(entry);
        // Bytes of a transfer that broke off are no longer expected: the next try announces its own.
        if (!planned) this.#bytesTotal -= Math.max(0, (entry.total ?? 0) - entry.done);
      },
    };
  }

  /**
   * A file that was announced with this many bytes is done, or is no longer expected because it failed or is planned
   * anew. Those of its bytes that have not moved will not come.
   */
  fileEnded(file: Pick<Transfer, 'site' | 'path'>, bytes: number, isDone: boolean): void {
    if (isDone) this.#filesDone += 1;
    else this.#filesTotal -= 1;
    const key = keyOf(file);
    this.#bytesTotal -= Math.max(0, bytes - (this.#moved.get(key) ?? 0));
    this.#moved.delete(key);
  }

  reset(): void {
    this.#filesDone = 0;
    this.#filesTotal = 0;
    this.#bytesDone = 0;
    this.#bytesTotal = 0;
    this.#moved.clear();
    this.#left.clear();
  }

  /** Counts the part that was here already as done, unless an earlier try counted it. */
  #isHere(key: string, from: number): void {
    const known = this.#moved.get(key) ?? 0;
    this.#bytesTotal -= Math.max(0, from - known);
    this.#moved.set(key, Math.max(from, known));
  }
}

function keyOf({ site, path }: Pick<Transfer, 'site' | 'path'>): string {
  return `${site} ${path}`;
}
