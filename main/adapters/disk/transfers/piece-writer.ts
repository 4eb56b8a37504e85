import type { FileHandle } from 'node:fs/promises';
import type { Memory } from '../workers/shared-memory.ts';
import type { DiskWorkers, Reserved } from '../workers/workers.ts';

/**
 * Bytes. One thread fills a piece, another hashes it, another writes it: at this size it is still in the cache that the
 * processors share. With 1 MiB a download takes a quarter more time and a third more work; with 64 KiB the messages
 * between the threads do.
 */
const PIECE = 256 * 1024;
/** At most this many pieces wait to be written or hashed: the network goes on for that long without the disk. */
const PIECES = 8;
/** The disk begins to flush after this many bytes, so that little is left for the end. */
const FLUSH_EVERY = 64 * 1024 * 1024;

/**
 * Writes an open file from its beginning, and has one of the disk's threads hash it meanwhile. Shared buffers are used
 * in turn. An error is reported by the next call.
 */
export class PieceWriter {
  readonly #workers: DiskWorkers;
  readonly #handle: FileHandle;
  #thread: Reserved;
  /** Buffers that were lent to it. */
  #pieces: Memory[] = [];
  #free: Memory[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #filling: Memory | null = null;
  #filled = 0;
  /** The position in the file of the piece that is being filled. */
  #at = 0;
  #failure: { readonly error: unknown; readonly at: number } | null = null;
  #flushAt = FLUSH_EVERY;
  #flushing: Promise<void> | null = null;

  constructor(workers: DiskWorkers, handle: FileHandle) {
    this.#workers = workers;
    this.#handle = handle;
    this.#thread = workers.reserve();
  }

  /** Bytes so far, including those that are not written yet. */
  get size(): number {
    return this.#at + this.#filled;
  }

  /** Continues at the end of the file. The file is read once, for the hash. */
  async goOn(): Promise<void> {
    for (;;) {
      const piece = await this.#room();
      const { bytesRead } = await this.#handle.read(piece, 0, PIECE, this.#at);
      if (bytesRead === 0) break;
      this.#filling = null;
      this.#begin(piece, this.#hash(piece.subarray(0, bytesRead), this.#at), this.#at);
      this.#at += bytesRead;
    }
    await this.settle();
    if (this.#failure !== null) throw this.#failure.error;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      const piece = this.#filling ?? (await this.#room());
      const part = chunk.subarray(from, from + PIECE - this.#filled);
      piece.set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
      if (this.#filled === PIECE) this.#send(piece);
    }
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** Flushes everything, and returns the hash of all of it. More may follow. */
  async finish(): Promise<string> {
    await this.settle();
    if (this.#failure !== null) throw this.#failure.error;
    const [hash] = await Promise.all([this.#hash(NOTHING, this.#at, true), this.#handle.sync()]);
    if (hash === null) throw new Error('A worker answered with no hash');
    return hash;
  }

  /** Waits until nothing is under way. Returns how many bytes from the beginning are written for certain. */
  async settle(): Promise<number> {
    if (this.#filling !== null && this.#filled > 0) this.#send(this.#filling);
    await Promise.all(this.#underWay);
    await this.#flushing;
    return this.#failure?.at ?? this.#at;
  }

  /** Begins anew, and forgets all bytes so far. */
  async restart(): Promise<void> {
    await this.settle();
    await this.#handle.truncate(0);
    this.release();
    this.#thread = this.#workers.reserve();
    this.#at = 0;
    this.#failure = null;
    this.#flushAt = FLUSH_EVERY;
  }

  /** To be called when nothing more comes and nothing is under way: gives the buffers back. */
  release(): void {
    this.#thread.release({ kind: 'forget', reading: this.#thread.reading });
    for (const piece of this.#pieces) this.#workers.memory.giveBack(piece);
    [this.#pieces, this.#free, this.#filling] = [[], [], null];
  }

  #send(piece: Memory): void {
    const bytes = piece.subarray(0, this.#filled);
    this.#begin(piece, bothEnd(this.#hash(bytes, this.#at), this.#put(bytes, this.#at)), this.#at);
    this.#filling = null;
    this.#at += this.#filled;
    this.#filled = 0;
    if (this.#at >= this.#flushAt) this.#flushSoon();
  }

  #begin(piece: Memory, work: Promise<unknown>, at: number): void {
    const done: Promise<void> = work.then(
      () => this.#end(piece, done),
      (error: unknown) => {
        // Pieces may end in another order than they began: the first error in the file counts.
        if (this.#failure === null || at < this.#failure.at) this.#failure = { error, at };
        this.#end(piece, done);
      },
    );
    this.#underWay.add(done);
  }

  #end(piece: Memory, done: Promise<void>): void {
    this.#free.push(piece);
    this.#underWay.delete(done);
  }

  async #put(bytes: Memory, at: number): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, from, bytes.length - from, at + from);
      from += bytesWritten;
    }
  }

  #hash(bytes: Memory, at: number, digest = false): Promise<string | null> {
    return this.#thread.hashPiece({ kind: 'hash-piece', reading: this.#thread.reading, at, bytes, digest });
  }

  /** Flushes while writing goes on. A flush that fails here also fails at the end. */
  #flushSoon(): void {
    if (this.#flushing !== null) return;
    this.#flushAt = this.#at + FLUSH_EVERY;
    this.#flushing = this.#handle
      .datasync()
      .catch((error: unknown) => {
        this.#failure ??= { error, at: 0 };
      })
      .finally(() => {
        this.#flushing = null;
      });
  }

  /** A free buffer, as soon as there is one. */
  async #room(): Promise<Memory> {
    while (this.#free.length === 0 && this.#pieces.length === PIECES) await Promise.race(this.#underWay);
    const piece = this.#free.pop() ?? this.#lent();
    this.#filling = piece;
    return piece;
  }

  #lent(): Memory {
    const piece = this.#workers.memory.lend(PIECE);
    this.#pieces.push(piece);
    return piece;
  }
}

/** Waits for both even if one fails: the memory serves another file afterwards. */
async function bothEnd(hashed: Promise<unknown>, written: Promise<unknown>): Promise<void> {
  await Promise.allSettled([hashed, written]);
  await hashed;
  await written;
}

const NOTHING = new Uint8Array(new SharedArrayBuffer(0));
