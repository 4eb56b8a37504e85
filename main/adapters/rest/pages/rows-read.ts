import { hash } from 'node:crypto';
import type { FileId, SiteId } from '../../../../shared/model/ids.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { KnownRows, ReadPage } from '../../../sync/ports/service.ts';
import { cutRows } from './cut-rows.ts';
import { type AskedPage, pageOf, type Parsed, parseSiteFile } from '../dialect.ts';
import { textOf } from '../requests/reply-body.ts';

/** Rows that are handled before others get their turn: some milliseconds. */
export const ROWS_A_TURN = 100;
const BYTES_A_TURN = 1024 * 1024;
/** 22 characters of base64url are 132 bits: two rows never meet by chance. */
const HASH_LENGTH = 22;

/**
 * Reads one page of files. A row that came in the same way before is known by the hash of its bytes, and is not
 * parsed again.
 */
export class RowsRead {
  /** Records that name no site. */
  readonly siteless: FileId[] = [];
  readonly #site: SiteId;
  readonly #bytes: Buffer;
  readonly #release: string;
  readonly #known: KnownRows;
  /** The hash of each row; empty if the page cannot be cut. */
  #rowHashes: string[] = [];
  /** How many of them are unknown; null if that cannot be told. */
  #unread: number | null = null;
  /** Number of rows so far. */
  #place = 0;
  readonly #read: Parsed<SiteFile>[] = [];
  readonly #same: FileId[] = [];
  readonly #ids: FileId[] = [];
  readonly #hashesOfIds: string[] = [];

  /** `release` is part of each hash: another release may read the same row differently. */
  constructor(site: SiteId, bytes: Buffer, release: string, known: KnownRows) {
    this.#site = site;
    this.#bytes = bytes;
    this.#release = release;
    this.#known = known;
  }

  /** Works in turns; returns the page without the known rows. Each remaining row is then to be taken, in order. */
  *look(): Generator<void, string> {
    const bytes = this.#bytes;
    const rows = cutRows(bytes);
    const unread: Buffer[] = [];
    let [rowsOfTurn, bytesOfTurn] = [0, 0];
    let next = rows.next();
    for (; next.done !== true; next = rows.next()) {
      const rowHash = this.#rowHash(next.value);
      this.#rowHashes.push(rowHash);
      if (!this.#known.has(rowHash)) unread.push(next.value);
      rowsOfTurn += 1;
      bytesOfTurn += next.value.length;
      if (rowsOfTurn < ROWS_A_TURN && bytesOfTurn < BYTES_A_TURN) continue;
      yield;
      [rowsOfTurn, bytesOfTurn] = [0, 0];
    }
    if (next.value === null) this.#rowHashes = [];
    else this.#unread = unread.length;
    if (next.value === null || unread.length === this.#rowHashes.length) return textOf(bytes);
    const [before, after] = [bytes.subarray(0, next.value.start), bytes.subarray(next.value.end)];
    return textOf(before) + unread.map((row) => textOf(row)).join(',') + textOf(after);
  }

  /** Is that the number of unknown rows? If not, the page has more than one list, in some spelling. */
  fits(rows: number): boolean {
    return this.#unread === null || this.#unread === rows;
  }

  take(row: unknown): void {
    this.#passKnown();
    const own = parseSiteFile(row, null);
    const filled = own.ok ? own : parseSiteFile(row, this.#site);
    this.#read.push(filled);
    if (filled.ok) this.#note(filled.value.id);
    if (filled.ok && !own.ok) this.siteless.push(filled.value.id);
    this.#place += 1;
  }

  /** All rows of the page with this body were taken. */
  page(body: unknown, asked: AskedPage): ReadPage {
    this.#passKnown();
    return {
      ...pageOf(body, asked, this.#place, this.#read),
      same: this.#same,
      ids: this.#ids,
      rowHashes: this.#hashesOfIds,
      recallable: this.siteless.length === 0,
    };
  }

  #rowHash(row: Buffer): string {
    return `${hash('sha256', row, 'base64url').slice(0, HASH_LENGTH)} ${this.#release}`;
  }

  #passKnown(): void {
    for (
      let rowHash = this.#rowHashes[this.#place];
      rowHash !== undefined;
      rowHash = this.#rowHashes[this.#place]
    ) {
      const id = this.#known.get(rowHash);
      if (id === undefined) return;
      this.#same.push(id);
      this.#note(id);
      this.#place += 1;
    }
  }

  #note(id: FileId): void {
    this.#ids.push(id);
    this.#hashesOfIds.push(this.#rowHashes[this.#place] ?? '');
  }
}
