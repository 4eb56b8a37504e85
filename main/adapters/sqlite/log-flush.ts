import { closeSync, fsync, openSync } from 'node:fs';
import { CLOSED, MirrorError } from '../../sync/ports/mirror-error.ts';

interface Waiting {
  readonly done: () => void;
  readonly broken: (error: Error) => void;
}

/**
 * Flushes the mirror's log in a thread of the system: the loop goes on meanwhile. Whoever waits shares a flush with the
 * others; who comes while one is under way waits for the next, since that one may have begun before the write.
 *
 * A checkpoint that comes between needs no care: it flushes the log before it copies, and the file before the log may
 * begin anew. A new log's name is on the disk too: with its header SQLite flushes the folder. SQLite's locks are on
 * other files, so that closing this descriptor drops none.
 */
export class LogFlush {
  readonly #descriptor: number;
  #waiting: Waiting[] = [];
  #busy = false;
  #closed = false;
  #broken: Error | null = null;

  /** To be made before anything is written: the system tells a descriptor only of what failed since it was opened. */
  constructor(log: string) {
    // Windows flushes only what may be written to.
    this.#descriptor = openSync(log, 'r+');
  }

  /** Resolves when all that was written to the log before the call is on the disk; rejects once it is closed. */
  flushed(): Promise<void> {
    return new Promise((done, broken) => {
      // What is opened next may have got the number of the descriptor that was closed.
      if (this.#closed) return broken(new MirrorError(CLOSED));
      this.#waiting.push({ done, broken });
      if (!this.#busy) this.#flush();
    });
  }

  /** Who waits is still answered: the flushes go on, and keep the process until they are over. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // A flush that has not begun yet would go to whatever is opened next under this number.
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
    // On macOS Node makes the drive write out its cache as well, as `fullfsync` has SQLite do.
    fsync(this.#descriptor, (error) => {
      this.#busy = false;
      // What could not be written counts as written from now on, and a log is read no further than its first gap: no
      // later flush says anything about it.
      this.#broken = error;
      for (const each of group)
        if (error === null) each.done();
        else each.broken(error);
      if (this.#waiting.length > 0) this.#flush();
      if (this.#closed && !this.#busy) closeSync(this.#descriptor);
    });
  }
}
