import { createHash, type Hash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { HashPieceJob, PieceJob, PieceReply } from './worker-messages.ts';

/** For each file that this thread reads in pieces, the hash of what was read so far. */
const hashes = new Map<number, Hash>();
/** For each file that is written in pieces, the hash so far, and of how many bytes. */
const written = new Map<number, { readonly hash: Hash; size: number }>();

/** Reads the next piece of a file that another thread holds open, and hashes it on the way. */
export function readPiece({ reading, descriptor, at, into, end }: PieceJob): PieceReply {
  const hash = at === 0 ? createHash('sha256') : hashes.get(reading);
  // As in a restarted thread: the hash of the rest alone would be taken for that of the whole.
  if (hash === undefined) throw new Error('A piece is read that does not follow the one before');
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

/** Adds a piece; returns the hash of all so far if it is wanted. More may follow. */
export function hashPiece({ reading, at, bytes, digest }: HashPieceJob): string | null {
  const begun = at === 0 ? { hash: createHash('sha256'), size: 0 } : written.get(reading);
  if (begun?.size !== at) throw new Error('A piece is hashed that does not follow the one before');
  begun.hash.update(bytes);
  begun.size += bytes.length;
  written.set(reading, begun);
  return digest ? begun.hash.copy().digest('hex') : null;
}

/** Nothing more of this file will be asked for. */
export function forgetPieces(reading: number): void {
  hashes.delete(reading);
  written.delete(reading);
}
