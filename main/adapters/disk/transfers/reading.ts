import { open, type FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { parseContentHash, type ContentHash } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import type { HashedFile, ScannedFile, UploadSource } from '../../../sync/ports/disk.ts';
import { fingerprintOf, type Fingerprint } from '../fingerprint.ts';
import { CHUNK } from '../layout.ts';
import { PieceReader } from './piece-reader.ts';
import { cancelled, changedMeanwhile, failureOfErrno, guarded, Refused, stillChanging } from '../problem.ts';
import { inside, requireUnchanged } from '../paths/way.ts';
import type { Batcher } from '../batcher.ts';
import type { HashReply } from '../workers/worker-messages.ts';
import type { DiskWorkers } from '../workers/workers.ts';

const FILES_AT_ONCE = 64;
/** Jobs at a time: one for each reading thread. */
const LANES = 2;
/** Opening a file takes as long as reading and hashing this many bytes. */
const OPENING = 32 * 1024;
/** With fewer bytes than this, one thread is done before a second has started. */
const WORTH_A_THREAD = 64 * 1024 * 1024;

/** Hashes files in the workers, a few at a time so that a stop is soon obeyed. */
export async function hashFiles(
  workers: DiskWorkers,
  folder: string,
  files: readonly ScannedFile[],
  onBytes: ((bytes: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly Result<HashedFile>[]> {
  const results: (readonly Result<HashedFile>[])[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at * FILES_AT_ONCE < files.length; at = next++) {
      const part = files.slice(at * FILES_AT_ONCE, (at + 1) * FILES_AT_ONCE);
      if (signal?.aborted === true) {
        results[at] = part.map(() => fail(cancelled));
      } else {
        results[at] = await hashPart(workers, folder, part);
        for (const file of part) onBytes?.(file.size);
      }
    }
  };
  const work = files.reduce((sum, file) => sum + file.size + OPENING, 0);
  await Promise.all(Array.from({ length: work < WORTH_A_THREAD ? 1 : LANES }, lane));
  return results.flat();
}

async function hashPart(
  workers: DiskWorkers,
  folder: string,
  part: readonly ScannedFile[],
): Promise<readonly Result<HashedFile>[]> {
  const wanted = await Promise.all(
    part.map((file) =>
      guarded('read', file.path, async () => ({ full: inside(folder, file.path), ...fingerprint(file) })),
    ),
  );
  const files = wanted.flatMap((result) => (result.ok ? [result.value] : []));
  const replies = await workers.read({ kind: 'hash', files });
  let next = 0;
  return part.map((file, index) => {
    const asked = wanted[index];
    if (asked?.ok === false) return asked;
    const hash = hashOf(replies[next++], file.path);
    return hash.ok ? ok({ file, hash: hash.value }) : hash;
  });
}

/** Only these fields cross to the worker: files of the trees have more. */
function fingerprint({ size, mtimeNs, ino }: ScannedFile): Fingerprint {
  return { size, mtimeNs, ino };
}

function hashOf(reply: HashReply | undefined, path: RelPath): Result<ContentHash> {
  switch (reply?.kind) {
    case 'hash': {
      const hash = parseContentHash(reply.hash);
      if (hash === null) throw new Error('A worker answered with no hash');
      return ok(hash);
    }
    case 'changed':
      return fail(changedMeanwhile(path, 'another fingerprint'));
    case 'changing':
      return fail(stillChanging(path));
    case 'refused':
      return fail(reply.failure);
    case 'error':
      return fail(failureOfErrno(reply.code, 'read', path));
    default:
      throw new Error('A worker left a file out');
  }
}

/** Small files of a site's folder that are asked for at the same time are read together. */
export type Reading = Batcher<ScannedFile, Result<UploadSource>>;

/** Opens a file for sending: a small one is read whole, with its hash; a large one is streamed. */
export async function openUpload(
  workers: DiskWorkers,
  reading: Reading,
  folder: string,
  file: ScannedFile,
): Promise<Result<UploadSource>> {
  if (file.size <= CHUNK) return reading.add(file);
  return guarded('read', file.path, async () => {
    const full = await requireUnchanged(folder, file.path, file);
    return new LargeUpload(workers, file, await open(full, 'r'));
  });
}

/** Reads and hashes several small files with one message to a worker, into one piece of lent memory. */
export async function openUploads(
  workers: DiskWorkers,
  folder: string,
  files: readonly ScannedFile[],
): Promise<readonly Result<UploadSource>[]> {
  const wanted = files.map((file) => ({ path: file.path, ...fingerprint(file) }));
  const into = workers.memory.lend(files.reduce((sum, file) => sum + file.size, 0));
  const replies = await workers.read({ kind: 'open', folder, files: wanted, into });
  const hashes = files.map((file, index) => hashOf(replies[index], file.path));
  let open = hashes.filter((hash) => hash.ok).length;
  if (open === 0) workers.memory.giveBack(into);
  const closed = (): void => {
    open -= 1;
    if (open === 0) workers.memory.giveBack(into);
  };
  let end = 0;
  return files.map(({ size }, index) => {
    const bytes = into.subarray(end, (end += size));
    const hash = hashes[index];
    if (hash === undefined) throw new Error('A worker left a file out');
    return hash.ok ? ok(new SmallUpload(bytes, hash.value, closed)) : hash;
  });
}

class SmallUpload implements UploadSource {
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
  #onClose: (() => void) | null;

  constructor(bytes: Uint8Array, hash: ContentHash, onClose: () => void) {
    this.size = bytes.length;
    this.bytes = bytes;
    this.hash = hash;
    this.#onClose = onClose;
  }

  async *stream(): AsyncIterable<Uint8Array> {
    yield this.bytes;
  }

  /** Nothing to check: stat and bytes were read together, before sending. */
  finish(): Promise<Result<ContentHash>> {
    return Promise.resolve(ok(this.hash));
  }

  close(): Promise<void> {
    this.#onClose?.();
    this.#onClose = null;
    return Promise.resolve();
  }
}

class LargeUpload implements UploadSource {
  readonly size: number;
  readonly bytes = null;
  readonly hash = null;
  readonly #workers: DiskWorkers;
  readonly #file: ScannedFile;
  readonly #handle: FileHandle;
  #reader: PieceReader | null = null;
  #sent: string | null = null;

  constructor(workers: DiskWorkers, file: ScannedFile, handle: FileHandle) {
    this.size = file.size;
    this.#workers = workers;
    this.#file = file;
    this.#handle = handle;
  }

  async *stream(): AsyncIterable<Uint8Array> {
    this.#sent = null;
    await this.#reader?.close();
    const reader = new PieceReader(this.#workers, this.#handle.fd, this.size);
    this.#reader = reader;
    for (let at = 0; at < this.size;) {
      const { bytes, hash } = await reader.next();
      if (bytes.length === 0) return;
      at += bytes.length;
      this.#sent = hash;
      yield bytes;
    }
  }

  finish(): Promise<Result<ContentHash>> {
    return guarded('read', this.#file.path, async () => {
      const stats = await this.#handle.stat({ bigint: true });
      const hash = parseContentHash(this.#sent);
      if (hash === null || !sameFingerprint(fingerprintOf(stats), this.#file))
        throw new Refused(stillChanging(this.#file.path));
      return hash;
    });
  }

  async close(): Promise<void> {
    // The reader may still be reading from this descriptor.
    await this.#reader?.close();
    await this.#handle.close();
  }
}
