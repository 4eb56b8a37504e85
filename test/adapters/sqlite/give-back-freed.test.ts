import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { giveBackFreed } from '../../../main/adapters/sqlite/give-back-freed.ts';

const MIB = 2 ** 20;
/** Of the library of most Linux systems; others have no such function. */
const hasGlibc = 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header;

it('gives back memory that lies below a block that stays', () => {
  const large = filled(20_000);
  const above = filled(1);
  large.close();
  const before = process.memoryUsage.rss();
  giveBackFreed();
  const given = (before - process.memoryUsage.rss()) / MIB;
  if (hasGlibc) expect(given).toBeGreaterThan(10);
  expect(above.prepare('SELECT count(*) FROM held').pluck().get()).toBe(1);
  above.close();
});

/** A database in memory with this many rows of a kB. */
function filled(rows: number): Database.Database {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE held (bytes)');
  const add = db.prepare('INSERT INTO held VALUES (zeroblob(1000))');
  db.transaction(() => {
    for (let n = 0; n < rows; n++) add.run();
  })();
  return db;
}
