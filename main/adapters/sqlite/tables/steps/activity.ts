import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Activity, HistoryReader } from '../../../../sync/ports/mirror/history.ts';
import type { Connection, Row } from '../../connection.ts';
import { fileId, fileIdOrNull, siteId, text, whole } from '../../row.ts';

/** Lines of history that are kept, for all sites together. */
const KEPT = 20_000;
/**
 * Lines younger than this, ms, are kept too: guards look some minutes back, and the first sync of one site must not
 * push out what was just done in others. Their number is limited too: a clock may have been set back.
 */
const RECENT = 60 * 60_000;
const MOST = 400_000;

const COLUMNS = 'at, site, file, path, action, reason, bytes';

export function activityReads(db: Connection): Pick<Mirror, keyof HistoryReader> {
  const all = db.query(`SELECT ${COLUMNS} FROM activity ORDER BY seq DESC LIMIT ?`, parseActivity);
  const ofSite = db.query(
    `SELECT ${COLUMNS} FROM activity WHERE site = ? ORDER BY seq DESC LIMIT ?`,
    parseActivity,
  );
  // Using the site's index would take four times as long as reading all lines.
  const ofFile = db.query(
    `SELECT ${COLUMNS} FROM activity NOT INDEXED
       WHERE (file = ? OR path = ?) AND site = ? ORDER BY seq DESC LIMIT ?`,
    parseActivity,
  );
  const decisions = db.query(
    `WITH undone AS MATERIALIZED (SELECT site, file, path FROM activity NOT INDEXED
         WHERE seq > (SELECT max(seq) FROM activity) - ${KEPT} AND action = 'putBack')
       SELECT ${COLUMNS} FROM activity NOT INDEXED
       WHERE seq > (SELECT max(seq) FROM activity) - ${KEPT} AND (action IN ('resolve', 'putBack')
         OR (site, file) IN (SELECT site, file FROM undone) OR (site, path) IN (SELECT site, path FROM undone))
       ORDER BY seq DESC`,
    parseActivity,
  );
  const deletes = db.query(
    `SELECT ${COLUMNS} FROM activity
       WHERE site = ? AND at >= ? AND action IN ('trashLocal', 'deleteRemote') ORDER BY seq DESC`,
    parseActivity,
  );
  const removals = db.query(
    `SELECT ${COLUMNS} FROM activity
       WHERE site = ? AND at >= ? AND (action IN ('delete', 'replace', 'trashLocal', 'free', 'resolve')
         OR (action = 'download' AND reason = 'changed-on-service')) ORDER BY seq DESC`,
    parseActivity,
  );
  const creates = db.query(
    `SELECT file FROM activity WHERE site = ? AND at >= ? AND action = 'create' AND file IS NOT NULL`,
    ([file]) => fileId(file),
  );
  // The condition is that of the index `activity_edits`, word for word, so that SQLite uses it.
  const edit = db.query(
    `SELECT at FROM activity
       WHERE site = ? AND file = ? AND at <= ? AND action = 'update' AND bytes > 0 ORDER BY at DESC LIMIT 1`,
    ([at]) => whole(at),
  );
  return {
    lastEdit: (site, id, until) => edit.get(site, id, until),
    creates: (site, since) => new Set(creates.all(site, since)),
    activity: (site, limit) => (site === null ? all.all(limit) : ofSite.all(site, limit)),
    activityAbout(site, about, limit) {
      const needle = about.toLowerCase();
      const found: Activity[] = [];
      // Compared here, since SQLite only knows upper and lower case of ASCII.
      const take = (line: Activity): boolean => {
        if (line.path.toLowerCase().includes(needle)) found.push(line);
        return found.length < limit;
      };
      if (site === null) all.eachWhile(take, KEPT);
      else ofSite.eachWhile(take, site, KEPT);
      return found;
    },
    activityOfFile: (site, { id, path }, limit) => ofFile.all(id, path, site, limit),
    decisions: (site) => decisions.all().filter((line) => site === null || line.site === site),
    deletes: (site, since) => deletes.all(site, since),
    removals: (site, since) => removals.all(site, since),
  };
}

export function activityWrites(db: Connection): Pick<Mirror, 'addActivity'> {
  const insert = db.command(`INSERT INTO activity (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  // Rows are numbered without gaps, so the oldest to keep is found by counting back from the newest. Older ones are
  // dropped up to the first young one. That is mostly the very first, so hardly anything is read with each write.
  const trim = db.command(
    `DELETE FROM activity WHERE seq < coalesce(
       (SELECT seq FROM activity WHERE seq <= ? AND at >= ? ORDER BY seq LIMIT 1), ?)`,
  );
  const trimAll = db.command('DELETE FROM activity WHERE seq <= ?');
  return {
    addActivity(entries) {
      if (entries.length === 0) return;
      db.transaction(() => {
        let newest = 0;
        for (const entry of entries) {
          newest = insert.insert(
            entry.at,
            entry.site,
            entry.file,
            entry.path,
            entry.action,
            entry.reason,
            entry.bytes,
          );
        }
        trim.run(newest - KEPT, (entries.at(-1)?.at ?? 0) - RECENT, newest - KEPT + 1);
        trimAll.run(newest - MOST);
        db.writes += entries.length;
      });
    },
  };
}

function parseActivity(row: Row): Activity {
  return {
    at: whole(row[0]),
    site: siteId(row[1]),
    file: fileIdOrNull(row[2]),
    path: text(row[3]),
    action: text(row[4]),
    reason: text(row[5]),
    bytes: whole(row[6]),
  };
}
