import type { FileId, SiteId } from '../../../../../shared/model/ids.ts';
import type { SiteFile } from '../../../../../shared/model/site-file.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { KnownPage, ListedPage, ListingWriter } from '../../../../sync/ports/mirror/looks.ts';
import type { KnownRows } from '../../../../sync/ports/service.ts';
import type { Command, Connection, Query } from '../../connection.ts';
import { text, whole } from '../../row.ts';
import type { ListedPages } from './listed-pages.ts';
import type { OpenListings } from './open-listings.ts';
import type { RecordWriter } from './records.ts';
import { ROWS_OF_SITE, type SiteKeyMaker } from '../site-keys.ts';

const NONE: ReadonlyMap<string, never> = new Map<string, never>();
/** Ids that are checked in one step at the end, which takes some milliseconds. */
const IDS_A_STEP = 2000;

/** What all listings of a mirror share. */
interface ListingTables {
  readonly db: Connection;
  readonly keys: SiteKeyMaker;
  readonly records: RecordWriter;
  readonly pages: ListedPages;
  readonly open: OpenListings;
}

/**
 * Takes a listing over page by page. A crash between two pages has dropped nothing; a crash at the end has only dropped
 * what the whole listing lacked.
 */
export function listingWrites(
  db: Connection,
  keys: SiteKeyMaker,
  records: RecordWriter,
  pages: ListedPages,
  open: OpenListings,
): Pick<Mirror, 'beginListing'> {
  const tables = { db, keys, records, pages, open };
  const statements = prepare(db);
  return { beginListing: (site) => new RunningListing(tables, statements, site) };
}

/** The first parameter of each is the site's key. */
interface Statements {
  /** Number of the last listing. */
  readonly last: Query<number>;
  readonly saveNumber: Command;
  /** Takes number, fault, and epoch ms. */
  readonly saveEnd: Command;
  /** Parameters: the key twice. */
  readonly isEmpty: Query<boolean>;
  /** Parameter: ids as a JSON list. */
  readonly versions: Query<readonly [id: string, fingerprint: string]>;
  readonly idsAfter: Query<string>;
}

function prepare(db: Connection): Statements {
  return {
    last: db.query('SELECT listing FROM site_state WHERE site_key = ?', ([n]) => whole(n)),
    saveNumber: db.command(`
      INSERT INTO site_state (site_key, listing) VALUES (?, ?)
      ON CONFLICT (site_key) DO UPDATE SET listing = excluded.listing`),
    saveEnd: db.command(`
      INSERT INTO site_state (site_key, listing, listing_fault, listed_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (site_key) DO UPDATE SET
        listing = excluded.listing, listing_fault = excluded.listing_fault, listed_at = excluded.listed_at`),
    isEmpty: db.query(`SELECT NOT EXISTS (SELECT 1 FROM remote WHERE ${ROWS_OF_SITE})`, ([n]) => n === 1),
    versions: db.query(
      'SELECT id, fingerprint FROM remote WHERE site_key = ? AND id IN (SELECT value FROM json_each(?))',
      ([id, fingerprint]) => [text(id), text(fingerprint)] as const,
    ),
    idsAfter: db.query(
      `SELECT id FROM remote WHERE site_key = ? AND id > ? ORDER BY id LIMIT ${IDS_A_STEP}`,
      ([id]) => text(id),
    ),
  };
}

