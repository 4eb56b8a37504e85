import type { Connection } from './connection.ts';

/**
 * What was written in the transaction that runs, and need not be written twice in it. Where that one comes to nothing, the
 * next one begins with nothing written.
 */
export class WrittenOnce {
  readonly #db: Pick<Connection, 'transactionNumber'>;
  readonly #written = new Set<string>();
  #in: number | null = null;

  constructor(db: Pick<Connection, 'transactionNumber'>) {
    this.#db = db;
  }

  has(what: string): boolean {
    this.#follow();
    return this.#written.has(what);
  }

  /** Outside of a transaction nothing is kept: who asks next cannot know what was written since. */
  add(what: string): void {
    this.#follow();
    if (this.#in !== null) this.#written.add(what);
  }

  /** Something else is written in its place. */
  delete(what: string): void {
    this.#written.delete(what);
  }

  #follow(): void {
    const now = this.#db.transactionNumber;
    if (now !== this.#in) this.#written.clear();
    this.#in = now;
  }
}
