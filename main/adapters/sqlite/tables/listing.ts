import type { FileId, SiteId } from '../../../../shared/model/ids.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { Mirror } from '../../../sync/ports/mirror.ts';
import type { ListingWriter } from '../../../sync/ports/mirror-looks.ts';
import type { Connection } from '../connection.ts';
import { text, whole } from '../row.ts';
import type { ListedPages } from './listed-pages.ts';
import type { OpenListings } from './open-listings.ts';
import type { RecordWriter } from './records.ts';
import { ROWS_OF_SITE, type SiteKeyMaker } from './site-keys.ts';

const NONE: ReadonlyMap<string, never> = new Map<string, never>();
/** Looked through in one step at the end: some milliseconds. */
const IDS_A_STEP = 2000;

/**
 * Takes a listing over page by page; a crash between pages has dropped nothing, and one while it ends has dropped only what
 * the whole listing lacked.
 */
export function listingWrites(
  db: Connection,
  keys: SiteKeyMaker,
  records: RecordWriter,
  pages: ListedPages,
  open: OpenListings,
): Pick<Mirror, 'beginListing'> {
  const lastListing = db.query('SELECT listing FROM site_state WHERE site_key = ?', ([n]) => whole(n));
  const saveNumber = db.command(`
    INSERT INTO site_state (site_key, listing) VALUES (?, ?)
    ON CONFLICT (site_key) DO UPDATE SET listing = excluded.listing`);
  const saveEnd = db.command(`
    INSERT INTO site_state (site_key, listing, listing_fault, listed_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (site_key) DO UPDATE SET
      listing = excluded.listing, listing_fault = excluded.listing_fault, listed_at = excluded.listed_at`);
  const isEmpty = db.query(
    `SELECT NOT EXISTS (SELECT 1 FROM remote WHERE ${ROWS_OF_SITE})`,
    ([n]) => n === 1,
  );
  const versions = db.query(
    'SELECT id, fingerprint FROM remote WHERE site_key = ? AND id IN (SELECT value FROM json_each(?))',
    ([id, fingerprint]) => [text(id), text(fingerprint)] as const,
  );
  const idsAfter = db.query(
    `SELECT id FROM remote WHERE site_key = ? AND id > ? ORDER BY id LIMIT ${IDS_A_STEP}`,
    ([id]) => text(id),
  );

  function begin(site: SiteId): ListingWriter {
    // What is compared with is on the disk.
    db.settle();
    const key = keys.findOrMake(site);
    const number = (lastListing.get(key) ?? 0) + 1;
    const overruled = open.begin(key);
    const knownPages = pages.of(key);
    const rewritten = new Set(knownPages.length === 0 ? [] : pages.rewritten(key));
    /** Nothing of a first listing can be as it was. */
    const isFirst = isEmpty.get(key, key) === true;
    const seen = new Set<string>();
    const isFollowed = (): boolean => keys.find(site) === key; // else unfollowed meanwhile
    let numbered = false;
    let listed = 0;
    /** Why rows that were taken are not there after all: of such a listing nothing more is taken, and nothing dropped. */
    let lost: { readonly why: unknown } | null = null;
    const onLost = (why: unknown): void => {
      lost ??= { why };
    };

    function stopIfLost(): void {
      if (lost !== null) throw lost.why;
    }

    /** Of the records of one page. */
    function versionsOf(listed: readonly SiteFile[]): ReadonlyMap<string, string> {
      if (isFirst || listed.length === 0) return NONE;
      return new Map(versions.all(key, JSON.stringify(listed.map((record) => record.id))));
    }

    /** Returns rows changed. What is new and comes twice, as the last row of a page does, changes none the second time. */
    function take(record: SiteFile, version: string | undefined): number {
      // At the end of a first listing nothing is looked for that may be gone.
      if (!isFirst) seen.add(record.id);
      const isKnown = version === record.fingerprint || overruled.has(record.id);
      return isKnown ? 0 : records.put(key, record, number);
    }

    /** What was not listed goes, in steps. Returns of each the rows dropped. */
    function* dropUnseen(): Iterable<number> {
      for (let last: string | undefined = ''; last !== undefined;) {
        const ids: readonly string[] = isFollowed() ? idsAfter.all(key, last) : [];
        last = ids.at(-1);
        yield drop(ids.filter((id) => !seen.has(id) && !overruled.has(id)));
      }
    }

    function drop(ids: readonly string[]): number {
      if (ids.length === 0) return 0;
      return db.transaction(() => {
        const dropped = ids.reduce((sum, id) => sum + records.remove(key, id), 0);
        pages.outdate(key);
        db.writes += dropped;
        return dropped;
      });
    }

    function end(complete: boolean, fault: string | null, at: number, recallable: boolean): void {
      if (!isFollowed()) return;
      saveEnd.run(key, number, fault, at);
      if (complete) pages.stand(key, recallable ? listed : 0, overruled);
    }

    return {
      known: knownPages,
      rewritten,
      rows: (page) => (page < knownPages.length ? pages.rows(key, page, knownPages.length, rewritten) : NONE),
      recall: (page) => {
        const recalled = pages.recall(key, page);
        for (const id of recalled.ids) if (!rewritten.has(id)) seen.add(id);
        return recalled;
      },
      // What is not written yet when the program dies is listed again.
      add: (added, addedPages = []) => {
        stopIfLost();
        return db.gather(() => {
          if (!isFollowed()) return 0;
          const known = versionsOf(added);
          let changed = 0;
          for (const record of added) changed += take(record, known.get(record.id));
          if (changed > 0 && !numbered) saveNumber.run(key, number);
          numbered ||= changed > 0;
          // Before rows and pages are one again, the pages stand for nothing.
          if (changed + addedPages.length > 0) pages.outdate(key);
          pages.put(key, listed, addedPages);
          listed += addedPages.length;
          db.writes += changed;
          return changed;
        }, onLost);
      },
      room: () => db.room(),
      leave: () => db.settle(),
      keep(ids: readonly FileId[]) {
        for (const id of ids) seen.add(id);
      },
      *finish(complete, fault, at, recallable = false) {
        db.settle();
        stopIfLost();
        if (complete && !isFirst) yield* dropUnseen();
        db.transaction(() => end(complete, fault, at, recallable));
        open.end(key, overruled);
      },
      finishUnchanged: (at) => {
        db.transaction(() => {
          if (isFollowed()) saveEnd.run(key, number, null, at);
        });
        open.end(key, overruled);
      },
    };
  }
  return { beginListing: begin };
}
