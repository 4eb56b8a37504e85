import type { Brand } from './brand.ts';

/** A site's identifier, as the service writes it. */
export type SiteId = Brand<string, 'SiteId'>;
/** A file record's identifier (a UUID by contract; any non-empty text is accepted). */
export type FileId = Brand<string, 'FileId'>;
/** A model's identifier under its site. */
export type ModelId = Brand<string, 'ModelId'>;
/** Our own identifier of one write, kept in the record's facts so that its outcome can be looked up. */
export type OpId = Brand<string, 'OpId'>;
/** SHA-256 of a file's bytes, 64 lowercase hex digits. */
export type ContentHash = Brand<string, 'ContentHash'>;
/** A record's change-bearing fields as one text; only ever compared for equality. */
export type RemoteFingerprint = Brand<string, 'RemoteFingerprint'>;

const CONTROL = /[\u0000-\u001f\u007f]/;

function parseId<T extends string>(value: unknown): T | null {
  if (typeof value !== 'string' || value.length === 0 || value.length > 512 || CONTROL.test(value))
    return null;
  return value as T;
}

export const parseSiteId = (value: unknown): SiteId | null => parseId<SiteId>(value);
export const parseFileId = (value: unknown): FileId | null => parseId<FileId>(value);
export const parseModelId = (value: unknown): ModelId | null => parseId<ModelId>(value);
export const parseOpId = (value: unknown): OpId | null => parseId<OpId>(value);

export function parseContentHash(value: unknown): ContentHash | null {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? (value as ContentHash) : null;
}
