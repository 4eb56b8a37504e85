import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { fingerprintOf } from '../fingerprint.ts';
import type { PackedFiles } from '../workers/worker-messages.ts';

/** 24 characters of base64 are 144 bits: two states of a folder never meet by chance. */
const LENGTH = 24;

/**
 * The files of a scan, one column for each of their properties: this takes a tenth of the memory of one object for each
 * file.
 */
export class FileColumns {
  readonly #paths: string[] = [];
  readonly #sizes: number[] = [];
  readonly #mtimes: bigint[] = [];
  readonly #inos: bigint[] = [];

  get count(): number {
    return this.#paths.length;
  }

  add(path: string, stats: BigIntStats): void {
    const { size, mtimeNs, ino } = fingerprintOf(stats);
    this.#paths.push(path);
    this.#sizes.push(size);
    this.#mtimes.push(mtimeNs);
    this.#inos.push(ino);
  }

  addAll(others: FileColumns): void {
    for (const path of others.#paths) this.#paths.push(path);
    for (const size of others.#sizes) this.#sizes.push(size);
    for (const mtime of others.#mtimes) this.#mtimes.push(mtime);
    for (const ino of others.#inos) this.#inos.push(ino);
  }

  /** One text that stands for all of them, in their order. */
  version(): string {
    const { paths, sizes, mtimes, inos } = this.pack(0, this.count);
    const hash = createHash('sha256').update(paths).update(sizes).update(mtimes).update(inos);
    return hash.digest('base64').slice(0, LENGTH);
  }

  /** The files in a range of positions, packed for another thread. */
  pack(from: number, to: number): PackedFiles {
    return {
      paths: this.#paths.slice(from, to).join('\0'),
      sizes: Float64Array.from(this.#sizes.slice(from, to)),
      mtimes: BigInt64Array.from(this.#mtimes.slice(from, to)),
      inos: BigInt64Array.from(this.#inos.slice(from, to)),
    };
  }
}
