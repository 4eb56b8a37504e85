import { isJsonObject, parseJson, type Json } from '../../../../shared/model/json.ts';
import type { FileFields } from '../../../sync/ports/service.ts';

/** Assumed: paths are exactly as in the contract, with and without trailing slash. */
export const PATHS = {
  verify: '/api/v1/auth/token/verify/',
  sites: '/api/v1/sites/',
  files: '/api/v1/files/',
  file: (id: string) => `/api/v1/files/${segment(id)}/`,
  download: (id: string) => `/api/v1/files/${segment(id)}/download/`,
  model: (site: string, model: string) => `/api/v1/sites/${segment(site)}/models/${segment(model)}/download`,
  series: (site: string) => `/api/v1/sites/${segment(site)}/timeseries`,
} as const;

/** False for `.` and `..`: every URL parser removes them, encoded or not, so they would address something else. */
export function canBeAddressed(id: string): boolean {
  return id !== '.' && id !== '..';
}

function segment(id: string): string {
  return encodeURIComponent(id);
}

/** Assumed: the filter is called `site_id` (contract 4.2) and names one site. It may be ignored. */
export function listQuery(offset: number, limit: number, site: string | null): string {
  const page = `limit=${limit}&offset=${offset}`;
  return site === null ? page : `site_id=${encodeURIComponent(site)}&${page}`;
}

/** Assumed: create and update take these multipart fields, and the bytes as a part called `file`. */
export const FILE_PART = 'file';

export function fileFormFields(fields: FileFields): readonly (readonly [name: string, value: string])[] {
  const form: (readonly [string, string])[] = [
    ['site', fields.site],
    ['category', fields.category],
    ['name', fields.name],
  ];
  const metadata = metadataText(fields.metadata);
  return metadata === null ? form : [...form, ['metadata', metadata]];
}

/**
 * Assumed: `metadata` is sent as JSON text. If a service gives it out as text, that text is sent back unchanged, or it
 * would be wrapped once more at each update. Without metadata the field is left out: a field that is not nullable
 * refuses `null`.
 */
function metadataText(metadata: Json): string | null {
  if (metadata === null) return null;
  if (typeof metadata === 'string' && jsonObjectInText(metadata) !== null) return metadata;
  return JSON.stringify(metadata);
}

/** The object in a JSON text, or null. */
export function jsonObjectInText(text: string): Record<string, Json> | null {
  if (!/^\s*\{/.test(text)) return null;
  const value = parseJson(text);
  return isJsonObject(value) ? value : null;
}

/** Assumed: the query is JSON with the ids and a range of ISO 8601 text, start included, end not. */
export function seriesBody(ids: readonly string[], from: number, to: number): string {
  return JSON.stringify({
    timeseriesIds: ids,
    start: isoText(from),
    end: isoText(to),
  });
}

/** Open ranges are cut to the years that every service can read. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-01-01T00:00:00Z');

function isoText(ms: number): string {
  return new Date(Math.min(Math.max(ms, EARLIEST), LATEST)).toISOString();
}
