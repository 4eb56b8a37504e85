import type { FileId, SiteId } from '../../../../shared/model/ids.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { ListingWriter, Mirror } from '../../../sync/ports/mirror.ts';
import type { Connection } from '../connection.ts';
import { text, whole } from '../row.ts';
import type { ListedPages } from './listed-pages.ts';
import type { RecordWriter } from './records.ts';
import { ROWS_OF_SITE, type SiteKeyMaker } from './site-keys.ts';

/** What the mirror knew when the listing began: the version of each record, and which of them were listed since. */
class Known {
  readonly #places = new Map<string, number>();
  readonly #versions: string[] = [];
  readonly #seen: boolean[] = [];

  add(id: string, version: string): void {
    this.#places.set(id, this.#versions.length);
    this.#versions.push(version);
    this.#seen.push(false);
  }

  /** Notes that the record is there. False where it is to be written: it is new, or another version. */
  meet(id: string, version: string): boolean {
    const place = this.#places.get(id);
    if (place === undefined) return false;
    this.#seen[place] = true;
    if (this.#versions[place] === version) return true;
    this.#versions[place] = version;
    return false;
  }

  keep(id: string): void {
    const place = this.#places.get(id);
    if (place !== undefined) this.#seen[place] = true;
  }

  *unseen(): Iterable<string> {
    for (const [id, place] of this.#places) if (this.#seen[place] === false) yield id;
  }
}

/** Takes a listing over page by page, one transaction a page; a crash between pages has dropped nothing. */
export function listingWrites(
  db: Connection,
  keys: SiteKeyMaker,
  records: RecordWriter,
  pages: ListedPages,
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
  function readKnown(key: number): Known {
    const known = new Known();
    for (const [id, version] of versions.all(key, key)) known.add(id, version);
    return known;
  }

  function begin(site: SiteId): ListingWriter {
    // What is compared with is on the disk.
    db.settle();
    const key = keys.findOrMake(site);
    const number = (lastListing.get(key) ?? 0) + 1;
    const writesBefore = pages.writes(key);
    const knownPages = pages.of(key);
    // What nobody asks for is not read: a listing all of whose pages are as they were compares no record.
    let rows = knownPages.length === 0 ? readKnown(key) : null;
    const known = (): Known => (rows ??= readKnown(key));
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

    /** Returns rows changed. What is new and comes twice, as the last row of a page does, changes none the second time. */
    function take(record: SiteFile): number {
      return known().meet(record.id, record.fingerprint) ? 0 : records.put(key, record, number);
    }

    /** Only what was known when the listing began: a record made by us since may be on a page that had gone by. */
    function dropUnseen(): number {
      let dropped = 0;
      for (const id of known().unseen()) dropped += records.remove(key, id);
      return dropped;
    }

    return {
      known: knownPages,
      compare: () => {
        if (rows === null && pages.writes(key) !== writesBefore) return false;
        known();
        return true;
      },
      recall: (page) => {
        const recalled = pages.recall(key, page);
        for (const id of recalled.ids) known().keep(id);
        return recalled;
      },
      // What is not written yet when the program dies is listed again.
      add: (added, addedPages = []) => {
        stopIfLost();
        return db.gather(() => {
          if (!isFollowed()) return 0;
          let changed = 0;
          for (const record of added) changed += take(record);
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
        for (const id of ids) known().keep(id);
      },
      finish: (complete, fault, at, recallable = false) => {
        db.settle();
        stopIfLost();
        return db.transaction(() => {
          if (!isFollowed()) return 0;
          const dropped = complete ? dropUnseen() : 0;
          saveEnd.run(key, number, fault, at);
          // Where another hand wrote rows since, who knows on which page they should be.
          if (complete) pages.stand(key, recallable && pages.writes(key) === writesBefore ? listed : 0);
          db.writes += dropped;
          return dropped;
        });
      },
      finishUnchanged: (at) =>
        db.transaction(() => {
          if (isFollowed()) saveEnd.run(key, number, null, at);
        }),
    };
  }
  return { beginListing: begin };
}
