import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createHash, hash as hashOnce } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { Fingerprint } from './fingerprint.ts';
import type { HashReply, OpenJob, ScanJob, WorkerRequest } from './worker-messages.ts';
import { CHUNK } from './layout.ts';
import { forgetPieces, hashPiece, readPiece } from './pieces-now.ts';
import { placeFiles } from './place-files.ts';
import { failureOf } from './problem.ts';
import { walk } from './walk.ts';
import { unchangedIn } from './way-now.ts';

/**
 * Walks folders and reads files with synchronous calls: off the main thread they cost half of what the promise forms
 * do, and the host's event loop stays free.
 */
if (parentPort === null) throw new Error('disk.worker runs as a worker thread');
const port = parentPort;
/** For what is only hashed. */
const buffer = new Uint8Array(CHUNK);

port.on('message', (request: WorkerRequest) => void carryOut(request));

async function carryOut({ id, job }: WorkerRequest): Promise<void> {
  try {
    if (job.kind === 'scan') scan(id, job);
    else if (job.kind === 'place') port.postMessage({ id, kind: 'placed', results: await placeFiles(job) });
    else if (job.kind === 'piece') port.postMessage({ id, kind: 'pieced', reply: readPiece(job) });
    else if (job.kind === 'hash-piece') port.postMessage({ id, kind: 'hashed', hash: hashPiece(job) });
    else if (job.kind === 'digest')
      port.postMessage({ id, kind: 'hashed', hash: hashOnce('sha256', job.bytes, 'hex') });
    else if (job.kind === 'forget') {
      forgetPieces(job.reading);
      port.postMessage({ id, kind: 'forgotten' });
    } else if (job.kind === 'hash') {
      const replies = job.files.map((file) => read(file.full, file, buffer));
      port.postMessage({ id, kind: 'read', replies });
    } else port.postMessage({ id, kind: 'read', replies: openSmall(job) });
  } catch (error) {
    port.postMessage({
      id,
      kind: 'bug',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

function scan(id: number, job: ScanJob): void {
  const report = walk(job, (batch) => {
    const { files } = batch;
    const buffers = files === null ? [] : [files.sizes.buffer, files.mtimes.buffer, files.inos.buffer];
    port.postMessage({ id, kind: 'batch', batch }, buffers);
  });
  port.postMessage({ id, kind: 'scanned', report });
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

/** Reads a file into memory, whole where it fits, and hashes it; its stat must be the same before and after. */
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
  return (
    stats.isFile() &&
    Number(stats.size) === file.size &&
    stats.mtimeNs === file.mtimeNs &&
    BigInt.asIntN(64, stats.ino) === file.ino
  );
}

/** False where fewer bytes come than the stat promised. */
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
