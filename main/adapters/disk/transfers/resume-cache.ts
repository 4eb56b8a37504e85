import type { ContentHash, FileId, RemoteFingerprint } from '../../../../shared/model/ids.ts';

/** What came of a small download before it broke off, or all of it where it could not be placed. */
export interface Beginning {
  readonly fingerprint: RemoteFingerprint;
  readonly etag: string | null;
  readonly bytes: Uint8Array;
  /** Of all of it, where it is all; else null. */
  readonly whole: ContentHash | null;
}

/** Some for each slot; the oldest go first. */
const MOST = 32;

/** Kept in memory for the next try of the same version: what is small is not worth a part on the disk. */
export class ResumeCache {
  readonly #kept = new Map<string, Beginning>();

  keep(folder: string, id: FileId, beginning: Beginning): void {
    const key = keyOf(folder, id);
    this.#kept.delete(key);
    this.#kept.set(key, beginning);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** Null where nothing is kept of this version. What is kept of another goes. */
  take(folder: string, id: FileId, fingerprint: RemoteFingerprint): Beginning | null {
    const key = keyOf(folder, id);
    const kept = this.#kept.get(key) ?? null;
    this.#kept.delete(key);
    return kept?.fingerprint === fingerprint ? kept : null;
  }
}

function keyOf(folder: string, id: FileId): string {
  return `${folder}\0${id}`;
}
