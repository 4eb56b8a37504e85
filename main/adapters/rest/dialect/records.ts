import { parseCategory } from '../../../../shared/model/category.ts';
import { type FileId, parseFileId, parseSiteId, type SiteId } from '../../../../shared/model/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../shared/model/json.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { OddRecord } from '../../../sync/ports/service.ts';
import { inListedForm, type ListedForm } from './as-listed.ts';
import { parseFacts } from './facts.ts';
import { inSnakeCase } from './field-names.ts';
import { fingerprintOf } from './fingerprint.ts';
import { canBeAddressed, jsonObjectInText } from './requests.ts';

/** A row, or why it could not be read. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly odd: OddRecord };

/**
 * Reads one file record. `id` and `name` are required. A missing `site` is the one that was asked for. A category that
 * the contract does not know is filed under `other` and kept as text.
 *
 * `form`: how lists show records where they do otherwise. The fingerprint is then that of the record in a list.
 */
export function parseSiteFile(
  given: unknown,
  askedSite: SiteId | null,
  form: ListedForm | null = null,
): Parsed<SiteFile> {
  if (!isJsonObject(given)) return oddRow(null, null, 'The row is not a record.');
  const row = inSnakeCase(given);
  const id = recordId(row);
  const name = nonEmpty(row['name']);
  if (id === null) return oddRow(null, name, 'The record has no usable id.');
  if (name === null) return oddRow(id, null, 'The record has no name.');
  const site = parseSiteReference(row['site']) ?? askedSite;
  if (site === null) return oddRow(id, name, 'The record names no site.');
  const metadata = row['metadata'] ?? null;
  const metadataObject = asObject(metadata);
  const isListed = form === null || !form.without.has('metadata');
  const fingerprint = fingerprintOf(
    form === null ? row : inListedForm(row, form),
    isListed ? (metadataObject ?? metadata) : null,
  );
  if (fingerprint === null) return oddRow(id, name, 'The metadata of the record is nested too deep.');
  const category = parseCategory(row['category']);
  return {
    ok: true,
    value: {
      id,
      site,
      category: category ?? 'other',
      categoryText: category ?? categoryText(row['category']),
      name,
      size: parseSize(row['size_bytes']),
      contentType: nonEmpty(row['content_type']),
      uploadedBy: personOf(row),
      createdAt: nonEmpty(row['created_at']),
      updatedAt: nonEmpty(row['updated_at']),
      downloadUrl: nonEmpty(row['download_url']),
      entityUri: nonEmpty(row['entity_uri']),
      metadata,
      facts: parseFacts(metadataObject),
      fingerprint,
    },
  };
}

/**
 * Who uploaded it: an id by contract. A person's name beside the id, or in its place, is understood too, since people
 * look for names.
 */
function personOf(row: JsonObject): string | null {
  const person = row['uploaded_by'];
  if (!isJsonObject(person)) return nonEmpty(row['uploaded_by_name']) ?? nonEmpty(asText(person));
  const told = ['name', 'full_name', 'display_name', 'username', 'email', 'id'];
  return told.map((field) => nonEmpty(asText(person[field]))).find((each) => each !== null) ?? null;
}

export function oddRow(id: FileId | null, name: string | null, why: string): Parsed<never> {
  return { ok: false, odd: { id, name, why } };
}

/** The id of a record: text by contract; whole numbers are understood too. */
export function recordId(row: JsonObject): FileId | null {
  const id = parseFileId(asText(row['id']));
  return id !== null && canBeAddressed(id) ? id : null;
}

/** A site may be written as its id, as an object that has one, or as its address. */
function parseSiteReference(value: Json | undefined): SiteId | null {
  const text = asText(isJsonObject(value) ? value['id'] : value);
  const address = typeof text === 'string' ? /\/api\/v1\/sites\/([^/?#]+)\/?$/.exec(text) : null;
  const id = parseSiteId(address === null ? text : unescaped(address[1] ?? ''));
  return id !== null && canBeAddressed(id) ? id : null;
}

function unescaped(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** A size in bytes: a whole number that a double holds exactly, or its digits as text. Else null. */
function parseSize(value: Json | undefined): number | null {
  const size = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : null;
}

export function nonEmpty(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A whole number as its digits; text unchanged. */
export function asText(value: Json | undefined): Json | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
}

/** It is sent back with updates, so the service must be able to accept it. */
function categoryText(value: Json | undefined): string {
  return nonEmpty(value) ?? 'other';
}

function asObject(metadata: Json): JsonObject | null {
  if (isJsonObject(metadata)) return metadata;
  return typeof metadata === 'string' ? jsonObjectInText(metadata) : null;
}
