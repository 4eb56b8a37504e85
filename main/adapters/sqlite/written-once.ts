import type { Connection } from './connection.ts';

/**
 * What the running transaction has written and need not write again. After a rollback, the next one begins with nothing
 * written.
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

  /** Outside of a transaction nothing is remembered: others may write before the next question. */
  add(what: string): void {
    this.#follow();
    if (this.#in !== null) this.#written.add(what);
  }

  /** Something else was written in its place. */
  delete(what: string): void {
    this.#written.delete(what);
  }

  #follow(): void {
    const now = this.#db.transactionNumber;
    if (now !== this.#in) this.#written.clear();
    this.#in = now;
  }
}
