import { createHash, hash as hashOnce } from 'node:crypto';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import type { ContentHash } from '../../../../shared/model/ids.ts';
import { CHUNK } from '../../../../main/adapters/disk/layout.ts';
import {
  cancelled,
  changedMeanwhile,
  guarded,
  isErrno,
  Refused,
  stillChanging,
} from '../../../../main/adapters/disk/problem.ts';
import type { HashedFile, ScannedFile, UploadSource } from '../../../../main/sync/ports/disk.ts';
import type { FileNode } from './nodes.ts';
import { inside, isSame, type SessionIo } from './session-io.ts';

export function sha256(bytes: Uint8Array): ContentHash {
  return hashOnce('sha256', bytes, 'hex') as ContentHash;
}

export async function hashFiles(
  io: SessionIo,
  folder: string,
  files: readonly ScannedFile[],
  onBytes: ((bytes: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly Result<HashedFile>[]> {
  const results: Result<HashedFile>[] = [];
  for (const file of files) {
    if (signal?.aborted === true) {
      results.push(fail(cancelled));
      continue;
    }
    const read = await readWhole(io, folder, file);
    onBytes?.(file.size);
    results.push(read.ok ? ok({ file, hash: sha256(read.value) }) : read);
  }
  return results;
}

/** Opening and reading are two steps: what is written between them is found out. */
function readWhole(io: SessionIo, folder: string, file: ScannedFile): Promise<Result<Uint8Array>> {
  return guarded('read', file.path, async () => {
    const full = inside(folder, file.path);
    const handle = await io.steps
      .run('open', full, () => io.tree.file(full))
      .catch((error: unknown) => {
        if (isErrno(error, 'ELOOP', 'EISDIR'))
          throw new Refused(changedMeanwhile(file.path, 'no file any more'));
        throw error;
      });
    if (!isSame(handle, file)) throw new Refused(changedMeanwhile(file.path, 'another fingerprint'));
    return io.steps.run('read', full, () => {
      if (!isSame(handle, file)) throw new Refused(stillChanging(file.path));
      return handle.bytes;
    });
  });
}

export async function openUpload(
  io: SessionIo,
  folder: string,
  file: ScannedFile,
): Promise<Result<UploadSource>> {
  const checked = await guarded('read', file.path, () => io.requireUnchanged(folder, file.path, file));
  if (!checked.ok) return checked;
  if (file.size > CHUNK)
    return guarded('read', file.path, async () => {
      const handle = await io.steps.run('open', checked.value, () => io.tree.file(checked.value));
      return largeUpload(io, checked.value, file, handle);
    });
  const read = await readWhole(io, folder, file);
  if (!read.ok) return read;
  const hash = sha256(read.value);
  const bytes = read.value.slice();
  return ok({
    size: file.size,
    bytes,
    hash,
    stream: async function* () {
      yield bytes;
    },
    finish: () => Promise.resolve(ok(hash)),
    // Whoever keeps them beyond their time finds something else.
    close: () => Promise.resolve(void bytes.fill(0xff)),
  });
}

function largeUpload(io: SessionIo, full: string, file: ScannedFile, handle: FileNode): UploadSource {
  let sent: ContentHash | null = null;
  return {
    size: file.size,
    bytes: null,
    hash: null,
    stream: async function* () {
      const hash = createHash('sha256');
      sent = null;
      for (let at = 0; at < file.size;) {
        const from = at;
        const chunk = await io.steps.run('read', full, () =>
          handle.bytes.slice(from, Math.min(file.size, from + CHUNK)),
        );
        if (chunk.length === 0) return;
        hash.update(chunk);
        at += chunk.length;
        if (at === file.size) sent = hash.digest('hex') as ContentHash;
        yield chunk;
        // Whoever keeps it beyond its time finds something else in it.
        chunk.fill(0xff);
      }
    },
    finish: () =>
      guarded('read', file.path, async () => {
        if (sent === null || !isSame(handle, file)) throw new Refused(stillChanging(file.path));
        return sent;
      }),
    close: () => Promise.resolve(),
  };
}
