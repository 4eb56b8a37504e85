import { ok, type Result } from '../../../../shared/failure.ts';
import type { ContentHash, FileId, RemoteFingerprint } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../../main/engine/trees.ts';
import type { ResumeCache } from '../../../../main/adapters/disk/transfers/resume-cache.ts';
import { PARTIALS, partialName } from '../../../../main/adapters/disk/layout.ts';
import { guarded } from '../../../../main/adapters/disk/problem.ts';
import type { DownloadSink, ResumeNote } from '../../../../main/sync/ports/disk.ts';
import { dropIfThere, placePart, type Placing } from './placing.ts';
import { sha256 } from './reading.ts';
import type { SessionIo } from './session-io.ts';

/** Nothing of it is on the disk before it is placed. */
export class SmallMemorySink implements DownloadSink {
  readonly etag: string | null;
  readonly whole: ContentHash | null;
  readonly #io: SessionIo;
  readonly #resumeCache: ResumeCache;
  readonly #folder: string;
  readonly #id: FileId;
  readonly #part: string;
  #bytes = new Uint8Array(0);
  #digest: ContentHash | null = null;
  #open = true;

  constructor(
    io: SessionIo,
    resumeCache: ResumeCache,
    folder: string,
    { id, fingerprint }: { id: FileId; fingerprint: RemoteFingerprint },
  ) {
    this.#io = io;
    this.#resumeCache = resumeCache;
    this.#folder = folder;
    this.#id = id;
    const beginning = resumeCache.take(folder, id, fingerprint);
    this.etag = beginning?.etag ?? null;
    this.whole = beginning?.whole ?? null;
    this.#bytes = Uint8Array.from(beginning?.bytes ?? []);
    this.#part = `${folder}/${PARTIALS}/${partialName(id)}.part`;
  }

  get offset(): number {
    return this.#bytes.length;
  }

  restart(): Promise<Result<void>> {
    this.#bytes = new Uint8Array(0);
    this.#digest = null;
    return Promise.resolve(ok(undefined));
  }

  write(chunk: Uint8Array): Promise<Result<void>> {
    const longer = new Uint8Array(this.#bytes.length + chunk.length);
    longer.set(this.#bytes);
    longer.set(chunk, this.#bytes.length);
    this.#bytes = longer;
    return Promise.resolve(ok(undefined));
  }

  checkpoint(): Promise<void> {
    return Promise.resolve();
  }

  finish(): Promise<Result<{ readonly size: number; readonly hash: ContentHash }>> {
    this.#digest = sha256(this.#bytes);
    return Promise.resolve(ok({ size: this.#bytes.length, hash: this.#digest }));
  }

  place(target: RelPath, replaces: LocalFile | null, mtimeMs: number | null): Promise<Result<LocalFile>> {
    return guarded('write', target, () => {
      const hash = this.#digest;
      if (hash === null) throw new Error('A download is placed after it is finished');
      return this.#writeAndPlace({ target, replaces, mtimeMs, hash });
    });
  }

  async #writeAndPlace(placing: Placing): Promise<LocalFile> {
    const io = this.#io;
    const part = this.#part;
    await io.requireMarker(this.#folder);
    await io.makeWay(this.#folder, PARTIALS);
    await dropIfThere(io, `${part}.json`);
    await dropIfThere(io, part);
    const file = await io.steps.run('create', part, () => io.tree.create(part));
    try {
      await io.write(file, 0, this.#bytes, part);
      await io.steps.run('sync', part, () => undefined);
      return await placePart(io, { folder: this.#folder, part, file }, placing);
    } catch (error) {
      await guarded('write', part, () => dropIfThere(io, part));
      throw error;
    }
  }

  suspend({ fingerprint, etag }: ResumeNote): Promise<void> {
    const bytes = this.#bytes;
    if (this.#open) this.#resumeCache.keep(this.#folder, this.#id, { fingerprint, etag, bytes, whole: null });
    return this.discard();
  }

  keep(fingerprint: RemoteFingerprint): Promise<void> {
    const [bytes, whole] = [this.#bytes, this.#digest];
    if (this.#open && whole !== null)
      this.#resumeCache.keep(this.#folder, this.#id, { fingerprint, etag: null, bytes, whole });
    return this.discard();
  }

  discard(): Promise<void> {
    this.#open = false;
    return Promise.resolve();
  }
}
