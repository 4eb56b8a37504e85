import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createHash, hash as hashOnce } from 'node:crypto';
import { assertNever } from '../../../shared/assert-never.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import { sameFingerprint } from '../../engine/compare/fingerprint.ts';
import { fingerprintOf, type Fingerprint } from './fingerprint.ts';
import type {
  DiskAnswer,
  HashReply,
  Job,
  OpenJob,
  ScanBatch,
  ScanJob,
  WalkReport,
} from './workers/worker-messages.ts';
import { CHUNK } from './layout.ts';
import { forgetPieces, hashPiece, readPiece } from './workers/pieces-now.ts';
import { placeFiles } from './transfers/place-files.ts';
import { failureOf } from './problem.ts';
import { walk } from './scan/walk.ts';
import { unchangedIn } from './paths/way-now.ts';

/** For files that are only hashed. */
const buffer = new Uint8Array(CHUNK);

/**
 * Walks folders and reads files synchronously. Off the main thread that costs half of what promises do, and the host's
 * loop stays free.
 */
answerQuestions(async (job: Job, send: SendBatch): Promise<DiskAnswer | null> => {
  switch (job.kind) {
    case 'scan':
      return { kind: 'scanned', report: scan(job, send) };
    case 'place':
      return { kind: 'placed', results: await placeFiles(job) };
    case 'piece':
      return { kind: 'pieced', reply: readPiece(job) };
    case 'hash-piece':
      return { kind: 'hashed', hash: hashPiece(job) };
    case 'digest':
      return { kind: 'hashed', hash: hashOnce('sha256', job.bytes, 'hex') };
    case 'forget':
      forgetPieces(job.reading);
      return null;
    case 'hash':
      return { kind: 'read', replies: job.files.map((file) => read(file.full, file, buffer)) };
    case 'open':
      return { kind: 'read', replies: openSmall(job) };
    default:
      return assertNever(job);
  }
});

type SendBatch = (batch: ScanBatch, transfer: readonly ArrayBuffer[]) => void;

function scan(job: ScanJob, send: SendBatch): WalkReport {
  return walk(job, (batch) => {
    const { files } = batch;
    send(batch, files === null ? [] : [files.sizes.buffer, files.mtimes.buffer, files.inos.buffer]);
  });
}

function openSmall({ folder, files, into }: OpenJob): readonly HashReply[] {
  const unchanged = unchangedIn(folder);
  let end = 0;
  return files.map((file) => {
    const at = end;
    end += file.size;
    try {
      return read(unchanged(file), file, into.subarray(at, end));
    } catch (error) {
      return { kind: 'refused', failure: failureOf(error, 'read', file.path) };
    }
  });
}

/** Reads a file into memory, all of it if it fits, and hashes it. Its stat must be the same before and after. */
function read(full: string, file: Fingerprint, into: Uint8Array): HashReply {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(full, 'r');
    if (!isSame(descriptor, file)) return { kind: 'changed' };
    const fits = file.size <= into.length;
    const bytes = into.subarray(0, file.size);
    if (fits && !readWhole(descriptor, bytes)) return { kind: 'changing' };
    const hash = fits ? hashOnce('sha256', bytes, 'hex') : hashLarge(descriptor);
    return isSame(descriptor, file) ? { kind: 'hash', hash } : { kind: 'changing' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
    return { kind: 'error', code };
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function isSame(descriptor: number, file: Fingerprint): boolean {
  const stats = fstatSync(descriptor, { bigint: true });
  return stats.isFile() && sameFingerprint(fingerprintOf(stats), file);
}

/** False if the file has fewer bytes than its stat says. */
function readWhole(descriptor: number, into: Uint8Array): boolean {
  for (let at = 0; at < into.length;) {
    const count = readSync(descriptor, into, at, into.length - at, at);
    if (count === 0) return false;
    at += count;
  }
  return true;
}

function hashLarge(descriptor: number): string {
  const hash = createHash('sha256');
  for (let count = readSync(descriptor, buffer); count > 0; count = readSync(descriptor, buffer)) {
    hash.update(buffer.subarray(0, count));
  }
  return hash.digest('hex');
}
