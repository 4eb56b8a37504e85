import type { NotedBytes } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection, Row } from '../../connection.ts';
import { fileId, fingerprint, hash, whole } from '../../row.ts';
import type { SiteKeyMaker, SiteKeys } from '../site-keys.ts';

// The table is called `known_bytes` since databases of earlier versions have it under that name.

export function notedBytesReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'notedBytes'> {
  const all = db.query(
    'SELECT id, hash, size, remote FROM known_bytes WHERE site_key = ? ORDER BY id, hash',
    parse,
  );
  return { notedBytes: (site) => all.all(keys.find(site)) };
}

export function notedBytesWrites(db: Connection, keys: SiteKeyMaker): Pick<Mirror, 'saveNotedBytes'> {
  const upsert = db.command(`
    INSERT INTO known_bytes (site_key, id, hash, size, remote) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (site_key, id, hash) DO UPDATE SET (size, remote) = (excluded.size, excluded.remote)
    WHERE (size, remote) IS NOT (excluded.size, excluded.remote)`);
  return {
    // If the power fails after the file was placed or moved, the note must still be there.
    async saveNotedBytes(site, { id, hash: bytes, size, remote }) {
      await db.durable(() => {
        db.writes += upsert.run(keys.findOrMake(site), id, bytes, size, remote);
      });
    },
  };
}

function parse(row: Row): NotedBytes {
  return { id: fileId(row[0]), hash: hash(row[1]), size: whole(row[2]), remote: fingerprint(row[3]) };
}
