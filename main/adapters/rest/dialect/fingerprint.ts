import { hash } from 'node:crypto';
import type { RemoteFingerprint } from '../../../../shared/model/ids.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';

/** 22 characters of base64url are 132 bits: two versions of a record never meet by chance. */
const LENGTH = 22;

/** Deeper metadata is refused: nobody writes it, and walking it could exhaust the stack. */
const DEEPEST = 100;

/** The fields as the service wrote them, before anything was filled in or mended. */
export interface RawRecord {
  readonly [field: string]: unknown;
}

/**
 * One opaque text for a version of a record, from all fields that show a change. `download_url` and the query of `file`
 * are left out, since a signed address is new at each reading. Null if `metadata` is nested absurdly deep.
 */
export function fingerprintOf(raw: RawRecord, metadata: unknown): RemoteFingerprint | null {
  const canonical = isInOrder(metadata, 0) ? (JSON.stringify(metadata) ?? 'null') : sortedJson(metadata, 0);
  if (canonical === null) return null;
  const fields = JSON.stringify([
    raw['site'],
    raw['category'],
    raw['name'],
    withoutQuery(raw['file']),
    raw['size_bytes'],
    raw['content_type'],
    raw['created_at'],
    raw['updated_at'],
    raw['uploaded_by'],
    raw['entity_uri'],
  ]);
  return hash('sha256', fields + canonical, 'base64url').slice(0, LENGTH) as RemoteFingerprint;
}

function withoutQuery(file: unknown): unknown {
  if (typeof file !== 'string') return file;
  const query = file.indexOf('?');
  return query < 0 ? file : file.slice(0, query);
}

/** Are the keys of every object sorted already? Then its JSON can be used as it is. */
function isInOrder(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item) => isInOrder(item, depth + 1));
  // The names first: pairs of names and values take several times as long where there are very many.
  const names = Object.keys(value);
  if (names.some((name, place) => name < (names[place - 1] ?? ''))) return false;
  const members = value as Readonly<Record<string, unknown>>;
  return names.every((name) => isInOrder(members[name], depth + 1));
}

/** JSON with sorted keys, so that a service which shuffles them changes nothing. */
function sortedJson(value: unknown, depth: number): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth >= DEEPEST) return null;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      const part = sortedJson(item, depth + 1);
      if (part === null) return null;
      text += `${text === '' ? '[' : ','}${part}`;
    }
    return text === '' ? '[]' : `${text}]`;
  }
  if (!isJsonObject(value)) return 'null';
  for (const key of Object.keys(value).sort()) {
    const part = sortedJson(value[key], depth + 1);
    if (part === null) return null;
    text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${part}`;
  }
  return text === '' ? '{}' : `${text}}`;
}
