import { open, rm, utimes, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Result } from '../../../../shared/failure.ts';
import {
  parseContentHash,
  type ContentHash,
  type FileId,
  type RemoteFingerprint,
} from '../../../../shared/model/ids.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import type { DownloadSink, ResumeNote } from '../../../sync/ports/disk.ts';
import { seenOf } from '../fingerprint.ts';
import { isOutOfFiles } from '../../out-of-files.ts';
import { PARTIALS } from '../layout.ts';
import { readOwn } from '../own-files/own-file.ts';
import { errorOfWrite } from './fat-limit.ts';
import { partOf, type Parts } from './parts.ts';
import { PieceWriter } from './piece-writer.ts';
import { guarded, isErrno, Refused } from '../problem.ts';
import { flushFolder, lstatOrNull, makeWay, requireMarker } from '../paths/way.ts';
import type { DiskWorkers } from '../workers/workers.ts';
import { writeDurably } from '../own-files/write-durably.ts';

/** Opens the temporary file of a download; continues an earlier one of the same version. */
export function openSink(
  workers: DiskWorkers,
  parts: Parts,
  { folder, id, fingerprint, path }: DownloadOf,
): Promise<Result<DownloadSink>> {
  return guarded('write', path, async () => {
    await requireMarker(folder);
    await makeWay(folder, PARTIALS);
    const { part, note } = partOf(folder, id);
    const kept = await readNote(note);
    const resumes = kept?.fingerprint === fingerprint && (await holds(part, kept.size));
    if (!resumes) {
      // The note goes first, since it describes the bytes that are there now.
      await rm(note, { force: true });
      await rm(part, { force: true });
    }
    const earlier = resumes ? await openEarlier(part, note) : null;
    const handle = earlier ?? (await open(part, 'wx'));
    const writer = new PieceWriter(workers, handle);
    const where = { workers, folder, part, note, path, handle, onNote: () => parts.add(folder, id) };
    const sink = new FileSink(where, writer, earlier === null ? null : kept);
    try {
      if (earlier === null || kept === null) return sink;
      // Bytes after that are not certain to be written.
      await earlier.truncate(kept.size);
      await writer.goOn();
    } catch (error) {
      await sink.close();
      throw error;
    }
    return sink;
  });
}

/**
 * Null if the file belongs to another user, as after one run with root's rights. It is then removed: the folder is
 * ours.
 */
async function openEarlier(part: string, note: string): Promise<FileHandle | null> {
  try {
    return await open(part, 'r+');
  } catch (error) {
    if (!isErrno(error, 'EACCES', 'EPERM')) throw error;
    await rm(note, { force: true });
    await rm(part, { force: true });
    return null;
  }
}

/** Which version of which record is fetched, and where to. */
export interface DownloadOf {
  readonly folder: string;
  readonly id: FileId;
  readonly fingerprint: RemoteFingerprint;
  /** What failures call it. */
  readonly path: string;
}

interface Where {
  readonly workers: DiskWorkers;
  readonly folder: string;
  /** Absolute path of the temporary file. */
  readonly part: string;
  /** Absolute path of the resume note beside it. */
  readonly note: string;
  /** What failures call it. */
  readonly path: string;
  readonly handle: FileHandle;
  /** Called when it is kept for another try. */
  readonly onNote: () => Promise<void>;
}

class FileSink implements DownloadSink {
  readonly etag: string | null;
  readonly whole: ContentHash | null;
  readonly #at: Where;
  readonly #writer: PieceWriter;
  #digest: ContentHash | null = null;
  #open = true;
  #hasNote: boolean;

  constructor(at: Where, writer: PieceWriter, resumed: StoredNote | null) {
    this.#at = at;
    this.#writer = writer;
    this.#hasNote = resumed !== null;
    this.etag = resumed?.etag ?? null;
    this.whole = resumed?.whole ?? null;
  }

  get offset(): number {
    return this.#writer.size;
  }

