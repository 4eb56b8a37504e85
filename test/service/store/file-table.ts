import { randomUUID } from 'node:crypto';
import type { BlobReferences } from './blob-references.ts';
import type { StoredBlob } from './blobs.ts';
import type { Db } from './database.ts';
import type { ServiceClock } from './service-clock.ts';

/** A file record as it is stored; `metadata` is JSON text, times are ISO 8601 with microseconds. */
export interface FileRow {
  readonly id: string;
  readonly site: string;
  readonly category: string;
  readonly name: string;
  readonly blob: string;
  readonly size: number;
  readonly content_type: string;
  readonly uploaded_by: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly metadata: string;
}

export interface NewFile {
  readonly site: string;
  readonly category: string;
  readonly name: string;
  readonly blob: StoredBlob;
  readonly contentType: string;
  readonly uploadedBy: string;
  readonly metadata: string;
}

export type FileChanges = Partial<Omit<NewFile, 'uploadedBy'>>;

/** What a listing asks for; `sites` null means every site. */
export interface FileFilter {
  readonly sites: readonly string[] | null;
  readonly category: string | null;
  readonly hidden: readonly string[];
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** The file records, in the order of their creation. */
export class FileTable {
  readonly #db: Db;
  readonly #clock: ServiceClock;
  readonly #references: BlobReferences;
  readonly #get;
  readonly #getByBlob;
  readonly #insert;
  readonly #update;
  readonly #delete;

  constructor(db: Db, clock: ServiceClock, references: BlobReferences) {
    this.#db = db;
    this.#clock = clock;
    this.#references = references;
    this.#get = db.prepare<[string], FileRow>('select * from file where id = ?');
    this.#getByBlob = db.prepare<[string], FileRow>('select * from file where blob = ? limit 1');
    this.#insert = db.prepare<[FileRow]>(
      `insert into file values (@id, @site, @category, @name, @blob, @size, @content_type, @uploaded_by,
       @created_at, @updated_at, @metadata)`,
    );
    this.#update = db.prepare<[FileRow]>(
      `update file set site = @site, category = @category, name = @name, blob = @blob, size = @size,
       content_type = @content_type, updated_at = @updated_at, metadata = @metadata where id = @id`,
    );
    this.#delete = db.prepare<[string]>('delete from file where id = ?');
  }

  get(id: string): FileRow | null {
    return this.#get.get(id) ?? null;
  }

  /** A record that refers to the blob, or null. */
  getByBlob(blob: string): FileRow | null {
    return this.#getByBlob.get(blob) ?? null;
  }

  create(file: NewFile): FileRow {
    const now = this.#clock.next();
    const row: FileRow = {
      id: randomUUID(),
      site: file.site,
      category: file.category,
      name: file.name,
      blob: file.blob.key,
      size: file.blob.size,
      content_type: file.contentType,
      uploaded_by: file.uploadedBy,
      created_at: now,
      updated_at: now,
      metadata: file.metadata,
    };
    this.#insert.run(row);
    return row;
  }

  createAll(files: readonly NewFile[]): readonly FileRow[] {
    return this.#db.transaction(() => files.map((file) => this.create(file)))();
  }

  /** Null where the record is gone; `updated_at` moves even where nothing else does. */
  update(id: string, changes: FileChanges): FileRow | null {
    const old = this.get(id);
    if (old === null) return null;
    const row: FileRow = {
      ...old,
      site: changes.site ?? old.site,
      category: changes.category ?? old.category,
      name: changes.name ?? old.name,
      blob: changes.blob?.key ?? old.blob,
      size: changes.blob?.size ?? old.size,
      content_type: changes.contentType ?? old.content_type,
      metadata: changes.metadata ?? old.metadata,
      updated_at: this.#clock.next(),
    };
    this.#update.run(row);
    if (row.blob !== old.blob) this.#references.release(old.blob);
    return row;
  }

  remove(id: string): boolean {
    const old = this.get(id);
    if (old === null) return false;
    this.#delete.run(id);
    this.#references.release(old.blob);
    return true;
  }

  count(filter: FileFilter): number {
    const { where, values } = whereOf(filter);
    const row = this.#db
      .prepare<unknown[], { n: number }>(`select count(*) as n from file ${where}`)
      .get(...values);
    return row?.n ?? 0;
  }

  page(filter: FileFilter, page: Page, shuffled: boolean): readonly FileRow[] {
    const { where, values } = whereOf(filter);
    const order = shuffled ? 'random()' : 'created_at, id';
    return this.#db
      .prepare<unknown[], FileRow>(`select * from file ${where} order by ${order} limit ? offset ?`)
      .all(...values, page.limit, page.offset);
  }
}

function whereOf(filter: FileFilter): { readonly where: string; readonly values: readonly string[] } {
  const terms: string[] = [];
  const values: string[] = [];
  const [only] = filter.sites ?? [];
  if (filter.sites?.length === 1 && only !== undefined) {
    // Equality, unlike `in`, lets the index give the rows in order.
    terms.push('site = ?');
    values.push(only);
  } else if (filter.sites !== null) {
    terms.push('site in (select value from json_each(?))');
    values.push(JSON.stringify(filter.sites));
  }
  if (filter.category !== null) {
    terms.push('category = ?');
    values.push(filter.category);
  }
  if (filter.hidden.length > 0) {
    terms.push('id not in (select value from json_each(?))');
    values.push(JSON.stringify(filter.hidden));
  }
  return { where: terms.length === 0 ? '' : `where ${terms.join(' and ')}`, values };
}
