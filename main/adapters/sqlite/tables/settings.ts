import type { Mirror } from '../../../sync/ports/mirror.ts';
import type { Connection } from '../connection.ts';
import { text } from '../row.ts';

export function settingReads(db: Connection): Pick<Mirror, 'setting'> {
  const select = db.query('SELECT value FROM setting WHERE key = ?', ([value]) => text(value));
  return { setting: (key) => select.get(key) };
}

/**
 * Settings of the one process that writes. It remembers values, since some are asked for with each file; but not those
 * read within a transaction, which may still be undone.
 */
export function settingWrites(db: Connection): Pick<Mirror, 'setting' | 'setSetting'> {
  const known = new Map<string, string | null>();
  const { setting: lookUp } = settingReads(db);
  const remove = db.command('DELETE FROM setting WHERE key = ?');
  const upsert = db.command(`
    INSERT INTO setting (key, value) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`);
  return {
    setting(key) {
      const value = known.get(key);
      if (value !== undefined) return value;
      const read = lookUp(key);
      if (!db.inTransaction) known.set(key, read);
      return read;
    },
    setSetting(key, value) {
      known.delete(key);
      if (value === null) remove.run(key);
      else upsert.run(key, value);
    },
  };
}
