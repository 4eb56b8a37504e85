import type { ContentHash, FileId, RemoteFingerprint } from '../../../../shared/model/ids.ts';

/** The part of a small download that came before it broke off; or all of it, if it could not be placed. */
export interface Beginning {
  readonly fingerprint: RemoteFingerprint;
  readonly etag: string | null;
  readonly bytes: Uint8Array;
  /** The hash, if it is all of it; else null. */
  readonly whole: ContentHash | null;
}

/** At most this many are kept, some for each slot. The oldest go first. */
const MOST = 32;

/**
 * Keeps beginnings of small downloads in memory, for the next try of the same version: they are not worth a part on the
 * disk.
 */
export class ResumeCache {
  readonly #kept = new Map<string, Beginning>();

  keep(folder: string, id: FileId, beginning: Beginning): void {
    const key = keyOf(folder, id);
    this.#kept.delete(key);
    this.#kept.set(key, beginning);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** What is kept of this version, or null. What is kept of another version is dropped. */
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
