import type { FailureCode, FailureReason } from '../../../shared/failure.ts';
import { parseCategory, type Category } from '../../../shared/model/category.ts';
import {
  parseContentHash,
  parseFileId,
  parseOpId,
  parseSiteId,
  parseVersionMark,
  type ContentHash,
  type FileId,
  type OpId,
  type RemoteFingerprint,
  type SiteId,
  type VersionMark,
} from '../../../shared/model/ids.ts';
import type { Json } from '../../../shared/model/json.ts';
import { parseRelPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { UnreadableRow } from './mirror-error.ts';

/**
 * The border between rows and the model. A column that is not what was written throws UnreadableRow. It is not just
 * left out: a file that is missing in one tree alone would look deleted.
 */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw new UnreadableRow('text');
  return value;
}

export function textOrNull(value: unknown): string | null {
  return value === null ? null : text(value);
}

export function whole(value: unknown): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number') throw new UnreadableRow('number');
  return number;
}

export function wholeOrNull(value: unknown): number | null {
  return value === null ? null : whole(value);
}

export function flag(value: unknown): boolean {
  return whole(value) !== 0;
}

export function big(value: unknown): bigint {
  if (typeof value !== 'bigint') throw new UnreadableRow('64-bit integer');
  return value;
}

/** The value that was parsed before, if the column says the same. */
export function known<T>(value: unknown, parsedBefore: T | null | undefined): T | null {
  return parsedBefore !== undefined && parsedBefore !== null && parsedBefore === value ? parsedBefore : null;
}

/** File ids of NTFS use all 64 bits; SQLite's integers are signed. */
export function inodeColumn(ino: bigint): bigint {
  return BigInt.asIntN(64, ino);
}

export function inode(value: unknown): bigint {
  const signed = big(value);
  return signed < 0n ? BigInt.asUintN(64, signed) : signed;
}

export function bytes(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new UnreadableRow('bytes');
  return value;
}

export function json(value: unknown): Json {
  try {
    return JSON.parse(text(value)) as Json;
  } catch {
    throw new UnreadableRow('JSON text');
  }
}

/** Versions of a record, as `lineColumn` wrote them; NULL means none. */
export function line(value: unknown): readonly VersionMark[] {
  if (value === null) return NO_FACTS.basedOn;
  const marks = json(value);
  if (!Array.isArray(marks)) throw new UnreadableRow('versions');
  return marks.map((mark) => parsed(parseVersionMark(mark), 'version'));
}

export function lineColumn(marks: readonly VersionMark[]): string | null {
  return marks.length === 0 ? null : JSON.stringify(marks);
}

export const siteId = (value: unknown): SiteId => parsed(parseSiteId(value), 'site id');
export const fileId = (value: unknown): FileId => parsed(parseFileId(value), 'file id');
export const opId = (value: unknown): OpId => parsed(parseOpId(value), 'operation id');
export const hash = (value: unknown): ContentHash => parsed(parseContentHash(value), 'content hash');
export const path = (value: unknown): RelPath => parsed(parseRelPath(value), 'relative path');
export const category = (value: unknown): Category => parsed(parseCategory(value), 'category');

export const fileIdOrNull = (value: unknown): FileId | null => (value === null ? null : fileId(value));
export const opIdOrNull = (value: unknown): OpId | null => (value === null ? null : opId(value));
export const hashOrNull = (value: unknown): ContentHash | null => (value === null ? null : hash(value));
export const pathOrNull = (value: unknown): RelPath | null => (value === null ? null : path(value));

/** Any text is valid, since a fingerprint is opaque. */
export const fingerprint = (value: unknown): RemoteFingerprint => text(value) as RemoteFingerprint;

const FAILURE_CODES: Readonly<Record<FailureCode, true>> = {
  offline: true,
  timeout: true,
  tls: true,
  'sign-in': true,
  'no-access': true,
  'not-found': true,
  'too-large': true,
  'type-refused': true,
  refused: true,
  busy: true,
  'service-error': true,
  'bytes-needed': true,
  'not-understood': true,
  'unknown-outcome': true,
  'changed-meanwhile': true,
  'damaged-transfer': true,
  'in-use': true,
  'still-changing': true,
  'just-sent': true,
  unreadable: true,
  'read-only': true,
  'disk-full': true,
  'folder-missing': true,
  'folder-in-use': true,
  'unsafe-path': true,
  'bad-name': true,
  'not-confirmed': true,
  'mirror-locked': true,
  'mirror-broken': true,
  'bad-input': true,
  cancelled: true,
};

export function failureCode(value: unknown): FailureCode {
  const code = text(value);
  if (!Object.hasOwn(FAILURE_CODES, code)) throw new UnreadableRow('failure code');
  return code as FailureCode;
}

const FAILURE_REASONS: Readonly<Record<FailureReason, true>> = {
  'not-let-in': true,
  'put-back': true,
  unlisted: true,
  'drive-over': true,
  'not-tried': true,
  'server-fault': true,
  'fails-at-all': true,
  'shown-late': true,
  'signed-out': true,
  'no-keychain': true,
  'unusable-token': true,
  'cause-told': true,
  'no-such-name': true,
  'nobody-listens': true,
  'no-way': true,
  'web-page': true,
  redirected: true,
  'error-instead': true,
  gateway: true,
  'may-be-done': true,
  broke: true,
};

/** NULL: the code alone says enough. */
export function failureReason(value: unknown): FailureReason | undefined {
  if (value === null) return undefined;
  const reason = text(value);
  if (!Object.hasOwn(FAILURE_REASONS, reason)) throw new UnreadableRow('reason of a failure');
  return reason as FailureReason;
}

function parsed<T>(value: T | null, what: string): T {
  if (value === null) throw new UnreadableRow(what);
  return value;
}
