import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobReferences } from './blob-references.ts';
import { type Db, TABLES } from './database.ts';

/** A backup of everything the service holds; good until the service is closed. */
export interface Snapshot {
  readonly path: string;
}

/** Takes and restores backups, as an operator would who puts an older state back. */
export class Snapshots {
  readonly #db: Db;
  readonly #references: BlobReferences;
  readonly #folder: string;
  #taken = 0;

  constructor(db: Db, references: BlobReferences, dataDir: string) {
    this.#db = db;
    this.#references = references;
    this.#folder = join(dataDir, 'snapshots');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  take(): Snapshot {
    this.#references.pinAll();
    mkdirSync(this.#folder, { recursive: true });
    this.#taken += 1;
    const path = join(this.#folder, `${this.#taken}.db`);
    this.#db.prepare('vacuum into ?').run(path);
    return { path };
  }

  restore(snapshot: Snapshot): void {
    this.#db.prepare('attach ? as backup').run(snapshot.path);
    try {
      this.#db.transaction(() => {
        for (const table of TABLES) {
          this.#db.exec(
            `delete from main.${table}; insert into main.${table} select * from backup.${table};`,
          );
        }
      })();
    } finally {
      this.#db.exec('detach backup');
    }
  }
}
