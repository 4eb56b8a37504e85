import { randomUUID } from 'node:crypto';
import type { FileRow } from '../store/file-table.ts';
import type { SiteRow } from '../store/site-table.ts';
import type { Variation } from '../switches/variation.ts';

/** The category that `categoriesUnknown` puts in the place of `other`. */
export const UNKNOWN_CATEGORY = 'handover';

/** The largest size of the contract, written digit by digit: as a number of JavaScript it would be rounded. */
const HUGE_SIZE = rawJson('9223372036854775807');

/** A file record as it goes over the wire. */
export function fileRecord(row: FileRow, baseUrl: string, variation: Variation): object {
  const query = variation.signedUrls ? `?signature=${randomUUID()}` : '';
  const unknown = variation.categoriesUnknown && row.category === 'other';
  return {
    id: row.id,
    site: row.site,
    category: unknown ? UNKNOWN_CATEGORY : row.category,
    name: row.name,
    file: `/media/site-files/${row.blob}${query}`,
    uploaded_by: row.uploaded_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    download_url: `${baseUrl}/api/v1/files/${row.id}/download/${query}`,
    entity_uri: `urn:site-data:file:${row.id}`,
    content_type: row.content_type,
    size_bytes: variation.hugeSizes.includes(row.id) ? HUGE_SIZE : row.size,
    metadata: metadataOf(row, variation),
  };
}

/** The record as it was in memory when it was written: its times have more digits than the database keeps. */
export function unlikeRecord(row: FileRow, baseUrl: string, variation: Variation): object {
  const [created_at, updated_at] = [row.created_at, row.updated_at].map((at) => at.replace('Z', '1234Z'));
  return {
    ...fileRecord(row, baseUrl, variation),
    file: `${baseUrl}/media/${row.blob}`,
    created_at,
    updated_at,
  };
}

/** A site as it goes over the wire; without a photo its `photo_url` is empty. */
export function siteRecord(row: SiteRow, baseUrl: string): object {
  const { photo, ...fields } = row;
  return {
    ...fields,
    photo_url: photo === '' ? '' : `${baseUrl}/media/photos/${encodeURIComponent(photo)}`,
  };
}

function metadataOf(row: FileRow, variation: Variation): unknown {
  if (variation.metadataNull) return null;
  return variation.metadataAsText ? row.metadata : JSON.parse(row.metadata);
}

function rawJson(text: string): unknown {
  // In V8 and in ES2026, not yet in the library types of this compiler target.
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}
