import type { FileId } from '../../../../../shared/model/ids.ts';
import type { KnownPage, ListedPage } from '../../../../sync/ports/mirror/looks.ts';
import type { KnownRows } from '../../../../sync/ports/service.ts';
import type { Connection, Row } from '../../connection.ts';
import { UnreadableRow } from '../../mirror-error.ts';
import { WrittenOnce } from '../../written-once.ts';
import { fileId, json, text, whole, wholeOrNull } from '../../row.ts';
import type { OpenListings } from './open-listings.ts';
import type { RecordWriter } from './records.ts';
import { ROWS_OF_SITE } from '../site-keys.ts';

/** Up to this many rewritten records are noted. With more, the whole site is read anew, which takes no longer. */
const MOST_REWRITTEN = 2000;

/**
 * The pages of the last complete listing, as long as the rows of the remote tree equal these pages, except for records
 * that were rewritten since. A page that comes with the same bytes need not be read; and in another page, neither need
 * a row that came just so before.
 */
export class ListedPages {
  readonly #known: (siteKey: number) => readonly KnownPage[];
  readonly #recall: (siteKey: number, page: number) => Pick<ListedPage, 'ids' | 'count' | 'next'> | null;
  readonly #rowHashes: (siteKey: number, page: number) => Pick<ListedPage, 'ids' | 'rowHashes'> | null;
  readonly #put: (siteKey: number, number: number, page: ListedPage) => void;
  readonly #stand: (siteKey: number, pages: number) => void;
  readonly #rewritten: (siteKey: number) => readonly FileId[];
  /** Returns rows added: none if the pages do not stand, or the record is noted already. */
  readonly #note: (siteKey: number, id: string) => number;
  readonly #forget: (siteKey: number) => void;
  /** How many were noted since the pages came, or since this was opened. */
  readonly #noted = new Map<number, number>();
  /** Sites whose pages do not stand any more: for them nothing is noted. */
  readonly #outdated: WrittenOnce;

  constructor(db: Connection) {
    this.#outdated = new WrittenOnce(db);
    const known = db.query(
      `SELECT asked_offset, asked_limit, version FROM listed_page WHERE ${ROWS_OF_SITE}
         AND row - (? << 32) < coalesce((SELECT pages FROM site_state WHERE site_key = ?), 0) ORDER BY row`,
      ([offset, limit, version]) => ({ offset: whole(offset), limit: whole(limit), version: text(version) }),
    );
    this.#known = (siteKey) => known.all(siteKey, siteKey, siteKey, siteKey);
    // If a page is missing, a row of NULLs is read, which we never write: so the file counts as damaged.
    const listed = db.query(
      `SELECT count, next_offset, next_limit, ids
         FROM (SELECT (? << 32) + ? AS page) LEFT JOIN listed_page ON row = page`,
      parseListed,
    );
    this.#recall = (siteKey, page) => listed.get(siteKey, page);
    const rowHashes = db.query(
      'SELECT ids, marks FROM listed_page WHERE row = (? << 32) + ?',
      ([ids, marks]) => ({ ids: idsOf(ids), rowHashes: rowHashesOf(marks) }),
    );
    this.#rowHashes = (siteKey, page) => rowHashes.get(siteKey, page);
    const put = db.command(`
      INSERT INTO listed_page
          (site_key, asked_offset, asked_limit, version, count, next_offset, next_limit, ids, marks, row)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (? << 32) + ?)
      ON CONFLICT (row) DO UPDATE SET
        (asked_offset, asked_limit, version, count, next_offset, next_limit, ids, marks) =
        (excluded.asked_offset, excluded.asked_limit, excluded.version, excluded.count, excluded.next_offset,
          excluded.next_limit, excluded.ids, excluded.marks)
      WHERE (asked_offset, asked_limit, version) IS NOT (excluded.asked_offset, excluded.asked_limit, excluded.version)`);
    this.#put = (siteKey, number, { offset, limit, version, ids, rowHashes, count, next }) =>
      void put.run(
        siteKey,
        offset,
        limit,
        version,
        count,
        next?.offset ?? null,
        next?.limit ?? null,
        JSON.stringify(ids),
        JSON.stringify(rowHashes),
        siteKey,
        number,
      );
    const stand = db.command('UPDATE site_state SET pages = ? WHERE site_key = ? AND pages <> ?');
    this.#stand = (siteKey, pages) => void stand.run(pages, siteKey, pages);
    const rewritten = db.query('SELECT id FROM rewritten WHERE site_key = ?', ([id]) => fileId(id));
    this.#rewritten = (siteKey) => rewritten.all(siteKey);
    const note = db.command(`
      INSERT OR IGNORE INTO rewritten (site_key, id) SELECT site_key, ? FROM site_state WHERE site_key = ? AND pages > 0`);
    this.#note = (siteKey, id) => note.run(id, siteKey);
    const forget = db.command('DELETE FROM rewritten WHERE site_key = ?');
    this.#forget = (siteKey) => void forget.run(siteKey);
  }