class RunningListing implements ListingWriter {
  readonly known: readonly KnownPage[];
  readonly rewritten: ReadonlySet<FileId>;
  readonly #tables: ListingTables;
  readonly #statements: Statements;
  readonly #site: SiteId;
  readonly #key: number;
  readonly #number: number;
  /** Ids of records of which the listing says nothing. */
  readonly #overruled: ReadonlySet<string>;
  /** In a first listing, nothing can be as it was before. */
  readonly #isFirst: boolean;
  readonly #seen = new Set<string>();
  #numbered = false;
  /** How many pages were taken. */
  #listed = 0;
  /**
   * Why rows that were taken over are lost after all. Then nothing more is taken of this listing, and nothing dropped.
   */
  #lost: { readonly why: unknown } | null = null;
  /** One callback for all pages, so that the connection calls it only once. */
  readonly #onLost = (why: unknown): void => {
    this.#lost ??= { why };
  };

  constructor(tables: ListingTables, statements: Statements, site: SiteId) {
    const { db, keys, open, pages } = tables;
    // Commit first, so that the rows to compare with are on the disk.
    db.settle();
    const key = keys.findOrMake(site);
    this.#tables = tables;
    this.#statements = statements;
    this.#site = site;
    this.#key = key;
    this.#number = (statements.last.get(key) ?? 0) + 1;
    this.#overruled = open.begin(key);
    this.known = pages.of(key);
    this.rewritten = new Set(this.known.length === 0 ? [] : pages.rewritten(key));
    this.#isFirst = statements.isEmpty.get(key, key) === true;
  }

  recall(page: number): Pick<ListedPage, 'ids' | 'count' | 'next'> {
    const recalled = this.#tables.pages.recall(this.#key, page);
    for (const id of recalled.ids) if (!this.rewritten.has(id)) this.#seen.add(id);
    return recalled;
  }

  rows(page: number): KnownRows {
    const of = this.known.length;
    return page < of ? this.#tables.pages.rows(this.#key, page, of, this.rewritten) : NONE;
  }

  /** If the program dies, what is not written yet is listed again. */
  add(records: readonly SiteFile[], pages: readonly ListedPage[] = []): number {
    this.#stopIfLost();
    const take = (): number => (this.#isFollowed() ? this.#take(records, pages) : 0);
    return this.#tables.db.gather(take, this.#onLost);
  }

  room(): Promise<void> {
    return this.#tables.db.room();
  }

  leave(): void {
    this.#tables.db.settle();
  }

  keep(ids: readonly FileId[]): void {
    for (const id of ids) this.#seen.add(id);
  }

  *finish(complete: boolean, fault: string | null, at: number, recallable = false): Iterable<number> {
    const { db, open } = this.#tables;
    db.settle();
    this.#stopIfLost();
    if (complete && !this.#isFirst) yield* this.#dropUnseen();
    db.transaction(() => this.#end(complete, fault, at, recallable));
    open.end(this.#key, this.#overruled);
  }

  finishUnchanged(at: number): void {
    const { db, open } = this.#tables;
    db.transaction(() => {
      if (this.#isFollowed()) this.#statements.saveEnd.run(this.#key, this.#number, null, at);
    });
    open.end(this.#key, this.#overruled);
  }

  /** False if the site was unfollowed meanwhile. */
  #isFollowed(): boolean {
    return this.#tables.keys.find(this.#site) === this.#key;
  }

  #stopIfLost(): void {
    if (this.#lost !== null) throw this.#lost.why;
  }

  /** Returns rows changed. */
  #take(records: readonly SiteFile[], listed: readonly ListedPage[]): number {
    const { db, pages } = this.#tables;
    const known = this.#versionsOf(records);
    let changed = 0;
    for (const record of records) changed += this.#takeOne(record, known.get(record.id));
    if (changed > 0 && !this.#numbered) this.#statements.saveNumber.run(this.#key, this.#number);
    this.#numbered ||= changed > 0;
    // Until rows and pages agree again, the pages stand for nothing.
    if (changed + listed.length > 0) pages.outdate(this.#key);
    pages.put(this.#key, this.#listed, listed);
    this.#listed += listed.length;
    db.writes += changed;
    return changed;
  }

  /** The kept versions of the records of one page. */
  #versionsOf(listed: readonly SiteFile[]): ReadonlyMap<string, string> {
    if (this.#isFirst || listed.length === 0) return NONE;
    return new Map(this.#statements.versions.all(this.#key, JSON.stringify(listed.map(({ id }) => id))));
  }

  /**
   * Returns rows changed. A new record that is listed twice, as the last row of a page may be, changes none the second
   * time.
   */
  #takeOne(record: SiteFile, version: string | undefined): number {
    // A first listing has nothing to drop at its end.
    if (!this.#isFirst) this.#seen.add(record.id);
    const isKnown = version === record.fingerprint || this.#overruled.has(record.id);
    return isKnown ? 0 : this.#tables.records.put(this.#key, record, this.#number);
  }

  /** Drops what was not listed, in steps. Yields the rows dropped by each. */
  *#dropUnseen(): Iterable<number> {
    const { idsAfter } = this.#statements;
    for (let last: string | undefined = ''; last !== undefined;) {
      const ids: readonly string[] = this.#isFollowed() ? idsAfter.all(this.#key, last) : [];
      last = ids.at(-1);
      yield this.#drop(ids.filter((id) => !this.#seen.has(id) && !this.#overruled.has(id)));
    }
  }

  #drop(ids: readonly string[]): number {
    if (ids.length === 0) return 0;
    const { db, pages, records } = this.#tables;
    return db.transaction(() => {
      const dropped = ids.reduce((sum, id) => sum + records.remove(this.#key, id), 0);
      pages.outdate(this.#key);
      db.writes += dropped;
      return dropped;
    });
  }

  #end(complete: boolean, fault: string | null, at: number, recallable: boolean): void {
    if (!this.#isFollowed()) return;
    this.#statements.saveEnd.run(this.#key, this.#number, fault, at);
    if (complete) this.#tables.pages.stand(this.#key, recallable ? this.#listed : 0, this.#overruled);
  }
}
