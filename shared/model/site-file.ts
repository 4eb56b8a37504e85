import type { Category } from './category.ts';
import type { ContentHash, FileId, OpId, RemoteFingerprint, SiteId, VersionMark } from './ids.ts';
import type { Json } from './json.ts';
import type { RelPath } from './rel-path.ts';

/**
 * What SiteSync itself wrote under `metadata.sitesync`. Another client may keep it while it replaces the content: a
 * fact is about this content only if `opId` is newer than the one known before.
 */
export interface SyncFacts {
  readonly path: RelPath | null;
  readonly sha256: ContentHash | null;
  /** Modification time of the file on the writer's disk, ms since 1970. */
  readonly mtimeMs: number | null;
  readonly opId: OpId | null;
  /**
   * The version that the writer replaced as far as it knew, and those before it without a gap, the newest first. Empty
   * if the record was made so, or its writer did not say.
   */
  readonly basedOn: readonly VersionMark[];
}

/** How many versions back a record says what it is based on. */
export const LONGEST_LINE = 8;

/** A file record of the service, parsed once at the edge. */
export interface SiteFile {
  readonly id: FileId;
  readonly site: SiteId;
  readonly category: Category;
  /** The category as the service wrote it. It differs from `category` if the contract does not know it. */
  readonly categoryText: string;
  readonly name: string;
  /** Bytes; null if absent, negative or beyond 2^53 (then no length can be checked against it). */
  readonly size: number | null;
  readonly contentType: string | null;
  readonly uploadedBy: string | null;
  /** ISO 8601 as the service wrote it; shown, never ordered against local time. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly downloadUrl: string | null;
  readonly entityUri: string | null;
  readonly metadata: Json;
  readonly facts: SyncFacts;
  readonly fingerprint: RemoteFingerprint;
}

export const NO_FACTS: SyncFacts = { path: null, sha256: null, mtimeMs: null, opId: null, basedOn: [] };
