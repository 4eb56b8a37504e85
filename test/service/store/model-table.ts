import type { BlobReferences } from './blob-references.ts';
import type { StoredBlob } from './blobs.ts';
import type { Db } from './database.ts';
import type { ServiceClock } from './service-clock.ts';

export interface ModelRow {
  readonly site: string;
  readonly id: string;
  readonly blob: string;
  readonly size: number;
  readonly content_type: string;
  readonly updated_at: string;
}

/** The models of sites: addressed by site and model id, replaced as a whole. */
export class ModelTable {
  readonly #clock: ServiceClock;
  readonly #references: BlobReferences;
  readonly #get;
  readonly #getByBlob;
  readonly #put;
  readonly #delete;

  constructor(db: Db, clock: ServiceClock, references: BlobReferences) {
    this.#clock = clock;
    this.#references = references;
    this.#get = db.prepare<[string, string], ModelRow>('select * from model where site = ? and id = ?');
    this.#getByBlob = db.prepare<[string], ModelRow>('select * from model where blob = ? limit 1');
    this.#put = db.prepare<[ModelRow]>(
      'insert or replace into model values (@site, @id, @blob, @size, @content_type, @updated_at)',
    );
    this.#delete = db.prepare<[string, string]>('delete from model where site = ? and id = ?');
  }

  get(site: string, id: string): ModelRow | null {
    return this.#get.get(site, id) ?? null;
  }

  getByBlob(blob: string): ModelRow | null {
    return this.#getByBlob.get(blob) ?? null;
  }

  put(site: string, id: string, blob: StoredBlob, contentType: string): ModelRow {
    const old = this.get(site, id);
    const row: ModelRow = {
      site,
      id,
      blob: blob.key,
      size: blob.size,
      content_type: contentType,
      updated_at: this.#clock.next(),
    };
    this.#put.run(row);
    if (old !== null) this.#references.release(old.blob);
    return row;
  }

  remove(site: string, id: string): boolean {
    const old = this.get(site, id);
    if (old === null) return false;
    this.#delete.run(site, id);
    this.#references.release(old.blob);
    return true;
  }
}
