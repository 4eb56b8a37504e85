import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Attempt } from '../../../../sync/ports/mirror/notes.ts';
import type { Connection, Row } from '../../connection.ts';
import { failureCode, failureReason, text, whole, wholeOrNull } from '../../row.ts';
import type { SiteKeyMaker, SiteKeys } from '../site-keys.ts';

const COLUMNS = 'path, action, code, reason, message, hint, tries, next_at, state, since';

export function attemptReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'attempts'> {
  const all = db.query(
    `SELECT key, ${COLUMNS} FROM attempt WHERE site_key = ? ORDER BY since, key`,
    parseAttempt,
  );
  return { attempts: (site) => all.all(keys.find(site)) };
}

export function attemptWrites(
  db: Connection,
  keys: SiteKeyMaker,
): Pick<Mirror, 'saveAttempts' | 'clearAttempts'> {
  const upsert = db.command(`
    INSERT INTO attempt (site_key, key, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (site_key, key) DO UPDATE SET
      (${COLUMNS}) = (${COLUMNS.replaceAll(/\w+/g, 'excluded.$&')})
    WHERE (${COLUMNS}) IS NOT (${COLUMNS.replaceAll(/\w+/g, 'excluded.$&')})`);
  const remove = db.command('DELETE FROM attempt WHERE site_key = ? AND key = ?');
  const removeAll = db.command('DELETE FROM attempt WHERE site_key = ?');
  return {
    saveAttempts(site, attempts) {
      if (attempts.length === 0) return;
      db.transaction(() => {
        const key = keys.findOrMake(site);
        for (const attempt of attempts) db.writes += upsert.run(key, ...attemptColumns(attempt));
      });
    },
    clearAttempts(site, items) {
      db.transaction(() => {
        const key = keys.find(site);
        if (key === null) return;
        if (items === null) db.writes += removeAll.run(key);
        else for (const item of items) db.writes += remove.run(key, item);
      });
    },
  };
}

function attemptColumns(attempt: Attempt): (string | number | null)[] {
  return [
    attempt.key,
    attempt.path,
    attempt.action,
    attempt.code,
    attempt.reason ?? null,
    attempt.message,
    attempt.hint,
    attempt.tries,
    attempt.nextAt,
    attempt.state,
    attempt.since,
  ];
}

function parseAttempt(row: Row): Attempt {
  return {
    key: text(row[0]),
    path: text(row[1]),
    action: text(row[2]),
    code: failureCode(row[3]),
    reason: failureReason(row[4]),
    message: text(row[5]),
    hint: text(row[6]),
    tries: whole(row[7]),
    nextAt: wholeOrNull(row[8]),
    state: text(row[9]),
    since: whole(row[10]),
  };
}
