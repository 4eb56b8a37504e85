import { hash } from 'node:crypto';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { parseContentHash, type ContentHash, type RemoteFingerprint } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import type { DownloadSink, ResumeNote, ScannedFile } from '../../../sync/ports/disk.ts';
import { seenOf } from '../fingerprint.ts';
import type { ResumeCache } from './resume-cache.ts';
import type { Held } from './held-memory.ts';
import { NO_PART, partialName } from '../layout.ts';
import type { DownloadOf } from './sink.ts';
import type { Batcher } from '../batcher.ts';
import type { FileToPlace } from '../workers/worker-messages.ts';
import type { DiskWorkers } from '../workers/workers.ts';

const DONE = Promise.resolve(ok(undefined));
/** More than this many bytes would block the loop for too long: a thread hashes them. */
const HASHED_AT_ONCE = 64 * 1024;

export type Placing = Batcher<FileToPlace, Result<ScannedFile>>;

/** What all small downloads of a disk share. */
export interface SmallDownloads {
  /** Downloads of a site's folder that are ready at the same time are placed together. */
  readonly placing: (folder: string) => Placing;
  readonly resumeCache: ResumeCache;
  readonly workers: DiskWorkers;
  /** Opens a part on the disk, for bytes that are to be kept. */
  readonly part: (of: DownloadOf) => Promise<Result<DownloadSink>>;
}

/** A small download, held in memory until it is placed. */
export class SmallSink implements DownloadSink {
  readonly etag: string | null;
  readonly whole: ContentHash | null;
  readonly #shared: SmallDownloads;
  readonly #of: DownloadOf;
  readonly #held: Held;
  #bytes: Uint8Array;
  #size = 0;
  #digest: ContentHash | null = null;
  #open = true;

  /** `held`: memory for as many bytes as the record says. */
  constructor(shared: SmallDownloads, of: DownloadOf, held: Held) {
    this.#shared = shared;
    this.#of = of;
    this.#held = held;
    this.#bytes = held.bytes;
    const beginning = shared.resumeCache.take(of.folder, of.id, of.fingerprint);
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

  /** Does nothing: fetching it again takes no longer than noting how far it came. */
  checkpoint(): Promise<void> {
    return Promise.resolve();
  }

  async finish(): Promise<Result<{ readonly size: number; readonly hash: ContentHash }>> {
    const bytes = this.#came;
    const large = bytes.length > HASHED_AT_ONCE;
    const text = large ? await this.#shared.workers.digest(bytes) : hash('sha256', bytes, 'hex');
    const digest = parseContentHash(text);
    if (digest === null) throw new Error('SHA-256 gave no hash');
    this.#digest = digest;
    return ok({ size: bytes.length, hash: digest });
  }

  get #came(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  async place(
    target: RelPath,
    replaces: LocalFile | null,
    mtimeMs: number | null,
  ): Promise<Result<LocalFile>> {
    const digest = this.#digest;
    if (digest === null) throw new Error('A download is placed after it is finished');
    const placed = await this.#shared.placing(this.#of.folder).add({
      target,
      part: `${partialName(this.#of.id)}.part`,
      bytes: this.#came,
      replaces: replaces === null ? null : seenOf(replaces),
      mtimeMs,
    });
    if (!placed.ok) return fail(placed.failure);
    this.#held.release();
    return ok({ ...placed.value, hash: digest });
  }

  async suspend(note: ResumeNote): Promise<void> {
    if (!this.#open) return;
    if (this.#size === 0) return this.discard();
    this.#open = false;
    if (this.#isWorthAPart) await this.#toDisk((part) => part.suspend(note));
    else this.#toMemory(note.fingerprint, note.etag, null);
    this.#held.release();
  }

  async keep(fingerprint: RemoteFingerprint): Promise<void> {
    const whole = this.#digest;
    if (!this.#open || whole === null) return this.discard();
    this.#open = false;
    if (this.#isWorthAPart)
      await this.#toDisk(async (part) => {
        const { ok: finished } = await part.finish();
        await (finished ? part.keep(fingerprint) : part.discard());
      });
    else this.#toMemory(fingerprint, null, whole);
    this.#held.release();
  }

  get #isWorthAPart(): boolean {
    return this.#held.bytes.length > NO_PART;
  }

  #toMemory(fingerprint: RemoteFingerprint, etag: string | null, whole: ContentHash | null): void {
    const { folder, id } = this.#of;
    this.#shared.resumeCache.keep(folder, id, { fingerprint, etag, bytes: this.#came.slice(), whole });
  }

  /** If this fails, the file is fetched anew: nothing is lost. */
  async #toDisk(end: (part: DownloadSink) => Promise<void>): Promise<void> {
    const part = await this.#shared.part(this.#of);
    if (!part.ok) return;
    const begun = await part.value.restart();
    const written = begun.ok ? await part.value.write(this.#came) : begun;
    await (written.ok ? end(part.value) : part.value.discard());
  }

  discard(): Promise<void> {
    this.#open = false;
    this.#held.release();
    return Promise.resolve();
  }
}
