import { isJsonObject } from '../../../../shared/model/json.ts';
import type { Result } from '../../../../shared/failure.ts';
import {
  parseContentHash,
  type ContentHash,
  type FileId,
  type RemoteFingerprint,
} from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../../main/engine/trees.ts';
import { PARTIALS, partialName } from '../../../../main/adapters/disk/layout.ts';
import { guarded } from '../../../../main/adapters/disk/problem.ts';
import type { DownloadSink, ResumeNote } from '../../../../main/sync/ports/disk.ts';
import type { FileNode } from './nodes.ts';
import { sha256 } from './reading.ts';
import { dropIfThere, placePart } from './placing.ts';
import type { SessionIo } from './session-io.ts';

export function openSink(
  io: SessionIo,
  folder: string,
  id: FileId,
  fingerprint: RemoteFingerprint,
  path: string,
): Promise<Result<DownloadSink>> {
  return guarded('write', path, async () => {
    await io.requireMarker(folder);
    await io.makeWay(folder, PARTIALS);
    const part = `${folder}/${PARTIALS}/${partialName(id)}.part`;
    const note = await readNote(io, `${part}.json`);
    const old = await io.lstat(part);
    // A part with a second name was placed by a process that died then: it is the user's file by now.
    const isOurs = old?.kind === 'file' && old.names === 1;
    if (note?.fingerprint === fingerprint && isOurs && old.bytes.length >= note.size) {
      const kept = await io.steps.run('open', part, () => io.tree.file(part));
      await io.steps.run('truncate', part, () => io.tree.truncate(kept, note.size, part));
      return new MemorySink(io, { folder, part, file: kept, path }, note);
    }
    await dropIfThere(io, `${part}.json`);
    await dropIfThere(io, part);
    const file = await io.steps.run('create', part, () => io.tree.create(part));
    return new MemorySink(io, { folder, part, file, path }, null);
  });
}

interface Where {
  readonly folder: string;
  /** Absolute. */
  readonly part: string;
  readonly file: FileNode;
  /** What failures call it. */
  readonly path: string;
}

class MemorySink implements DownloadSink {
  readonly etag: string | null;
  readonly whole: ContentHash | null;
  readonly #io: SessionIo;
  readonly #at: Where;
  #size: number;
  #digest: ContentHash | null = null;
  #open = true;
  #hasNote: boolean;

  constructor(io: SessionIo, at: Where, resumed: StoredNote | null) {
    this.#io = io;
    this.#at = at;
    this.#size = at.file.bytes.length;
    this.#hasNote = resumed !== null;
    this.etag = resumed?.etag ?? null;
    this.whole = resumed?.whole ?? null;
  }

  get offset(): number {
    return this.#size;
  }

  restart(): Promise<Result<void>> {
    return guarded('write', this.#at.path, async () => {
      await this.#dropNote();
      await this.#truncate(0);
      this.#size = 0;
      this.#digest = null;
    });
  }

  write(chunk: Uint8Array): Promise<Result<void>> {
    return guarded('write', this.#at.path, async () => {
      await this.#io.write(this.#at.file, this.#size, chunk, this.#at.part);
      this.#size += chunk.length;
    });
  }

  finish(): Promise<Result<{ readonly size: number; readonly hash: ContentHash }>> {
    return guarded('write', this.#at.path, async () => {
      await this.#io.steps.run('sync', this.#at.part, () => undefined);
      this.#digest = sha256(this.#at.file.bytes);
      return { size: this.#size, hash: this.#digest };
    });
  }

  place(target: RelPath, replaces: LocalFile | null, mtimeMs: number | null): Promise<Result<LocalFile>> {
    return guarded('write', target, async () => {
      const hash = this.#digest;
      if (hash === null) throw new Error('A download is placed after it is finished');
      this.#open = false;
      const placed = await placePart(this.#io, this.#at, { target, replaces, mtimeMs, hash });
      await guarded('write', target, () => this.#dropNote());
      return placed;
    });
  }

  async checkpoint(note: ResumeNote): Promise<void> {
    if (!this.#open) return;
    await guarded('write', this.#at.path, async () => {
      await this.#io.steps.run('sync', this.#at.part, () => undefined);
      await this.#writeNote({ ...note, size: this.#size, whole: null });
    });
  }

  async suspend(note: ResumeNote): Promise<void> {
    await this.checkpoint(note);
    this.#open = false;
  }

  async keep(fingerprint: RemoteFingerprint): Promise<void> {
    const whole = this.#digest;
    if (whole === null) return this.discard();
    this.#open = false;
    const io = this.#io;
    const { part, path, file } = this.#at;
    await guarded('write', path, async () => {
      if ((await io.lstat(part)) !== file || file.names !== 1) return;
      await io.steps.run('set-time', part, () => io.tree.setTime(part, BigInt(io.now()) * 1_000_000n));
      await this.#writeNote({ fingerprint, etag: null, size: this.#size, whole });
    });
  }

  async discard(): Promise<void> {
    this.#open = false;
    await guarded('write', this.#at.path, async () => {
      await dropIfThere(this.#io, `${this.#at.part}.json`);
      await dropIfThere(this.#io, this.#at.part);
    });
  }

  #writeNote(note: StoredNote): Promise<void> {
    this.#hasNote = true;
    return this.#io.writeWhole(`${this.#at.part}.json`, JSON.stringify(note));
  }

  async #dropNote(): Promise<void> {
    if (this.#hasNote) await dropIfThere(this.#io, `${this.#at.part}.json`);
    this.#hasNote = false;
  }

  #truncate(size: number): Promise<void> {
    const { part, file } = this.#at;
    return this.#io.steps.run('truncate', part, () => this.#io.tree.truncate(file, size, part));
  }
}

interface StoredNote extends ResumeNote {
  readonly size: number;
  readonly whole: ContentHash | null;
}

async function readNote(io: SessionIo, path: string): Promise<StoredNote | null> {
  const node = await io.lstat(path);
  if (node?.kind !== 'file') return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(node.bytes).toString());
    if (!isJsonObject(value) || typeof value['fingerprint'] !== 'string') return null;
    const { etag, size } = value;
    if (typeof size !== 'number') return null;
    return {
      fingerprint: value['fingerprint'] as RemoteFingerprint,
      etag: typeof etag === 'string' ? etag : null,
      size,
      whole: parseContentHash(value['whole']),
    };
  } catch {
    return null;
  }
}
