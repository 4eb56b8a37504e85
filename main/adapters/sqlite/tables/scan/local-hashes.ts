import { pathKey } from '../../../../../shared/model/rel-path.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection } from '../../connection.ts';
import { inodeColumn, whole } from '../../row.ts';
import type { SiteKeyMaker, SiteKeys } from '../site-keys.ts';
import { parseLocal } from '../trees/trees.ts';

export function hashReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'oldestHashes'> {
  const taken = `coalesce(l.hash, (
    SELECT b.hash FROM base b WHERE b.site_key = l.site_key AND b.path = l.path
      AND (b.size, b.mtime_ns, b.ino) = (l.size, l.mtime_ns, l.ino)))`;
  const oldest = db.query(
    `SELECT l.path, l.size, l.mtime_ns, l.ino, ${taken} AS taken, l.path_key FROM local l
       WHERE l.site_key = ? AND taken IS NOT NULL ORDER BY l.hash_turn, l.path_key LIMIT ?`,
    parseLocal,
    { bigint: true },
  );
  return { oldestHashes: (site, limit) => oldest.all(keys.find(site), limit) };
}

/** Counts how often hashes were taken for a site: an age that needs no clock. */
export function hashTurns(db: Connection): (siteKey: number) => number {
  const next = db.query(
    `INSERT INTO site_state (site_key, hash_turn) VALUES (?, 1)
     ON CONFLICT (site_key) DO UPDATE SET hash_turn = hash_turn + 1 RETURNING hash_turn`,
    ([turn]) => whole(turn),
  );
  return (siteKey) => next.get(siteKey) ?? 0;
}

export function hashWrites(
  db: Connection,
  keys: SiteKeyMaker,
  nextTurn: (siteKey: number) => number,
): Pick<Mirror, 'setHashes'> {
  const where = 'WHERE site_key = ? AND path_key = ? AND size = ? AND mtime_ns = ? AND ino = ?';
  const change = db.command(`UPDATE local SET hash = ?, hash_turn = ? ${where} AND hash IS NOT ?`);
  const confirm = db.command(`UPDATE local SET hash_turn = ? ${where}`);
  return {
    setHashes(site, files) {
      db.transaction(() => {
        const key = keys.find(site);
        if (key === null || files.length === 0) return;
        const turn = nextTurn(key);
        for (const { file, hash } of files) {
          const version = [key, pathKey(file.path), file.size, file.mtimeNs, inodeColumn(file.ino)] as const;
          const changed = hash === null ? 0 : change.run(hash, turn, ...version, hash);
          if (changed === 0) confirm.run(turn, ...version);
          db.writes += changed;
        }
      });
    },
  };
}
