import Database from 'better-sqlite3';

import { FailureError } from '../../sync/ports/failure-error.ts';
import type { Row } from './connection.ts';
import { isDamage, mirrorFailure, sqliteCode, UnreadableRow } from './mirror-error.ts';
import { parseMapping } from './tables/series/datamodel-notes.ts';
import { parseView } from './tables/series/saved-views.ts';
import { parseChosen, parsePin } from './tables/sites/choices.ts';
import { parseFollowed } from './tables/sites/followed.ts';

/**
 * Tables with what the person decided, and what reads a row of each. Trees and agreements are not among them: those are
 * found out anew. Kept sites are read once all is copied.
 */
const WORTH_KEEPING: Readonly<Record<string, (row: Row) => unknown>> = {
  setting: () => null,
  site_key: () => null,
  followed: () => null,
  pin: ([, ...pin]) => parsePin(pin),
  chosen_category: ([, ...choice]) => parseChosen(choice),
  saved_view: ([, , view]) => parseView([view]),
  favourite_point: () => null,
  column_mapping: ([, ...mapping]) => parseMapping(mapping),
};

/**
 * Copies from a damaged file what can still be read of the person's choices: which sites are kept and where, the
 * settings, saved views and what belongs to them. It copies row by row, and leaves out each row that fails, or that whoever
 * needs it could not read: for such a row each start would make the mirror anew. Agreements, approvals and open creates are
 * left behind on purpose: wrong ones could delete files. Returns how many kept sites could not be read. Throws a FailureError
 * if they cannot be written, as on a full disk: half of the choices would count as all of them.
 */
export function salvageChoices(from: string, into: Database.Database): number {
  let old: Database.Database | null = null;
  try {
    old = new Database(from, { readonly: true, fileMustExist: true });
    for (const [table, parse] of Object.entries(WORTH_KEEPING)) copyRows(old, into, table, parse);
  } catch (error) {
    if (!isDamage(error) && !(error instanceof Database.SqliteError)) throw error;
  } finally {
    old?.close();
  }
  return dropUnreadable(into);
}

/** Drops unreadable rows of kept sites: each start reads these, and would fail on such a row. */
function dropUnreadable(into: Database.Database): number {
  const drop = into.prepare('DELETE FROM followed WHERE site_key = ?');
  const rows = into
    .prepare<unknown[], [number, ...Row]>(
      'SELECT key, site, folder, folder_id, keep, paused FROM followed JOIN site_key ON key = site_key',
    )
    .raw()
    .all();
  let dropped = 0;
  for (const [key, ...row] of rows)
    try {
      parseFollowed(row);
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      dropped += drop.run(key).changes;
    }
  return dropped;
}

function copyRows(
  old: Database.Database,
  into: Database.Database,
  table: string,
  parse: (row: Row) => unknown,
): void {
  const columns = into
    .prepare(`SELECT * FROM ${table}`)
    .columns()
    .map((column) => column.name);
  const placeholders = columns.map(() => '?').join(', ');
  const insert = into.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${placeholders})`,
  );
  try {
    for (const row of old
      .prepare<unknown[], unknown[]>(`SELECT ${columns.join(', ')} FROM ${table}`)
      .raw()
      .iterate()) {
      try {
        parse(row);
        insert.run(...row);
      } catch (error) {
        if (!isRefused(error)) throw new FailureError(mirrorFailure(error), error);
      }
    }
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error; // the rest of this table is lost; the next may be whole
  }
}

/** Is the row not what we wrote, or does it break a constraint? Then it is left out. */
function isRefused(error: unknown): boolean {
  if (error instanceof UnreadableRow) return true;
  const code = sqliteCode(error);
  return code === 'SQLITE_MISMATCH' || code?.startsWith('SQLITE_CONSTRAINT') === true;
}