  /** The pages in their order; none if they do not stand for the rows. */
  of(siteKey: number): readonly KnownPage[] {
    return this.#known(siteKey);
  }

  /** What the n-th page lists, counted from 0. */
  recall(siteKey: number, page: number): Pick<ListedPage, 'ids' | 'count' | 'next'> {
    const found = this.#recall(siteKey, page);
    if (found === null) throw new UnreadableRow('page of a listing');
    return found;
  }

  /**
   * The rows of page n of `of` by their hashes, without these records. A row that two pages list may have changed in
   * between, and only one of its hashes is that of the kept row: so it is left out.
   */
  rows(siteKey: number, page: number, of: number, without: ReadonlySet<FileId>): KnownRows {
    const { ids, rowHashes } = this.#rowHashes(siteKey, page) ?? { ids: [], rowHashes: [] };
    const rows = new Map<string, FileId>();
    // A page from before there were hashes has none.
    if (rowHashes.length !== ids.length) return rows;
    for (const [at, id] of ids.entries()) if (!without.has(id)) rows.set(rowHashes[at] ?? '', id);
    rows.delete('');
    if (page > 0) rows.delete(rowHashes[0] ?? '');
    if (page < of - 1) rows.delete(rowHashes.at(-1) ?? '');
    return rows;
  }

  /** Records whose rows differ from what the pages say. */
  rewritten(siteKey: number): readonly FileId[] {
    return this.#rewritten(siteKey);
  }

  /** Saves page n and those after it. They stand for nothing before `stand` says so. */
  put(siteKey: number, from: number, pages: readonly ListedPage[]): void {
    for (const [index, page] of pages.entries()) this.#put(siteKey, from + index, page);
  }

  /** The first `pages` pages are a listing that was just taken over, while these records were rewritten. */
  stand(siteKey: number, pages: number, rewritten: Iterable<string>): void {
    this.#forget(siteKey);
    this.#noted.delete(siteKey);
    this.#outdated.delete(String(siteKey));
    this.#stand(siteKey, pages);
    for (const id of rewritten) this.#rewrote(siteKey, id);
  }

  /** The pages do not stand for the rows any more. Part of the transaction that writes those. */
  outdate(siteKey: number): void {
    if (this.#outdated.has(String(siteKey))) return;
    this.#stand(siteKey, 0);
    this.#outdated.add(String(siteKey));
  }

  /** The pages do not stand for this record any more. Part of the transaction that writes its row. */
  #rewrote(siteKey: number, id: string): void {
    if (this.#outdated.has(String(siteKey))) return;
    const noted = (this.#noted.get(siteKey) ?? 0) + this.#note(siteKey, id);
    this.#noted.set(siteKey, noted);
    if (noted > MOST_REWRITTEN) this.outdate(siteKey);
  }

  /** Wraps a writer, for rows that are written outside of a listing. */
  outdatedBy(records: RecordWriter, open: OpenListings): RecordWriter {
    const noted = (siteKey: number, id: string, changed: number): number => {
      if (changed > 0) {
        open.wrote(siteKey, id);
        this.#rewrote(siteKey, id);
      }
      return changed;
    };
    return {
      ...records,
      put: (siteKey, record, listing) => noted(siteKey, record.id, records.put(siteKey, record, listing)),
      remove: (siteKey, id) => noted(siteKey, id, records.remove(siteKey, id)),
    };
  }
}

function parseListed([count, offset, limit, ids]: Row): Pick<ListedPage, 'ids' | 'count' | 'next'> {
  return {
    count: wholeOrNull(count),
    next: offset === null ? null : { offset: whole(offset), limit: wholeOrNull(limit) },
    ids: idsOf(ids),
  };
}

function rowHashesOf(column: unknown): readonly string[] {
  const rowHashes = json(column);
  if (!Array.isArray(rowHashes)) throw new UnreadableRow('list of hashes');
  return rowHashes.map((rowHash) => text(rowHash));
}

function idsOf(column: unknown): readonly FileId[] {
  const ids = json(column);
  if (!Array.isArray(ids)) throw new UnreadableRow('list of ids');
  return ids.map((id) => fileId(id));
}
