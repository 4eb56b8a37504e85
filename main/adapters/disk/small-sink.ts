import { hash } from 'node:crypto';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { parseContentHash, type ContentHash, type FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { DownloadSink, ScannedFile } from '../../sync/ports/disk.ts';
import { partialName } from './layout.ts';
import type { PlacingQueue } from './placing-queue.ts';

const DONE = Promise.resolve(ok(undefined));

/** A small download: it is held in memory until it is placed, and what was broken off starts over. */
export class SmallSink implements DownloadSink {
  readonly etag = null;
  readonly #queue: PlacingQueue;
  readonly #id: FileId;
  #bytes: Uint8Array<ArrayBuffer>;
  #size = 0;
  #digest: ContentHash | null = null;

  constructor(queue: PlacingQueue, id: FileId, size: number) {
    this.#queue = queue;
    this.#id = id;
    this.#bytes = new Uint8Array(size);
  }

  get offset(): number {
    return this.#size;
  }

  restart(): Promise<Result<void>> {
    this.#size = 0;
    this.#digest = null;
    return DONE;
  }

  write(chunk: Uint8Array): Promise<Result<void>> {
    const end = this.#size + chunk.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(end);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#size);
    this.#size = end;
    return DONE;
  }

  finish(): Promise<Result<{ readonly size: number; readonly hash: ContentHash }>> {
    if (this.#bytes.length > this.#size) this.#bytes = this.#bytes.slice(0, this.#size);
    const digest = parseContentHash(hash('sha256', this.#bytes, 'hex'));
    if (digest === null) throw new Error('SHA-256 gave no hash');
    this.#digest = digest;
    return Promise.resolve(ok({ size: this.#size, hash: digest }));
  }

  async place(
    target: RelPath,
    replaces: LocalFile | null,
    mtimeMs: number | null,
  ): Promise<Result<LocalFile>> {
    const digest = this.#digest;
    if (digest === null) throw new Error('A download is placed after it is finished');
    const placed = await this.#queue.place({
      target,
      part: `${partialName(this.#id)}.part`,
      bytes: this.#bytes,
      replaces: replaces === null ? null : seenOf(replaces),
      mtimeMs,
    });
    return placed.ok ? ok({ path: target, ...placed.value, hash: digest }) : fail(placed.failure);
  }

  suspend(): Promise<void> {
    return this.discard();
  }

  discard(): Promise<void> {
    this.#bytes = new Uint8Array(0);
    return Promise.resolve();
  }
}

/** No more than this crosses to the worker: files come from trees that know more of them. */
export function seenOf({ path, size, mtimeNs, ino }: ScannedFile): ScannedFile {
  return { path, size, mtimeNs, ino };
}
