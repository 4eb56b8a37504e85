import { createHash, type Hash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { PieceJob, PieceReply } from './worker-messages.ts';

/** Hashes of the files that this thread reads piece by piece, each of what was read so far. */
const hashes = new Map<number, Hash>();

/** Reads the next piece of a file that another thread holds open, and hashes it on the way. */
export function readPiece({ reading, descriptor, at, into, end }: PieceJob): PieceReply {
  const hash = hashes.get(reading) ?? createHash('sha256');
  hashes.set(reading, hash);
  try {
    const count = readSync(descriptor, into, 0, Math.min(into.length, end - at), at);
    hash.update(into.subarray(0, count));
    if (at + count < end) return { kind: 'piece', count, hash: null };
    hashes.delete(reading);
    return { kind: 'piece', count, hash: hash.digest('hex') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
    return { kind: 'error', code };
  }
}

/** No more of it is wanted. */
export function forgetPieces(reading: number): void {
  hashes.delete(reading);
}
