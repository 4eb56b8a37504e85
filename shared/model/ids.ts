import type { Brand } from './brand.ts';

/** A site's identifier, as the service writes it. */
export type SiteId = Brand<string, 'SiteId'>;
/** A file record's identifier (a UUID by contract; any non-empty text is accepted). */
export type FileId = Brand<string, 'FileId'>;
/** A model's identifier under its site. */
export type ModelId = Brand<string, 'ModelId'>;
/** Our own identifier of one write, kept in the record's facts so that its outcome can be looked up. */
export type OpId = Brand<string, 'OpId'>;
/** Identifies one version of a record among all of its versions: the mark of its writer, or else its fingerprint. */
export type VersionMark = Brand<string, 'VersionMark'>;
/** SHA-256 of a file's bytes, 64 lowercase hex digits. */
export type ContentHash = Brand<string, 'ContentHash'>;
/** A record's change-bearing fields as one text; only ever compared for equality. */
export type RemoteFingerprint = Brand<string, 'RemoteFingerprint'>;

const CONTROL = /[\u0000-\u001f\u007f]/;

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 512 && !CONTROL.test(value);
}

export const parseSiteId = (value: unknown): SiteId | null => (isId(value) ? (value as SiteId) : null);
export const parseFileId = (value: unknown): FileId | null => (isId(value) ? (value as FileId) : null);
export const parseModelId = (value: unknown): ModelId | null => (isId(value) ? (value as ModelId) : null);
export const parseVersionMark = (value: unknown): VersionMark | null =>
  isId(value) ? (value as VersionMark) : null;
export const parseOpId = (value: unknown): OpId | null => (isId(value) ? (value as OpId) : null);

export function parseContentHash(value: unknown): ContentHash | null {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? (value as ContentHash) : null;
}