  restart(): Promise<Result<void>> {
    return guarded('write', this.#at.path, async () => {
      await this.#dropNote();
      await this.#writer.restart();
      this.#digest = null;
    });
  }

  write(chunk: Uint8Array): Promise<Result<void>> {
    return guarded('write', this.#at.path, async () => {
      try {
        await this.#writer.write(chunk);
      } catch (error) {
        throw await errorOfWrite(error, this.#at.folder, this.#writer.size);
      }
    });
  }

  finish(): Promise<Result<{ readonly size: number; readonly hash: ContentHash }>> {
    return guarded('write', this.#at.path, async () => {
      this.#digest = parseContentHash(await this.#finished());
      if (this.#digest === null) throw new Error('SHA-256 gave no hash');
      return { size: this.#writer.size, hash: this.#digest };
    });
  }

  async #finished(): Promise<string> {
    try {
      return await this.#writer.finish();
    } catch (error) {
      throw await errorOfWrite(error, this.#at.folder, this.#writer.size);
    }
  }

  place(target: RelPath, replaces: LocalFile | null, mtimeMs: number | null): Promise<Result<LocalFile>> {
    return guarded('write', target, async () => {
      const hash = this.#digest;
      if (hash === null) throw new Error('A download is placed after it is finished');
      await this.close();
      const { folder, part, workers } = this.#at;
      const over = replaces === null ? null : seenOf(replaces);
      const file = { target, part: basename(part), bytes: null, replaces: over, mtimeMs };
      const [placed] = await workers.place({ kind: 'place', folder, files: [file] });
      if (placed === undefined) throw new Error('A worker left a file out');
      if (!placed.ok) throw new Refused(placed.failure);
      // Without its part the note means nothing, so it may stay.
      if (this.#hasNote) await rm(this.#at.note, { force: true }).catch(() => undefined);
      return { ...placed.value, hash };
    });
  }

  async checkpoint(note: ResumeNote): Promise<void> {
    if (!this.#open) return;
    // Without a note a part is written anew, so nothing is lost if this fails.
    await guarded('write', this.#at.path, async () => {
      const size = await this.#writer.settle();
      await this.#at.handle.datasync();
      await this.#writeNote({ ...note, size, whole: null });
    });
  }

  async suspend(note: ResumeNote): Promise<void> {
    await this.checkpoint(note);
    await this.close();
  }

  async keep(fingerprint: RemoteFingerprint): Promise<void> {
    const whole = this.#digest;
    if (whole === null) return this.discard();
    await this.close();
    const { part, path } = this.#at;
    // Without a note it is fetched anew, so nothing is lost if this fails.
    await guarded('write', path, async () => {
      if (!(await isOurs(part))) return;
      // The file has the time of its record by now, and would be purged as one that nobody came back for.
      const now = new Date();
      await utimes(part, now, now);
      await this.#writeNote({ fingerprint, etag: null, size: this.#writer.size, whole });
    });
  }

  async discard(): Promise<void> {
    await this.close();
    await guarded('write', this.#at.path, async () => {
      await rm(this.#at.note, { force: true });
      await rm(this.#at.part, { force: true });
    });
  }

  async #writeNote(note: StoredNote): Promise<void> {
    this.#hasNote = true;
    await writeDurably(this.#at.note, JSON.stringify(note));
    await this.#at.onNote();
  }

  /** To be called before the bytes go that the note describes. */
  async #dropNote(): Promise<void> {
    if (!this.#hasNote) return;
    await rm(this.#at.note, { force: true });
    await flushFolder(dirname(this.#at.note));
    this.#hasNote = false;
  }

  /** Closes the temporary file and leaves it as it is. */
  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#writer.settle();
    this.#writer.release();
    // Errors that matter were reported by fsync before.
    await this.#at.handle.close().catch(() => undefined);
  }
}

/**
 * May the part be written to? If the process died right after placing it, this name leads to the user's file by now.
 */
async function isOurs(part: string): Promise<boolean> {
  return holds(part, 0);
}

/** Is it ours, with at least this many bytes? */
async function holds(part: string, size: number): Promise<boolean> {
  const stats = await lstatOrNull(part);
  return stats?.isFile() === true && stats.nlink === 1n && stats.size >= BigInt(size);
}

/** The resume note beside a part. `whole`: it is all that was to come. */
interface StoredNote extends ResumeNote {
  /** Bytes that are on the disk for certain. */
  readonly size: number;
  readonly whole: ContentHash | null;
}

/** Null if there is none that we wrote to its end. */
async function readNote(path: string): Promise<StoredNote | null> {
  try {
    const value: unknown = JSON.parse((await readOwn(path))?.text ?? '');
    if (!isJsonObject(value) || typeof value['fingerprint'] !== 'string') return null;
    const { etag, size } = value;
    if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return null;
    return {
      fingerprint: value['fingerprint'] as RemoteFingerprint,
      etag: typeof etag === 'string' ? etag : null,
      size,
      whole: parseContentHash(value['whole']),
    };
  } catch (error) {
    // Then nothing can be fetched now, and what came of it before is not given up for that.
    if (isOutOfFiles(error)) throw error;
    return null;
  }
}
