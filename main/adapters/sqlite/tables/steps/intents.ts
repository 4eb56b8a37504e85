import type { Intent } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection, Row } from '../../connection.ts';
import { big, category, hash, inode, inodeColumn, opId, path, text, whole } from '../../row.ts';
import type { SiteKeyMaker, SiteKeys } from '../site-keys.ts';

const COLUMNS = 'path, name, category, size, mtime_ns, ino, hash, listing, late_until';

export function intentReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'intents'> {
  const all = db.query(
    `SELECT op_id, ${COLUMNS} FROM intent WHERE site_key = ? ORDER BY path, op_id`,
    parseIntent,
    { bigint: true },
  );
  return { intents: (site) => all.all(keys.find(site)) };
}

export function intentWrites(db: Connection, keys: SiteKeyMaker): Pick<Mirror, 'saveIntents'> {
  const upsert = db.command(`
    INSERT INTO intent (site_key, op_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (site_key, op_id) DO UPDATE SET
      (${COLUMNS}) = (${COLUMNS.replaceAll(/\w+/g, 'excluded.$&')})
    WHERE (${COLUMNS}) IS NOT (${COLUMNS.replaceAll(/\w+/g, 'excluded.$&')})`);
  return {
    // The request goes out as soon as this resolves: even after a power cut, the intent must still be there.
    async saveIntents(site, intents) {
      if (intents.length === 0) return;
      await db.durable(() => {
        const key = keys.findOrMake(site);
        for (const one of intents) {
          db.writes += upsert.run(
            key,
            one.opId,
            one.path,
            one.name,
            one.category,
            one.size,
            one.mtimeNs,
            inodeColumn(one.ino),
            one.hash,
            one.listing,
            one.lateUntil,
          );
        }
      });
    },
  };
}

function parseIntent(row: Row): Intent {
  return {
    opId: opId(row[0]),
    path: path(row[1]),
    name: text(row[2]),
    category: category(row[3]),
    size: whole(row[4]),
    mtimeNs: big(row[5]),
    ino: inode(row[6]),
    hash: hash(row[7]),
    listing: whole(row[8]),
    lateUntil: whole(row[9]),
  };
}
