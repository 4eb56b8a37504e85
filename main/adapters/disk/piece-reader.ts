import { CHUNK } from './layout.ts';
import type { DiskWorkers, Reserved } from './workers.ts';

export interface Piece {
  /** Good until the next piece is asked for. */
  readonly bytes: Uint8Array;
  /** Of the whole file, with its last piece. */
  readonly hash: string | null;
}

/**
 * Reads and hashes an open file in one of the disk's threads, a piece ahead of whoever sends it. Two pieces of memory
 * that both threads see serve in turn: fresh ones cost more than hashing them, most of it to collect them again.
 */
export class PieceReader {
  readonly #thread: Reserved;
  readonly #descriptor: number;
  readonly #size: number;
  readonly #memory = [0, 1].map(() => new Uint8Array(new SharedArrayBuffer(CHUNK)));
  #asked = 0;
  #at = 0;
  #coming: Promise<Piece> | null = null;
  #closed = false;

  /** The descriptor stays open until `close` is done. */
  constructor(workers: DiskWorkers, descriptor: number, size: number) {
    this.#thread = workers.reserve();
    this.#descriptor = descriptor;
    this.#size = size;
  }

  /** The next piece, empty where the file is shorter than it was; rejects with the system's error. */
  async next(): Promise<Piece> {
    const piece = await (this.#coming ?? this.#read());
    this.#at += piece.bytes.length;
    const more = piece.bytes.length > 0 && this.#at < this.#size;
    this.#coming = more ? this.#read() : null;
    // Whoever asks for it hears of what went wrong.
    this.#coming?.catch(() => undefined);
    return piece;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#coming?.catch(() => undefined);
    this.#thread.release({ kind: 'forget', reading: this.#thread.reading });
  }

  async #read(): Promise<Piece> {
    const into = this.#memory[this.#asked++ % this.#memory.length];
    if (into === undefined || this.#closed) throw new Error('Reading goes on after it was ended');
    const { reading } = this.#thread;
    const descriptor = this.#descriptor;
    const job = { kind: 'piece', reading, descriptor, at: this.#at, into, end: this.#size } as const;
    const reply = await this.#thread.readPiece(job);
    if (reply.kind === 'error') throw Object.assign(new Error(`read: ${reply.code}`), { code: reply.code });
    return { bytes: into.subarray(0, reply.count), hash: reply.hash };
  }
}
