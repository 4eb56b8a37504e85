import { pathKey } from '../../../../../shared/model/rel-path.ts';
import type { BaseFile, LocalFile } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection } from '../../connection.ts';
import { inodeColumn, whole } from '../../row.ts';
import type { OpenScans } from '../scan/open-scans.ts';
import type { OpenUpdates } from './open-updates.ts';
import type { RecordWriter } from '../listing/records.ts';
import { choicesAlong } from '../sites/choices.ts';
import { sentBytesTable } from './sent-bytes.ts';
import { rowNumbers, type SiteKeyMaker } from '../site-keys.ts';

/** What a commit touches besides the trees. */
export interface CommitParts {
  readonly records: RecordWriter;
  readonly nextHashTurn: (siteKey: number) => number;
  readonly writes: Pick<Mirror, 'setPin' | 'addActivity'>;
  readonly scans: OpenScans;
  readonly updates: OpenUpdates;
}

const BASE_COLUMNS =
  'path, implied_path, category, name, hash, size, mtime_ns, ino, remote, op_id, updated_at';
const BASE_MARKS = '?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?';
const BASE_NEW = BASE_COLUMNS.replaceAll(/\w+/g, 'excluded.$&');

export function commitWrites(
  db: Connection,
  keys: SiteKeyMaker,
  parts: CommitParts,
): Pick<Mirror, 'commit' | 'dropAgreements'> {
  const sent = sentBytesTable(db);
  const { records, updates } = parts;
  const base = baseTable(db, sent, updates);
  const local = localTable(db, parts.scans);
  const takeChoice = choicesAlong(db);
  const listing = db.query('SELECT listing FROM site_state WHERE site_key = ?', ([n]) => whole(n));
  const dropIntent = db.command('DELETE FROM intent WHERE site_key = ? AND op_id = ?');
  const lateIntent = db.command('UPDATE intent SET late_until = ? WHERE site_key = ? AND op_id = ?');

  const madeAfter = db.command(
    'UPDATE remote SET first_seen = ? WHERE site_key = ? AND id = ? AND first_seen > ?',
  );

  return {
    commit(site, commits) {
      db.transaction(() => {
        const key = keys.findOrMake(site);
        let turn: number | null = null;
        const hashTurn = (): number => (turn ??= parts.nextHashTurn(key));
        // A record that we made gets the number of the last listing, so that no open create takes it for its own.
        let listed: number | null = null;
        const firstSeen = (): number => (listed ??= listing.get(key) ?? 0);
        // Nearly always there are none.
        const areBytesNoted = base.areBytesNoted();
        for (const one of commits) {
          if (one.dropBase !== undefined) db.writes += base.drop(key, one.dropBase);
          if (one.dropRemote !== undefined) db.writes += records.remove(key, one.dropRemote);
          if (one.dropLocal !== undefined) db.writes += local.drop(key, one.dropLocal);
          if (one.base !== undefined) db.writes += base.put(key, one.base);
          // A new agreement says what lies here: the note is done with.
          if (one.base !== undefined && areBytesNoted) db.writes += base.forgetBytes(key, one.base.id);
          if (one.sent !== undefined) db.writes += sent.put(key, one.sent);
          if (one.dropUpdates !== undefined) db.writes += updates.drop(key, one.dropUpdates);
          if (one.openUpdate !== undefined) db.writes += updates.put(key, one.openUpdate);
          if (one.remote !== undefined) db.writes += records.put(key, one.remote, firstSeen());
          if (one.local !== undefined) db.writes += local.put(key, one.local, hashTurn());
          if (one.dropIntent !== undefined) db.writes += dropIntent.run(key, one.dropIntent);
          if (one.lateIntent !== undefined)
            db.writes += lateIntent.run(one.lateIntent.until, key, one.lateIntent.opId);
          if (one.madeAfter !== undefined) {
            const { id, listing: before } = one.madeAfter;
            db.writes += madeAfter.run(before, key, id, before);
          }
          if (one.choice !== undefined) db.writes += takeChoice(key, one.choice);
          if (one.pin !== undefined) parts.writes.setPin(site, one.pin.id, one.pin.keep);
        }
        parts.writes.addActivity(commits.flatMap((one) => one.activity ?? []));
      });
    },
    dropAgreements(site) {
      const key = keys.find(site);
      if (key !== null) db.writes += base.dropAll(key);
    },
  };
}

