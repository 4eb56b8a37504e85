import type { FileId, ModelId, SiteId } from '../../../../shared/model/ids.ts';
import type { Json } from '../../../../shared/model/json.ts';
import { MemoryFaults } from './faults.ts';

/** A stored record: the fields of the contract, and its bytes. */
export interface MemoryFile {
  readonly id: FileId;
  readonly site: SiteId;
  readonly category: string;
  readonly name: string;
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly metadata: Json;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Names this version of the content; a new one with each change of the bytes. */
  readonly version: number;
}

export interface MemoryFileSeed {
  readonly name: string;
  readonly category?: string;
  readonly content?: Uint8Array | string;
  readonly contentType?: string;
  readonly metadata?: Json;
}

export interface MemoryEnvironment {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A new identifier at each call. */
  readonly newId: () => string;
}

export interface MemorySnapshot {
  readonly files: ReadonlyMap<FileId, MemoryFile>;
  readonly sites: ReadonlyMap<SiteId, string>;
}

export type MemoryPoint = readonly [ms: number, value: number | null];

/**
 * A Site Data Service in memory, with the meaning of the real one: what several clients share. Nothing in it asks for
 * time, chance or timers of its own, so a run with the same clock and ids is the same run.
 */
export class MemoryService {
  readonly faults = new MemoryFaults();
  readonly sites = new Map<SiteId, string>();
  readonly models = new Map<string, { readonly bytes: Uint8Array; readonly version: number }>();
  readonly series = new Map<string, readonly MemoryPoint[]>();
  readonly photos = new Map<string, Uint8Array>();
  /** What `sign-in` accepts; every client that names another token is refused. */
  readonly tokens = new Set(['token']);
  /** Sites that answer 403. */
  readonly forbidden = new Set<SiteId>();
  readonly env: MemoryEnvironment;
  #files = new Map<FileId, MemoryFile>();
  #listed: readonly MemoryFile[] | null = null;
  #lastStamp = 0;
  #versions = 0;

  constructor(env: MemoryEnvironment) {
    this.env = env;
  }

  addSite(name: string, id = this.env.newId()): SiteId {
    this.sites.set(id as SiteId, name);
    return id as SiteId;
  }

  /** Removes a site with its files. */
  removeSite(site: SiteId): void {
    this.sites.delete(site);
    for (const file of this.files(site)) this.#files.delete(file.id);
  }

  /** Adds a file without a client. */
  addFile(site: SiteId, seed: MemoryFileSeed): FileId {
    const stamp = this.#stamp();
    const id = this.env.newId() as FileId;
    this.#files.set(id, {
      id,
      site,
      category: seed.category ?? 'other',
      name: seed.name,
      content: bytesOf(seed.content ?? ''),
      contentType: seed.contentType ?? 'application/octet-stream',
      metadata: this.faults.dropMetadata ? {} : (seed.metadata ?? {}),
      createdAt: stamp,
      updatedAt: stamp,
      version: (this.#versions += 1),
    });
    return id;
  }

  /** Changes a file without a client. Throws where there is none. */
  editFile(id: FileId, changes: Partial<MemoryFileSeed> & { readonly site?: SiteId }): void {
    const old = this.#files.get(id);
    if (old === undefined) throw new Error(`No file ${id}`);
    const { content, metadata, ...fields } = changes;
    this.#files.set(id, {
      ...old,
      ...fields,
      ...(metadata === undefined || this.faults.dropMetadata ? {} : { metadata }),
      ...(content === undefined ? {} : { content: bytesOf(content), version: (this.#versions += 1) }),
      updatedAt: this.#stamp(),
    });
  }

  /** False where it was gone already. */
  deleteFile(id: FileId): boolean {
    return this.#files.delete(id);
  }

  file(id: FileId): MemoryFile | null {
    return this.#files.get(id) ?? null;
  }

  /** The records of a site, of all sites where none is named, oldest first. */
  files(site?: SiteId): readonly MemoryFile[] {
    const all = [...this.#files.values()];
    return site === undefined ? all : all.filter((file) => file.site === site);
  }

  /** What a listing is made of: the records as they are, or as they were when it was frozen. */
  listed(): readonly MemoryFile[] {
    return this.#listed ?? [...this.#files.values()];
  }

  /** From now on listings show what is here now, whatever changes: a cache, or a replica that lags behind. */
  freezeListings(): void {
    this.#listed = [...this.#files.values()];
  }

  thawListings(): void {
    this.#listed = null;
  }

  addModel(site: SiteId, model: ModelId, content: Uint8Array | string): void {
    this.models.set(`${site}/${model}`, { bytes: bytesOf(content), version: (this.#versions += 1) });
  }

  addPoints(site: SiteId, series: string, points: readonly MemoryPoint[]): void {
    const key = `${site}/${series}`;
    this.series.set(key, [...(this.series.get(key) ?? []), ...points]);
  }

  /** For `restore`: a service that is set back to an older backup. */
  snapshot(): MemorySnapshot {
    return { files: new Map(this.#files), sites: new Map(this.sites) };
  }

  restore(snapshot: MemorySnapshot): void {
    this.#files = new Map(snapshot.files);
    this.sites.clear();
    for (const [id, name] of snapshot.sites) this.sites.set(id, name);
  }

  /** Two changes never share a time, as with a service that counts microseconds. */
  #stamp(): number {
    this.#lastStamp = Math.max(this.env.now(), this.#lastStamp + 1);
    return this.#lastStamp;
  }
}

function bytesOf(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
