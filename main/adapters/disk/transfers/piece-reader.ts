import { CHUNK } from '../layout.ts';
import type { Memory } from '../workers/shared-memory.ts';
import type { DiskWorkers, Reserved } from '../workers/workers.ts';

export interface Piece {
  /** Valid until the next piece is asked for. */
  readonly bytes: Uint8Array;
  /** The hash of the whole file, given with the last piece. */
  readonly hash: string | null;
}

/**
 * Reads and hashes an open file in one of the disk's threads, one piece ahead of the sender. Two shared buffers are
 * used in turn: new ones would cost more than the hashing, most of it for the garbage collector.
 */
export class PieceReader {
  readonly #workers: DiskWorkers;
  readonly #thread: Reserved;
  readonly #descriptor: number;
  readonly #size: number;
  readonly #memory: readonly [Memory, Memory];
  #asked = 0;
  #at = 0;
  #coming: Promise<Piece> | null = null;
  #closed = false;

  /** The descriptor stays open until `close` is done. */
  constructor(workers: DiskWorkers, descriptor: number, size: number) {
    this.#workers = workers;
    this.#thread = workers.reserve();
    this.#descriptor = descriptor;
    this.#size = size;
    this.#memory = [workers.memory.lend(CHUNK), workers.memory.lend(CHUNK)];
  }

  /** The next piece; empty if the file is shorter than it was. Rejects with the system's error. */
  async next(): Promise<Piece> {
    const piece = await (this.#coming ??= this.#read());
    this.#at += piece.bytes.length;
    const more = piece.bytes.length > 0 && this.#at < this.#size;
    this.#coming = more ? this.#read() : null;
    // The error is reported to whoever asks for this piece.
    this.#coming?.catch(() => undefined);
    return piece;
  }

  /** To be called when the last piece was sent, or is not wanted: the memory then serves others. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#coming?.catch(() => undefined);
    this.#thread.release({ kind: 'forget', reading: this.#thread.reading });
    for (const memory of this.#memory) this.#workers.memory.giveBack(memory);
  }

  async #read(): Promise<Piece> {
    const into = this.#memory[this.#asked++ % 2 === 0 ? 0 : 1];
    if (this.#closed) throw new Error('Reading goes on after it was ended');
    const { reading } = this.#thread;
    const descriptor = this.#descriptor;
    const job = { kind: 'piece', reading, descriptor, at: this.#at, into, end: this.#size } as const;
    const reply = await this.#thread.readPiece(job);
    if (reply.kind === 'error') throw Object.assign(new Error(`read: ${reply.code}`), { code: reply.code });
    return { bytes: into.subarray(0, reply.count), hash: reply.hash };
  }
}
