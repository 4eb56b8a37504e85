import type { SiteId } from '../../../../shared/model/ids.ts';
import type { Connection } from '../connection.ts';
import { whole } from '../row.ts';

/** Condition that selects a site's rows in a table numbered site by site; takes the site's key twice. */
export const ROWS_OF_SITE = 'row BETWEEN (? << 32) AND (? << 32) + 4294967295';

/**
 * Gives the numbers of a site's new rows in such a table, without gaps being of any matter. Looked up once and counted
 * from there: nobody else adds rows, and asking for each costs a fifth of a first listing.
 */
export function rowNumbers(db: Connection, table: 'remote' | 'base'): (siteKey: number) => number {
  const last = db.query(
    `SELECT coalesce(max(row), (? << 32) - 1) FROM ${table} WHERE ${ROWS_OF_SITE}`,
    ([row]) => whole(row),
  );
  const next = new Map<number, number>();
  return (siteKey) => {
    const row = next.get(siteKey) ?? (last.get(siteKey, siteKey, siteKey) ?? 0) + 1;
    next.set(siteKey, row + 1);
    return row;
  };
}

/**
 * The small number that stands for a site in every other table. Looked up each time (a microsecond) rather than
 * remembered: another process may forget the site while we read.
 */
export interface SiteKeys {
  find(site: SiteId): number | null;
}

export interface SiteKeyMaker extends SiteKeys {
  findOrMake(site: SiteId): number;
  /** Drops the key and, by cascade, everything that hangs on it. */
  forget(site: SiteId): void;
}

export function siteKeys(db: Connection): SiteKeys {
  const select = db.query('SELECT key FROM site_key WHERE site = ?', ([key]) => whole(key));
  return { find: (site) => select.get(site) };
}

export function siteKeyMaker(db: Connection): SiteKeyMaker {
  const keys = siteKeys(db);
  const make = db.command('INSERT INTO site_key (site) VALUES (?)');
  const remove = db.command('DELETE FROM site_key WHERE site = ?');
  return {
    find: (site) => keys.find(site),
    findOrMake: (site) => keys.find(site) ?? make.insert(site),
    forget: (site) => void remove.run(site),
  };
}
