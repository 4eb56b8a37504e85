import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { KeptProblem } from '../../../../sync/ports/mirror/kept-problem.ts';
import type { Connection, Row } from '../../connection.ts';
import { failureCode, failureReason, text, whole, wholeOrNull } from '../../row.ts';
import type { SiteKeyMaker, SiteKeys } from '../site-keys.ts';

const COLUMNS = 'path, action, code, reason, message, hint, tries, next_at, state, since';

export function problemReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'problems'> {
  const all = db.query(
    `SELECT key, ${COLUMNS} FROM attempt WHERE site_key = ? ORDER BY since, key`,
    parseProblem,
  );
  return { problems: (site) => all.all(keys.find(site)) };
}

export function problemWrites(
  db: Connection,
  keys: SiteKeyMaker,
): Pick<Mirror, 'saveProblems' | 'clearProblems'> {
  const upsert = db.command(`
    INSERT INTO attempt (site_key, key, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (site_key, key) DO UPDATE SET
      (${COLUMNS}) = (${COLUMNS.replaceAll(/\w+/g, 'excluded.$&')})
    WHERE (${COLUMNS}) IS NOT (${COLUMNS.replaceAll(/\w+/g, 'excluded.$&')})`);
  const remove = db.command('DELETE FROM attempt WHERE site_key = ? AND key = ?');
  const removeAll = db.command('DELETE FROM attempt WHERE site_key = ?');
  return {
    saveProblems(site, problems) {
      if (problems.length === 0) return;
      db.transaction(() => {
        const key = keys.findOrMake(site);
        for (const problem of problems) db.writes += upsert.run(key, ...columnsOf(problem));
      });
    },
    clearProblems(site, items) {
      db.transaction(() => {
        const key = keys.find(site);
        if (key === null) return;
        if (items === null) db.writes += removeAll.run(key);
        else for (const item of items) db.writes += remove.run(key, item);
      });
    },
  };
}

function columnsOf(problem: KeptProblem): (string | number | null)[] {
  return [
    problem.key,
    problem.path,
    problem.action,
    problem.code,
    problem.reason ?? null,
    problem.message,
    problem.hint,
    problem.tries,
    problem.nextAt,
    problem.state,
    problem.since,
  ];
}

function parseProblem(row: Row): KeptProblem {
  return {
    key: text(row[0]),
    path: text(row[1]),
    action: text(row[2]) as KeptProblem['action'],
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
