import { createHash, hash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, pathOf, type Shape } from '../harness/place.ts';

export const SITE = 'site-1';

/** One record of the lean service. Its JSON is made once, so that listing costs nothing but bytes. */
export interface Stored {
  readonly id: string;
  json: string;
  readonly content: Buffer | string;
  readonly size: number;
}

export interface Fields {
  readonly name: string;
  readonly category: string;
  readonly metadata: unknown;
  readonly size: number;
}

/** The records of the lean service, oldest first. */
export class StoredFiles {
  readonly folder: string;
  readonly all: Stored[] = [];
  readonly #byId = new Map<string, Stored>();
  #version = 0;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  find(id: string): Stored | undefined {
    return this.#byId.get(id);
  }

  /**
   * Where the bytes of a record lie. Spread over folders, because one folder with 10,000 files is slow for every
   * program.
   */
  pathOf(id: string): string {
    const folder = join(this.folder, id.slice(0, 2));
    if (!this.#made.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#made.add(folder);
    }
    return join(folder, id);
  }
  readonly #made = new Set<string>();

  /** Adds or replaces a record. `content` is its bytes, or the path of a file with them. */
  put(id: string, fields: Fields, content: Stored['content']): Stored {
    const stored = { id, json: this.#json(id, fields), content, size: fields.size };
    const before = this.#byId.get(id);
    if (before === undefined) this.all.push(stored);
    else this.all[this.all.indexOf(before)] = stored;
    this.#byId.set(id, stored);
    return stored;
  }

  /** Makes records as another laptop with SiteSync would have left them. */
  seed(shape: Shape): void {
    for (let n = 0; n < shape.files; n++) {
      const bytes = bytesOf(shape, n);
      const path = pathOf(shape, n);
      const sha256 = hash('sha256', bytes, 'hex');
      const facts = { path, sha256, mtime: 1_700_000_000_000 + n, opId: randomUUID() };
      const name = path.slice(path.lastIndexOf('/') + 1);
      this.put(
        randomUUID(),
        { name, category: 'other', metadata: { sitesync: facts }, size: bytes.length },
        bytes,
      );
    }
  }

  /** Makes one record with the bytes of this file. */
  async seedFile(file: string): Promise<void> {
    const sum = createHash('sha256');
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) sum.update(chunk as Buffer);
    const name = 'big.bin';
    const facts = {
      path: `Other/${name}`,
      sha256: sum.digest('hex'),
      mtime: 1_700_000_000_000,
      opId: 'seed',
    };
    const { size } = statSync(file);
    this.put(randomUUID(), { name, category: 'other', metadata: { sitesync: facts }, size }, file);
  }

  /** Gives the first `count` records new bytes, as someone else would send them. */
  change(shape: Shape, count: number): void {
    for (const [n, stored] of this.all.slice(0, count).entries()) {
      const bytes = bytesOf(shape, n, this.#version + 1);
      const { name, category, metadata } = JSON.parse(stored.json) as Fields;
      this.put(stored.id, { name, category, metadata, size: bytes.length }, bytes);
    }
  }

  writeSmall(id: string, bytes: Buffer): string {
    const path = this.pathOf(id);
    writeFileSync(path, bytes);
    return path;
  }

  /** The bytes of a small record. */
  read(stored: Stored): Buffer {
    return typeof stored.content === 'string' ? readFileSync(stored.content) : stored.content;
  }

  #json(id: string, { name, category, metadata, size }: Fields): string {
    const at = new Date(1_750_000_000_000 + this.#version++).toISOString();
    return JSON.stringify({
      id,
      site: SITE,
      category,
      name,
      file: `files/${id}`,
      uploaded_by: '7b0e3f9e-5f2b-4d5e-9a53-1f0a2f4b7c11',
      created_at: at,
      updated_at: at,
      download_url: `/api/v1/files/${id}/download/`,
      entity_uri: `urn:file:${id}`,
      content_type: 'application/octet-stream',
      size_bytes: size,
      metadata,
    });
  }
}
