import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readFile, rename, rm, utimes, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../shared/failure.ts';
import {
  parseContentHash,
  type ContentHash,
  type FileId,
  type RemoteFingerprint,
} from '../../../shared/model/ids.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { DownloadSink, PartialMark } from '../../sync/ports/disk.ts';
import { localFile } from './fingerprint.ts';
import { PARTIALS, partialName } from './layout.ts';
import { writeDurably } from './marker.ts';
import { guarded, isErrno } from './problem.ts';
import { placeNew } from './place-new.ts';
import { keepInTrash } from './trash.ts';
import { inside, makeWay, requireUnchanged } from './way.ts';

/** Opens the temporary file of a download, continuing an earlier one of the same version. */
export function openSink(
  folder: string,
  id: FileId,
  fingerprint: RemoteFingerprint,
): Promise<Result<DownloadSink>> {
  return guarded('write', 'the temporary folder', async () => {
    await makeWay(folder, PARTIALS);
    const part = join(folder, PARTIALS, `${partialName(id)}.part`);
    const mark = await readMark(`${part}.json`);
    const resumes = mark?.fingerprint === fingerprint;
    const handle = await open(part, resumes ? 'r+' : 'w').catch((error: unknown) => {
      if (isErrno(error, 'ENOENT')) return open(part, 'w');
      throw error;
    });
    const hash = createHash('sha256');
    const offset = resumes ? await hashInto(hash, part) : 0;
    await rm(`${part}.json`, { force: true });
    return new FileSink(folder, part, handle, hash, offset, resumes ? mark.etag : null);
  });
}

class FileSink implements DownloadSink {
  readonly etag: string | null;
  readonly #folder: string;
  readonly #part: string;
  readonly #handle: FileHandle;
  #hash: Hash;
  #size: number;
  #digest: ContentHash | null = null;
  #open = true;

  constructor(
    folder: string,
    part: string,
    handle: FileHandle,
    hash: Hash,
    offset: number,
    etag: string | null,
  ) {
    this.#folder = folder;
    this.#part = part;
    this.#handle = handle;
    this.#hash = hash;
    this.#size = offset;
    this.etag = etag;
  }

  get offset(): number {
    return this.#size;
  }

  restart(): Promise<Result<void>> {
    return guarded('write', 'the temporary file', async () => {
      await this.#handle.truncate(0);
      this.#hash = createHash('sha256');
      this.#size = 0;
      this.#digest = null;
    });
  }

  write(chunk: Uint8Array): Promise<Result<void>> {
    return guarded('write', 'the temporary file', async () => {
      for (let at = 0; at < chunk.length;) {
        const { bytesWritten } = await this.#handle.write(chunk, at, chunk.length - at, this.#size + at);
        at += bytesWritten;
      }
      this.#hash.update(chunk);
      this.#size += chunk.length;
    });
  }

  finish(): Promise<Result<{ readonly size: number; readonly hash: ContentHash }>> {
    return guarded('write', 'the temporary file', async () => {
      await this.#handle.sync();
      // A copy, so that a file that is refused can be written on.
      this.#digest = parseContentHash(this.#hash.copy().digest('hex'));
      if (this.#digest === null) throw new Error('SHA-256 gave no hash');
      return { size: this.#size, hash: this.#digest };
    });
  }

  place(target: RelPath, replaces: LocalFile | null, mtimeMs: number | null): Promise<Result<LocalFile>> {
    return guarded('write', target, async () => {
      if (this.#digest === null) throw new Error('A download is placed after it is finished');
      const full = inside(this.#folder, target);
      await makeWay(this.#folder, folderOf(target));
      await this.#close();
      if (mtimeMs !== null && mtimeMs > 0 && mtimeMs <= Date.now())
        await utimes(this.#part, mtimeMs / 1000, mtimeMs / 1000);
      if (replaces === null) await placeNew(this.#part, full, target);
      else await this.#placeOver(full, replaces);
      return localFile(target, await lstat(full, { bigint: true }), this.#digest);
    });
  }

  /** The old file is in the trash before the new one takes its name in one step: no moment without a whole file. */
  async #placeOver(full: string, replaces: LocalFile): Promise<void> {
    const old = await requireUnchanged(this.#folder, replaces.path, replaces);
    await keepInTrash(this.#folder, replaces.path, old);
    await requireUnchanged(this.#folder, replaces.path, replaces);
    await rename(this.#part, full);
  }

  async suspend(mark: PartialMark): Promise<void> {
    if (this.#open) await this.#handle.datasync().catch(() => undefined);
    await this.#close();
    // Without its mark a part is not continued: it is written anew.
    await writeDurably(`${this.#part}.json`, JSON.stringify(mark)).catch(() => undefined);
  }

  async discard(): Promise<void> {
    await this.#close();
    await rm(this.#part, { force: true });
    await rm(`${this.#part}.json`, { force: true });
  }

  async #close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#handle.close();
  }
}

async function readMark(path: string): Promise<PartialMark | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isJsonObject(value) || typeof value['fingerprint'] !== 'string') return null;
    const { etag, total } = value;
    return {
      fingerprint: value['fingerprint'] as RemoteFingerprint,
      etag: typeof etag === 'string' ? etag : null,
      total: typeof total === 'number' ? total : null,
    };
  } catch {
    return null;
  }
}

async function hashInto(hash: Hash, path: string): Promise<number> {
  let size = 0;
  for await (const chunk of createReadStream(path, {
    highWaterMark: 1024 * 1024,
  }) as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return size;
}
