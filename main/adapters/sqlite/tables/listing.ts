import type { FileId, SiteId } from '../../../../shared/model/ids.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { ListingWriter, Mirror } from '../../../sync/ports/mirror.ts';
import type { Connection } from '../connection.ts';
import { text, whole } from '../row.ts';
import type { RecordWriter } from './records.ts';
import { ROWS_OF_SITE, type SiteKeyMaker } from './site-keys.ts';

/** A record that the mirror knows, while a listing goes by. */
interface Known {
  fingerprint: string;
  seen: boolean;
}

/** Takes a listing over page by page, one transaction a page; a crash between pages has dropped nothing. */
export function listingWrites(
  db: Connection,
  keys: SiteKeyMaker,
  records: RecordWriter,
): Pick<Mirror, 'beginListing'> {
  const lastListing = db.query('SELECT listing FROM site_state WHERE site_key = ?', ([n]) => whole(n));
  const saveNumber = db.command(`
    INSERT INTO site_state (site_key, listing) VALUES (?, ?)
    ON CONFLICT (site_key) DO UPDATE SET listing = excluded.listing`);
  const saveEnd = db.command(`
    INSERT INTO site_state (site_key, listing, listing_fault, listed_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (site_key) DO UPDATE SET
      listing = excluded.listing, listing_fault = excluded.listing_fault, listed_at = excluded.listed_at`);
  const versions = db.query(
    `SELECT id, fingerprint FROM remote WHERE ${ROWS_OF_SITE}`,
    ([id, fingerprint]) => [text(id), text(fingerprint)] as const,
  );

  /** One sweep costs less than a look-up for each record, and an unchanged listing needs nothing else. */
  function readKnown(key: number): Map<string, Known> {
    const known = new Map<string, Known>();
    versions.each(([id, fingerprint]) => known.set(id, { fingerprint, seen: false }), key, key);
    return known;
  }

  function begin(site: SiteId): ListingWriter {
    const key = keys.findOrMake(site);
    const number = (lastListing.get(key) ?? 0) + 1;
    const known = readKnown(key);
    let numbered = false;

    function take(record: SiteFile): boolean {
      const before = known.get(record.id);
      if (before === undefined) {
        records.put(key, record, number);
        known.set(record.id, { fingerprint: record.fingerprint, seen: true });
        return true;
      }
      before.seen = true;
      if (before.fingerprint === record.fingerprint) return false;
      records.put(key, record, number);
      before.fingerprint = record.fingerprint;
      return true;
    }

    return {
      add: (page) =>
        db.transaction(() => {
          if (keys.find(site) !== key) return 0; // unfollowed meanwhile
          let changed = 0;
          for (const record of page) if (take(record)) changed += 1;
          if (changed > 0 && !numbered) {
            saveNumber.run(key, number);
            numbered = true;
          }
          db.writes += changed;
          return changed;
        }),
      keep(ids: readonly FileId[]) {
        for (const id of ids) {
          const row = known.get(id);
          if (row !== undefined) row.seen = true;
        }
      },
      finish: (complete, fault, at) =>
        db.transaction(() => {
          if (keys.find(site) !== key) return 0;
          const dropped = complete ? dropUnseen() : 0;
          saveEnd.run(key, number, fault, at);
          db.writes += dropped;
          return dropped;
        }),
    };

    /** Only what was known when the listing began: a record made by us since may be on a page that had gone by. */
    function dropUnseen(): number {
      let dropped = 0;
      for (const [id, { seen }] of known) if (!seen) dropped += records.remove(key, id);
      return dropped;
    }
  }
  return { beginListing: begin };
}
