import type { FileId } from '../../../../shared/model/ids.ts';
import type { KnownPage, ListedPage } from '../../../sync/ports/mirror.ts';
import type { Connection, Row } from '../connection.ts';
import { UnreadableRow } from '../mirror-error.ts';
import { fileId, json, text, whole, wholeOrNull } from '../row.ts';
import type { OpenListings } from './open-listings.ts';
import type { RecordWriter } from './records.ts';
import { ROWS_OF_SITE } from './site-keys.ts';

/**
 * The pages of the last complete listing, as long as the rows of the remote tree are what these pages say. A page that
 * comes with the same bytes then need not be read.
 */
export class ListedPages {
  readonly #known: (siteKey: number) => readonly KnownPage[];
  readonly #recall: (siteKey: number, page: number) => Pick<ListedPage, 'ids' | 'count' | 'next'> | null;
  readonly #put: (siteKey: number, number: number, page: ListedPage) => void;
  readonly #stand: (siteKey: number, pages: number) => void;

  constructor(db: Connection) {
    const known = db.query(
      `SELECT asked_offset, asked_limit, version FROM listed_page WHERE ${ROWS_OF_SITE}
         AND row - (? << 32) < coalesce((SELECT pages FROM site_state WHERE site_key = ?), 0) ORDER BY row`,
      ([offset, limit, version]) => ({ offset: whole(offset), limit: whole(limit), version: text(version) }),
    );
    this.#known = (siteKey) => known.all(siteKey, siteKey, siteKey, siteKey);
    const listed = db.query(
      'SELECT count, next_offset, next_limit, ids FROM listed_page WHERE row = (? << 32) + ?',
      parseListed,
    );
    this.#recall = (siteKey, page) => listed.get(siteKey, page);
    const put = db.command(`
      INSERT INTO listed_page (site_key, asked_offset, asked_limit, version, count, next_offset, next_limit, ids, row)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, (? << 32) + ?)
      ON CONFLICT (row) DO UPDATE SET
        (asked_offset, asked_limit, version, count, next_offset, next_limit, ids) =
        (excluded.asked_offset, excluded.asked_limit, excluded.version, excluded.count, excluded.next_offset,
          excluded.next_limit, excluded.ids)
      WHERE (asked_offset, asked_limit, version) IS NOT (excluded.asked_offset, excluded.asked_limit, excluded.version)`);
    this.#put = (siteKey, number, { offset, limit, version, ids, count, next }) =>
      void put.run(
        siteKey,
        offset,
        limit,
        version,
        count,
        next?.offset ?? null,
        next?.limit ?? null,
        JSON.stringify(ids),
        siteKey,
        number,
      );
    const stand = db.command('UPDATE site_state SET pages = ? WHERE site_key = ? AND pages <> ?');
    this.#stand = (siteKey, pages) => void stand.run(pages, siteKey, pages);
  }

  /** In their order; none where they do not stand for the rows. */
  of(siteKey: number): readonly KnownPage[] {
    return this.#known(siteKey);
  }

  /** What the n-th page lists, counted from 0. */
  recall(siteKey: number, page: number): Pick<ListedPage, 'ids' | 'count' | 'next'> {
    const found = this.#recall(siteKey, page);
    if (found === null) throw new UnreadableRow('page of a listing');
    return found;
  }

  /** What the n-th page and those after it list. They stand for nothing before `stand` says so. */
  put(siteKey: number, from: number, pages: readonly ListedPage[]): void {
    for (const [index, page] of pages.entries()) this.#put(siteKey, from + index, page);
  }

  /** The first so many pages are a listing that was just taken over. */
  stand(siteKey: number, pages: number): void {
    this.#stand(siteKey, pages);
  }

  /** Part of a transaction that writes rows: the pages stand for them no more. */
  outdate(siteKey: number): void {
    this.#stand(siteKey, 0);
  }

  /** The same writer, for whoever writes rows outside of a listing. */
  outdatedBy(records: RecordWriter, open: OpenListings): RecordWriter {
    const noted = (siteKey: number, id: string, changed: number): number => {
      if (changed > 0) {
        open.wrote(siteKey, id);
        this.outdate(siteKey);
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

function idsOf(column: unknown): readonly FileId[] {
  const ids = json(column);
  if (!Array.isArray(ids)) throw new UnreadableRow('list of ids');
  return ids.map((id) => fileId(id));
}
