import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import Database from 'better-sqlite3';

import { Connection, type ConnectionWatch } from '../../../main/adapters/sqlite/connection.ts';

/** A database of one table `t` with unique numbers `x`, and what is connected to it. */
export class ConnectionHome {
  readonly dir = mkdtempSync(path.join(os.tmpdir(), 'mirror-connection-'));
  readonly db: Database.Database = new Database(path.join(this.dir, 'a.sqlite'));
  readonly #connections: Connection[] = [];

  constructor() {
    this.db.pragma('journal_mode = WAL');
    this.db.pragma('synchronous = NORMAL');
    this.db.exec('CREATE TABLE t (x INTEGER UNIQUE) STRICT');
  }

  connect(watch: ConnectionWatch = {}): Connection {
    const connection = new Connection(this.db, watch);
    this.#connections.push(connection);
    return connection;
  }

  remove(): void {
    for (const connection of this.#connections.splice(0)) connection.close();
    this.db.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
