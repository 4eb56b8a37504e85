import type { SiteId } from '../../../../shared/model/ids.ts';
import type { Connection } from '../connection.ts';
import { whole } from '../row.ts';

/** SQL condition for a site's rows in a table that is numbered site by site. Parameters: the site's key, twice. */
export const ROWS_OF_SITE = 'row BETWEEN (? << 32) AND (? << 32) + 4294967295';

/**
 * Numbers new rows of a site in such a table; gaps do not matter. The last number is looked up once and counted from
 * there: nobody else adds rows, and asking for each would cost a fifth of a first listing.
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
 * The small number that stands for a site in all other tables. A reader looks it up each time: the writing process may
 * forget the site meanwhile.
 */
export interface SiteKeys {
  /** Null if the site is not known. No row has that key: a query for it finds nothing. */
  find(site: SiteId): number | null;
}

export interface SiteKeyMaker extends SiteKeys {
  findOrMake(site: SiteId): number;
  /** Drops the key and, by cascade, everything of the site. */
  forget(site: SiteId): void;
}

export function siteKeys(db: Connection): SiteKeys {
  const select = db.query('SELECT key FROM site_key WHERE site = ?', ([key]) => whole(key));
  return { find: (site) => select.get(site) };
}

/**
 * Keys of the one process that writes. It remembers them, but not those found within a transaction, which may still be
 * undone.
 */
export function siteKeyMaker(db: Connection): SiteKeyMaker {
  const known = new Map<SiteId, number>();
  const lookUp = siteKeys(db);
  const find = (site: SiteId): number | null => {
    const key = known.get(site) ?? lookUp.find(site);
    if (key !== null && !db.inTransaction) known.set(site, key);
    return key;
  };
  const make = db.command('INSERT INTO site_key (site) VALUES (?)');
  const remove = db.command('DELETE FROM site_key WHERE site = ?');
  return {
    find,
    findOrMake: (site) => find(site) ?? make.insert(site),
    forget: (site) => {
      known.delete(site);
      remove.run(site);
    },
  };
}
