import { open, type FileHandle } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { parseContentHash, type ContentHash } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { HashedFile, ScannedFile, UploadSource } from '../../sync/ports/disk.ts';
import { fingerprintOf, sameFingerprint } from './fingerprint.ts';
import { CHUNK } from './layout.ts';
import { cancelled, changedMeanwhile, failureOfErrno, guarded, Refused, stillChanging } from './problem.ts';
import { inside, requireUnchanged } from './way.ts';
import type { HashReply } from './worker-messages.ts';
import type { DiskWorkers } from './workers.ts';

const FILES_AT_ONCE = 64;

/** Hashes files in the workers, some at a time so that a stop is soon obeyed. */
export async function hashFiles(
  workers: DiskWorkers,
  folder: string,
  files: readonly ScannedFile[],
  onBytes: ((bytes: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly Result<HashedFile>[]> {
  const results: Result<HashedFile>[] = [];
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const part = files.slice(at, at + FILES_AT_ONCE);
    if (signal?.aborted === true) {
      results.push(...part.map(() => fail(cancelled)));
      continue;
    }
    results.push(...(await hashPart(workers, folder, part)));
    for (const file of part) onBytes?.(file.size);
  }
  return results;
}

async function hashPart(
  workers: DiskWorkers,
  folder: string,
  part: readonly ScannedFile[],
): Promise<readonly Result<HashedFile>[]> {
  const wanted = await Promise.all(
    part.map((file) => guarded('read', file.path, async () => wantedFile(folder, file))),
  );
  const files = wanted.flatMap((result) => (result.ok ? [result.value] : []));
  const replies = await workers.read({ kind: 'read', wantBytes: false, files });
  let next = 0;
  return part.map((file, index) => {
    const asked = wanted[index];
    if (asked?.ok === false) return asked;
    const hash = hashOf(replies[next++], file.path);
    return hash.ok ? ok({ file, hash: hash.value }) : hash;
  });
}

function wantedFile(folder: string, file: ScannedFile): ScannedFile & { readonly full: string } {
  return { ...file, full: inside(folder, file.path) };
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
    case 'error':
      return fail(failureOfErrno(reply.code, 'read', path));
    default:
      throw new Error('A worker left a file out');
  }
}

/** Opens a file for sending: a small one is read whole, with its hash; a large one is streamed. */
export async function openUpload(
  workers: DiskWorkers,
  folder: string,
  file: ScannedFile,
): Promise<Result<UploadSource>> {
  const checked = await guarded('read', file.path, () => requireUnchanged(folder, file.path, file));
  if (!checked.ok) return checked;
  if (file.size <= CHUNK) return openSmall(workers, folder, file);
  return guarded('read', file.path, async () => new LargeUpload(file, await open(checked.value, 'r')));
}

async function openSmall(
  workers: DiskWorkers,
  folder: string,
  file: ScannedFile,
): Promise<Result<UploadSource>> {
  const [reply] = await workers.read({ kind: 'read', wantBytes: true, files: [wantedFile(folder, file)] });
  const hash = hashOf(reply, file.path);
  if (!hash.ok) return hash;
  const bytes = reply?.kind === 'hash' ? reply.bytes : null;
  if (bytes === null) throw new Error('A worker answered with no bytes');
  return ok({
    size: bytes.length,
    bytes,
    hash: hash.value,
    stream: async function* () {
      yield bytes;
    },
    // Stat and bytes were taken together, before sending.
    finish: () => Promise.resolve(hash),
    close: () => Promise.resolve(),
  });
}

class LargeUpload implements UploadSource {
  readonly size: number;
  readonly bytes = null;
  readonly hash = null;
  readonly #file: ScannedFile;
  readonly #handle: FileHandle;
  #sent: string | null = null;

  constructor(file: ScannedFile, handle: FileHandle) {
    this.size = file.size;
    this.#file = file;
    this.#handle = handle;
  }

  /** Fresh buffers, because the one before may still be on its way out. */
  async *stream(): AsyncIterable<Uint8Array> {
    const hash = createHash('sha256');
    this.#sent = null;
    for (let at = 0; at < this.size;) {
      const want = Math.min(CHUNK, this.size - at);
      const { bytesRead, buffer } = await this.#handle.read(new Uint8Array(want), 0, want, at);
      if (bytesRead === 0) return;
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      at += bytesRead;
      if (at === this.size) this.#sent = hash.digest('hex');
      yield chunk;
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

  close(): Promise<void> {
    return this.#handle.close();
  }
}
