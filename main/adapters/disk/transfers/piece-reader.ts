import { CHUNK } from '../layout.ts';
import type { Memory } from '../workers/shared-memory.ts';
import type { DiskWorkers, Reserved } from '../workers/workers.ts';

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

  /** The next piece, empty where the file is shorter than it was; rejects with the system's error. */
  async next(): Promise<Piece> {
    const piece = await (this.#coming ??= this.#read());
    this.#at += piece.bytes.length;
    const more = piece.bytes.length > 0 && this.#at < this.#size;
    this.#coming = more ? this.#read() : null;
    // Whoever asks for it hears of what went wrong.
    this.#coming?.catch(() => undefined);
    return piece;
  }

  /** What was read has left this computer, or is not wanted any more: others read into the same memory. */
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
