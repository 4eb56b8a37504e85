import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BlobReferences } from './blob-references.ts';
import { Blobs, type StoredBlob } from './blobs.ts';
import { contentTypeOf } from './content-type.ts';
import { type Db, openDatabase } from './database.ts';
import { type FileRow, FileTable } from './file-table.ts';
import { type ModelRow, ModelTable } from './model-table.ts';
import type { Point } from './month-chunk.ts';
import { SeriesTable } from './series-table.ts';
import { ServiceClock } from './service-clock.ts';
import { type SiteRow, SiteTable } from './site-table.ts';
import { type Snapshot, Snapshots } from './snapshots.ts';

export type Content = string | Uint8Array;

/** A file as a test names it; the category may be one that the contract does not know. */
export interface FileSeed {
  readonly name: string;
  readonly category: string;
  readonly content: Content;
  /** Any JSON value; `{}` where absent. */
  readonly metadata?: unknown;
  readonly contentType?: string;
}

/** Who uploaded what did not come through the interface. */
export const SEED_USER = '00000000-0000-4000-8000-000000000001';

/**
 * Everything the service holds, in one folder: `service.db`, `blobs/` and `media/photos/`. The methods here act at
 * once and without the interface, as another client of the service would; the tables serve the interface itself.
 */
export class Store {
  readonly dataDir: string;
  readonly blobs: Blobs;
  readonly fileTable: FileTable;
  readonly siteTable: SiteTable;
  readonly modelTable: ModelTable;
  readonly seriesTable: SeriesTable;
  readonly #db: Db;
  readonly #snapshots: Snapshots;

  constructor(dataDir: string) {
    mkdirSync(join(dataDir, 'media', 'photos'), { recursive: true });
    this.dataDir = dataDir;
    this.#db = openDatabase(join(dataDir, 'service.db'));
    this.blobs = new Blobs(dataDir);
    const clock = new ServiceClock(newestTime(this.#db));
    const references = new BlobReferences(this.#db, this.blobs);
    references.sweep();
    this.#snapshots = new Snapshots(this.#db, references, dataDir);
    this.fileTable = new FileTable(this.#db, clock, references);
    this.siteTable = new SiteTable(this.#db, clock);
    this.modelTable = new ModelTable(this.#db, clock, references);
    this.seriesTable = new SeriesTable(this.#db);
  }

  isEmpty(): boolean {
    return this.siteTable.count(null) === 0;
  }

  /** Fields that are left out get plausible values; a given id must be new. */
  addSite(site: Partial<SiteRow> = {}): SiteRow {
    return this.siteTable.add(site);
  }

  /** Removes a site with its files; its models and series are kept, should the site come back. */
  removeSite(id: string): boolean {
    for (const file of this.files(id)) this.deleteFile(file.id);
    return this.siteTable.remove(id);
  }

  addFile(site: string, seed: FileSeed): FileRow {
    return this.fileTable.create(this.#newFile(site, seed, this.blobs.write(bytes(seed.content))));
  }

  /** Adds many files in one transaction; equal texts share one blob, so that 100,000 records take seconds. */
  addFiles(site: string, seeds: readonly FileSeed[]): readonly FileRow[] {
    const written = new Map<Content, StoredBlob>();
    const files = seeds.map((seed) => {
      const blob = written.get(seed.content) ?? this.blobs.write(bytes(seed.content));
      written.set(seed.content, blob);
      return this.#newFile(site, seed, blob);
    });
    return this.fileTable.createAll(files);
  }

  /** Adds a file whose content is copied from disk. */
  addFileFrom(site: string, path: string, seed: Omit<FileSeed, 'content'>): FileRow {
    return this.fileTable.create(this.#newFile(site, seed, this.blobs.copyFrom(path)));
  }

  /** Changes the given fields; throws where there is no such record. */
  editFile(id: string, changes: Partial<FileSeed> & { readonly site?: string }): FileRow {
    const { content, metadata, ...fields } = changes;
    const row = this.fileTable.update(id, {
      ...fields,
      ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
      ...(content === undefined ? {} : { blob: this.blobs.write(bytes(content)) }),
    });
    if (row === null) throw new Error(`No file ${id}`);
    return row;
  }

  /** False where it was gone already. */
  deleteFile(id: string): boolean {
    return this.fileTable.remove(id);
  }

  file(id: string): FileRow | null {
    return this.fileTable.get(id);
  }

  /** All records of a site (of every site where none is named), in the listing's order. */
  files(site?: string): readonly FileRow[] {
    const filter = { sites: site === undefined ? null : [site], category: null, hidden: [] };
    return this.fileTable.page(filter, { offset: 0, limit: -1 }, false);
  }

  /** The stored bytes of a record; throws where there is no such record. */
  readContent(id: string): Buffer {
    const row = this.file(id);
    if (row === null) throw new Error(`No file ${id}`);
    return readFileSync(this.blobs.path(row.blob));
  }

  /** Adds a model or replaces its content. */
  addModel(site: string, modelId: string, content: Content, contentType = 'model/gltf-binary'): ModelRow {
    return this.modelTable.put(site, modelId, this.blobs.write(bytes(content)), contentType);
  }

  removeModel(site: string, modelId: string): boolean {
    return this.modelTable.remove(site, modelId);
  }

  /** Adds points to a series of a site, which need not exist yet. */
  addPoints(site: string, series: string, points: readonly Point[]): void {
    this.seriesTable.add(site, series, points);
  }

  removeSeries(site: string, series: string): void {
    this.seriesTable.remove(site, series);
  }

  /** Keeps a photo; a site names it in `photo`. */
  addPhoto(fileName: string, content: Uint8Array): void {
    writeFileSync(this.photoPath(fileName), content);
  }

  photoPath(fileName: string): string {
    return join(this.dataDir, 'media', 'photos', basename(fileName));
  }

  /** Runs several changes as one: all of them are kept, or none. */
  atomically(change: () => void): void {
    this.#db.transaction(change)();
  }

  snapshot(): Snapshot {
    return this.#snapshots.take();
  }

  restore(snapshot: Snapshot): void {
    this.#snapshots.restore(snapshot);
  }

  close(): void {
    this.#db.close();
  }

  #newFile(site: string, seed: Omit<FileSeed, 'content'>, blob: StoredBlob) {
    return {
      site,
      category: seed.category,
      name: seed.name,
      blob,
      contentType: seed.contentType ?? contentTypeOf(seed.name),
      uploadedBy: SEED_USER,
      metadata: JSON.stringify(seed.metadata ?? {}),
    };
  }
}

function bytes(content: Content): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
}

function newestTime(db: Db): string | null {
  const row = db
    .prepare<[], { newest: string | null }>(
      `select max(t) as newest from (
         select max(updated_at) as t from file union all
         select max(created_at) from site union all
         select max(updated_at) from model)`,
    )
    .get();
  return row?.newest ?? null;
}
