import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readFile, rm, utimes, type FileHandle } from 'node:fs/promises';
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
import { replaceIfSame } from './last-look.ts';
import { PARTIALS, partialName } from './layout.ts';
import { writeDurably } from './marker.ts';
import { changedMeanwhile, guarded, Refused } from './problem.ts';
import { placeNew } from './place-new.ts';
import { keepInTrash } from './trash.ts';
import { inside, lstatOrNull, makeWay, requireMarker, requireUnchanged } from './way.ts';

/** Opens the temporary file of a download, continuing an earlier one of the same version. */
export function openSink(
  folder: string,
  id: FileId,
  fingerprint: RemoteFingerprint,
  path: string,
): Promise<Result<DownloadSink>> {
  return guarded('write', path, async () => {
    await requireMarker(folder);
    await makeWay(folder, PARTIALS);
    const part = join(folder, PARTIALS, `${partialName(id)}.part`);
    const mark = await readMark(`${part}.json`);
    const resumes = mark?.fingerprint === fingerprint && (await isOurs(part));
    if (!resumes) await rm(part, { force: true });
    const handle = await open(part, resumes ? 'r+' : 'wx');
    const hash = createHash('sha256');
    const offset = resumes ? await hashInto(hash, part) : 0;
    await rm(`${part}.json`, { force: true });
    return new FileSink({ folder, part, path, handle }, hash, offset, resumes ? mark.etag : null);
  });
}

interface Where {
  readonly folder: string;
  /** Absolute path of the temporary file. */
  readonly part: string;
  /** What failures call it. */
  readonly path: string;
  readonly handle: FileHandle;
}

class FileSink implements DownloadSink {
  readonly etag: string | null;
  readonly #at: Where;
  #hash: Hash;
  #size: number;
  #digest: ContentHash | null = null;
  #open = true;

  constructor(at: Where, hash: Hash, offset: number, etag: string | null) {
    this.#at = at;
    this.#hash = hash;
    this.#size = offset;
    this.etag = etag;
  }

  get offset(): number {
    return this.#size;
  }

  restart(): Promise<Result<void>> {
    return guarded('write', this.#at.path, async () => {
      await this.#at.handle.truncate(0);
      this.#hash = createHash('sha256');
      this.#size = 0;
      this.#digest = null;
    });
  }

  write(chunk: Uint8Array): Promise<Result<void>> {
    return guarded('write', this.#at.path, async () => {
      for (let at = 0; at < chunk.length;) {
        const { bytesWritten } = await this.#at.handle.write(chunk, at, chunk.length - at, this.#size + at);
        at += bytesWritten;
      }
      this.#hash.update(chunk);
      this.#size += chunk.length;
    });
  }

  finish(): Promise<Result<{ readonly size: number; readonly hash: ContentHash }>> {
    return guarded('write', this.#at.path, async () => {
      await this.#at.handle.sync();
      // A copy, so that a file that is refused can be written on.
      this.#digest = parseContentHash(this.#hash.copy().digest('hex'));
      if (this.#digest === null) throw new Error('SHA-256 gave no hash');
      return { size: this.#size, hash: this.#digest };
    });
  }

  place(target: RelPath, replaces: LocalFile | null, mtimeMs: number | null): Promise<Result<LocalFile>> {
    return guarded('write', target, async () => {
      if (this.#digest === null) throw new Error('A download is placed after it is finished');
      const full = inside(this.#at.folder, target);
      await requireMarker(this.#at.folder);
      await makeWay(this.#at.folder, folderOf(target));
      await this.#close();
      if (mtimeMs !== null && mtimeMs > 0 && mtimeMs <= Date.now()) await setTime(this.#at.part, mtimeMs);
      // Taken before the name: what a person saves from then on must not be taken for what was fetched.
      const stats = await lstat(this.#at.part, { bigint: true });
      if (replaces === null) await placeNew(this.#at.part, full, target);
      else await this.#placeOver(full, replaces);
      return localFile(target, stats, this.#digest);
    });
  }

  /** The old file is in the trash before the new one takes its name in one step: no moment without a whole file. */
  async #placeOver(full: string, replaces: LocalFile): Promise<void> {
    const old = await requireUnchanged(this.#at.folder, replaces.path, replaces);
    await keepInTrash(this.#at.folder, replaces.path, old);
    if (!replaceIfSame(this.#at.part, full, replaces))
      throw new Refused(changedMeanwhile(replaces.path, 'another fingerprint'));
  }

  async suspend(mark: PartialMark): Promise<void> {
    if (!this.#open) return;
    // Without its mark a part is not continued: it is written anew. So nothing is lost where this fails.
    await guarded('write', this.#at.path, async () => {
      // A write that failed may have left more than was counted.
      await this.#at.handle.truncate(this.#size);
      await this.#at.handle.datasync();
      await this.#close();
      await writeDurably(`${this.#at.part}.json`, JSON.stringify(mark));
    });
    await this.#close();
  }

  async discard(): Promise<void> {
    await this.#close();
    await guarded('write', this.#at.path, async () => {
      await rm(this.#at.part, { force: true });
      await rm(`${this.#at.part}.json`, { force: true });
    });
  }

  async #close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    // What a drive still had to say here, fsync said before.
    await this.#at.handle.close().catch(() => undefined);
  }
}

/** A double of seconds is 0.2 µs coarse: a microsecond more keeps the millisecond from falling to the one before. */
async function setTime(full: string, ms: number): Promise<void> {
  const seconds = (ms + 0.001) / 1000;
  await utimes(full, seconds, seconds);
}

/**
 * May the part be written to? One that was placed by a process which died before it dropped this name is the user's
 * file by now.
 */
async function isOurs(part: string): Promise<boolean> {
  const stats = await lstatOrNull(part);
  return stats?.isFile() === true && stats.nlink === 1n;
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
