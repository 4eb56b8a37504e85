import type BetterSqlite from 'better-sqlite3';

/** As long as another program may well have the lock for something short, ms: nothing else of this process runs meanwhile. */
const USUAL = 5000;
/** Once one had it for longer: each site of an app tries to write, and a window would stand still for all of them, ms. */
const BRIEF = 100;

/** How long a write waits for the lock of the database that another program has. */
export class LockPatience {
  readonly #db: BetterSqlite.Database;
  #isBrief = false;

  constructor(db: BetterSqlite.Database) {
    this.#db = db;
  }

  /** The lock was not had. */
  lost(): void {
    // Who only reads takes no lock, and so would never hear that it can be had again.
    if (!this.#db.readonly) this.#be(true);
  }

  /** The lock was had. */
  back(): void {
    this.#be(false);
  }

  #be(isBrief: boolean): void {
    if (isBrief === this.#isBrief) return;
    this.#isBrief = isBrief;
    this.#db.pragma(`busy_timeout = ${isBrief ? BRIEF : USUAL}`);
  }
}
