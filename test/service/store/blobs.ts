import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Stored bytes: the key changes with every upload and so stands for the content. */
export interface StoredBlob {
  readonly key: string;
  readonly size: number;
}

const KEY = /^[0-9a-f-]{36}$/;

/** File contents on disk, one file per upload, written beside and renamed into place, never changed afterwards. */
export class Blobs {
  readonly #folder: string;
  readonly #temp: string;
  readonly #shards = new Set<string>();

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'blobs');
    this.#temp = join(dataDir, 'tmp');
    // What an earlier process left half-written belongs to nobody.
    rmSync(this.#temp, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
    mkdirSync(this.#temp);
  }

  /** A fresh path on the same disk, to be written and then given to `adopt`. */
  tempPath(): string {
    return join(this.#temp, randomUUID());
  }

  adopt(tempPath: string): StoredBlob {
    const key = randomUUID();
    const { size } = statSync(tempPath);
    renameSync(tempPath, this.#place(key));
    return { key, size };
  }

  write(content: Uint8Array): StoredBlob {
    const key = randomUUID();
    writeFileSync(this.#place(key), content);
    return { key, size: content.byteLength };
  }

  copyFrom(path: string): StoredBlob {
    const key = randomUUID();
    copyFileSync(path, this.#place(key));
    return { key, size: statSync(path).size };
  }

  path(key: string): string {
    if (!KEY.test(key)) throw new Error(`Not a blob key: ${key}`);
    return join(this.#folder, key.slice(0, 2), key);
  }

  remove(key: string): void {
    rmSync(this.path(key), { force: true });
  }

  keys(): readonly string[] {
    return readdirSync(this.#folder, { recursive: true, encoding: 'utf8' })
      .map((path) => basename(path))
      .filter((name) => KEY.test(name));
  }

  #place(key: string): string {
    const shard = key.slice(0, 2);
    if (!this.#shards.has(shard)) {
      mkdirSync(join(this.#folder, shard), { recursive: true });
      this.#shards.add(shard);
    }
    return this.path(key);
  }
}
