import type { SiteId } from '../../../../shared/model/ids.ts';
import type { Connection } from '../connection.ts';
import { whole } from '../row.ts';

/** Condition that selects a site's rows in a table numbered site by site; takes the site's key twice. */
export const ROWS_OF_SITE = 'row BETWEEN (? << 32) AND (? << 32) + 4294967295';

/** Expression for the number of a site's next row in such a table; takes the site's key three times. */
export function nextRow(table: 'remote' | 'base'): string {
  return `(SELECT coalesce(max(row) + 1, ? << 32) FROM ${table} WHERE ${ROWS_OF_SITE})`;
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