/** Each returns rows changed. */
function baseTable(
  db: Connection,
  sent: ReturnType<typeof sentBytesTable>,
  updates: OpenUpdates,
): {
  put(siteKey: number, file: BaseFile): number;
  drop(siteKey: number, id: BaseFile['id']): number;
  /** Are bytes noted that some file is about to hold? */
  areBytesNoted(): boolean;
  forgetBytes(siteKey: number, id: BaseFile['id']): number;
  dropAll(siteKey: number): number;
} {
  const upsert = db.command(`
    INSERT INTO base (site_key, id, ${BASE_COLUMNS}, row) VALUES (?, ?, ${BASE_MARKS}, ?)
    ON CONFLICT (site_key, id) DO UPDATE SET (${BASE_COLUMNS}) = (${BASE_NEW})
    WHERE (${BASE_COLUMNS}) IS NOT (${BASE_NEW})`);
  const nextRow = rowNumbers(db, 'base');
  const remove = db.command('DELETE FROM base WHERE site_key = ? AND id = ?');
  const removeAll = db.command('DELETE FROM base WHERE site_key = ?');
  const areBytesNoted = db.query('SELECT EXISTS (SELECT 1 FROM known_bytes)', ([any]) => any === 1);
  const forgetBytes = db.command('DELETE FROM known_bytes WHERE site_key = ? AND id = ?');
  const forgetAllBytes = db.command('DELETE FROM known_bytes WHERE site_key = ?');
  return {
    put: (key, file) =>
      upsert.run(
        key,
        file.id,
        file.path,
        file.impliedPath,
        file.category,
        file.name,
        file.hash,
        file.size,
        file.mtimeNs,
        inodeColumn(file.ino),
        file.remote,
        file.opId,
        file.updatedAt,
        nextRow(key),
      ),
    areBytesNoted: () => areBytesNoted.get() === true,
    forgetBytes: (key, id) => forgetBytes.run(key, id),
    drop: (key, id) =>
      remove.run(key, id) + forgetBytes.run(key, id) + sent.drop(key, id) + updates.drop(key, id),
    dropAll: (key) => removeAll.run(key) + forgetAllBytes.run(key) + sent.dropAll(key) + updates.dropAll(key),
  };
}

function localTable(
  db: Connection,
  scans: OpenScans,
): {
  put(siteKey: number, file: LocalFile, hashTurn: number): number;
  drop(siteKey: number, path: LocalFile['path']): number;
} {
  const columns = 'path, size, mtime_ns, ino, hash';
  const newOnes = columns.replaceAll(/\w+/g, 'excluded.$&');
  const upsert = db.command(`
    INSERT INTO local (site_key, path_key, ${columns}, hash_turn) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (site_key, path_key) DO UPDATE SET
      (${columns}, hash_turn) = (${newOnes}, excluded.hash_turn)
    WHERE (${columns}) IS NOT (${newOnes})`);
  const remove = db.command('DELETE FROM local WHERE site_key = ? AND path_key = ?');
  return {
    put: (key, file, hashTurn) => {
      scans.committed(key, pathKey(file.path));
      return upsert.run(
        key,
        pathKey(file.path),
        file.path,
        file.size,
        file.mtimeNs,
        inodeColumn(file.ino),
        file.hash,
        hashTurn,
      );
    },
    drop: (key, path) => {
      scans.committed(key, pathKey(path));
      return remove.run(key, pathKey(path));
    },
  };
}
