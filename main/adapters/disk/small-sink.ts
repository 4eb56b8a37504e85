import { hash } from 'node:crypto';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import {
  parseContentHash,
  type ContentHash,
  type FileId,
  type RemoteFingerprint,
} from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { DownloadSink, PartialMark, ScannedFile } from '../../sync/ports/disk.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { Beginnings } from './beginnings.ts';
import { partialName } from './layout.ts';
import type { Together } from './together.ts';
import type { FileToPlace } from './worker-messages.ts';

const DONE = Promise.resolve(ok(undefined));

export type Placing = Together<FileToPlace, Result<Fingerprint>>;

/** What all small downloads of a disk share. */
export interface SmallDownloads {
  /** Those of a site's folder that are ready at the same time are placed together. */
  readonly placing: (folder: string) => Placing;
  readonly beginnings: Beginnings;
}

/** A small download: it is held in memory until it is placed, and what came before it broke off is kept there too. */
export class SmallSink implements DownloadSink {
  readonly etag: string | null;
  readonly whole: ContentHash | null;
  readonly #shared: SmallDownloads;
  readonly #folder: string;
  readonly #id: FileId;
  #bytes: Uint8Array<ArrayBuffer>;
  #size = 0;
  #digest: ContentHash | null = null;
  #open = true;

  constructor(
    shared: SmallDownloads,
    folder: string,
    { id, fingerprint, size }: { id: FileId; fingerprint: RemoteFingerprint; size: number },
  ) {
    this.#shared = shared;
    this.#folder = folder;
    this.#id = id;
    this.#bytes = new Uint8Array(size);
    const beginning = shared.beginnings.take(folder, id, fingerprint);
    this.etag = beginning?.etag ?? null;
    this.whole = beginning?.whole ?? null;
    if (beginning !== null) this.#append(beginning.bytes);
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
    this.#append(chunk);
    return DONE;
  }

  #append(chunk: Uint8Array): void {
    const end = this.#size + chunk.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(end);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#size);
    this.#size = end;
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
    const placed = await this.#shared.placing(this.#folder).add({
      target,
      part: `${partialName(this.#id)}.part`,
      bytes: this.#bytes,
      replaces: replaces === null ? null : seenOf(replaces),
      mtimeMs,
    });
    return placed.ok ? ok({ path: target, ...placed.value, hash: digest }) : fail(placed.failure);
  }

  suspend({ fingerprint, etag }: PartialMark): Promise<void> {
    const bytes = this.#bytes.slice(0, this.#size);
    if (this.#open)
      this.#shared.beginnings.keep(this.#folder, this.#id, { fingerprint, etag, bytes, whole: null });
    return this.discard();
  }

  keep(fingerprint: RemoteFingerprint): Promise<void> {
    const whole = this.#digest;
    const bytes = this.#bytes;
    if (this.#open && whole !== null)
      this.#shared.beginnings.keep(this.#folder, this.#id, { fingerprint, etag: null, bytes, whole });
    return this.discard();
  }

  discard(): Promise<void> {
    this.#open = false;
    return Promise.resolve();
  }
}

/** No more than this crosses to the worker: files come from trees that know more of them. */
export function seenOf({ path, size, mtimeNs, ino }: ScannedFile): ScannedFile {
  return { path, size, mtimeNs, ino };
}
