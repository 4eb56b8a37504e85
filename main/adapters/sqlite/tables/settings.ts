import type { Mirror } from '../../../sync/ports/mirror.ts';
import type { Connection } from '../connection.ts';
import { text } from '../row.ts';

export function settingReads(db: Connection): Pick<Mirror, 'setting'> {
  const select = db.query('SELECT value FROM setting WHERE key = ?', ([value]) => text(value));
  return { setting: (key) => select.get(key) };
}

export function settingWrites(db: Connection): Pick<Mirror, 'setSetting'> {
  const remove = db.command('DELETE FROM setting WHERE key = ?');
  const upsert = db.command(`
    INSERT INTO setting (key, value) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`);
  return {
    setSetting(key, value) {
      if (value === null) remove.run(key);
      else upsert.run(key, value);
    },
  };
}
