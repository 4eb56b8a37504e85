import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Generation } from '../../../../sync/ports/mirror/sites.ts';
import type { Connection, Row } from '../../connection.ts';
import { textOrNull } from '../../row.ts';
import type { SiteKeyMaker } from '../site-keys.ts';

const NONE: Generation = { now: null, before: null };

export function folderGenerations(
  db: Connection,
  keys: SiteKeyMaker,
): Pick<Mirror, 'generation' | 'setGeneration'> {
  const select = db.query('SELECT now, before FROM folder_generation WHERE site_key = ?', parse);
  const upsert = db.command(`
    INSERT INTO folder_generation (site_key, now, before) VALUES (?, ?, ?)
    ON CONFLICT (site_key) DO UPDATE SET (now, before) = (excluded.now, excluded.before)`);
  return {
    generation: (site) => select.get(keys.find(site)) ?? NONE,
    setGeneration(site, { now, before }) {
      db.transactionForRoom(() => upsert.run(keys.findOrMake(site), now, before));
    },
  };
}

function parse([now, before]: Row): Generation {
  return { now: textOrNull(now), before: textOrNull(before) };
}
