import { closeSync, fsync, openSync } from 'node:fs';
import type BetterSqlite from 'better-sqlite3';
import { CLOSED, FailureError } from '../../sync/ports/failure-error.ts';

interface Waiting {
  readonly done: () => void;
  readonly broken: (error: Error) => void;
}

/**
 * Flushes the mirror's log in a thread of the system, while the loop goes on. All who wait share one flush. Who comes
 * while one is under way waits for the next: the running one may have begun before the write.
 *
 * A checkpoint in between does no harm: SQLite flushes the log before it copies, and the file before the log begins
 * anew. The name of a new log is on the disk too: SQLite flushes the folder with its header. Closing this descriptor
 * drops no lock, since SQLite's locks are on other files.
 */
export class LogFlush {
  readonly #descriptor: number;
  #waiting: Waiting[] = [];
  #busy = false;
  #closed = false;
  #broken: Error | null = null;

  /**
   * Must be opened before anything is written: the system reports to a descriptor only what failed since it was opened.
   */
  constructor(log: string) {
    // Opened for writing, since Windows flushes nothing else.
    this.#descriptor = openSync(log, 'r+');
  }

  /** Resolves when all that was written to the log before the call is on the disk; rejects once it is closed. */
  flushed(): Promise<void> {
    return new Promise((done, broken) => {
      // The number of the closed descriptor may belong to another file by now.
      if (this.#closed) return broken(new FailureError(CLOSED));
      this.#waiting.push({ done, broken });
      if (!this.#busy) this.#flush();
    });
  }

  /** Those who wait are still answered: the flushes go on, and keep the process alive until they are over. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // A flush that has not begun would go to whatever file gets this number next.
    if (!this.#busy) closeSync(this.#descriptor);
  }

  #flush(): void {
    const group = this.#waiting;
    this.#waiting = [];
    if (this.#broken !== null) {
      for (const each of group) each.broken(this.#broken);
      return;
    }
    this.#busy = true;
    // On macOS, Node also has the drive write its cache, like SQLite's `fullfsync`.
    fsync(this.#descriptor, (error) => {
      this.#busy = false;
      // After a failed flush the system takes the lost pages for written, and a log is only read up to its first gap.
      // So later flushes prove nothing any more.
      this.#broken = error;
      for (const each of group)
        if (error === null) each.done();
        else each.broken(error);
      if (this.#waiting.length > 0) this.#flush();
      if (this.#closed && !this.#busy) closeSync(this.#descriptor);
    });
  }
}

/** The log lies next to the file as SQLite names it: if ours is a link, beside its target. */
export function logOf(db: BetterSqlite.Database): string {
  const file = db.prepare("SELECT file FROM pragma_database_list WHERE name = 'main'").pluck().get();
  return `${String(file)}-wal`;
}
