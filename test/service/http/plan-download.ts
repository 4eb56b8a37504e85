/** Stored bytes with what their headers need. */
export interface Entity {
  readonly path: string;
  readonly size: number;
  readonly blob: string;
  readonly contentType: string;
  /** ISO 8601. */
  readonly modifiedAt: string;
  readonly fileName: string;
}

/** The request headers that decide about a download. */
export interface DownloadConditions {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | string[] | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/** What to send: the bytes from `start` to before `end`. */
export interface DownloadPlan {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
}

type Range = { readonly start: number; readonly end: number } | 'unsatisfiable' | null;

/** Decides about Range, If-Range and If-None-Match (RFC 9110). Several ranges at once are answered with the whole. */
export function planDownload(entity: Entity, conditions: DownloadConditions): DownloadPlan {
  const headers = entityHeaders(entity);
  if (conditions['if-none-match'] === headers['etag']) return { status: 304, headers, start: 0, end: 0 };
  const ifRange = conditions['if-range'];
  const stale = ifRange !== undefined && ifRange !== headers['etag'] && ifRange !== headers['last-modified'];
  const range = stale ? null : parseRange(conditions.range, entity.size);
  if (range === 'unsatisfiable') {
    const refused = { ...headers, 'content-range': `bytes */${entity.size}`, 'content-length': '0' };
    return { status: 416, headers: refused, start: 0, end: 0 };
  }
  if (range === null) {
    const whole = { ...headers, 'content-length': String(entity.size) };
    return { status: 200, headers: whole, start: 0, end: entity.size };
  }
  const part = {
    ...headers,
    'content-range': `bytes ${range.start}-${range.end - 1}/${entity.size}`,
    'content-length': String(range.end - range.start),
  };
  return { status: 206, headers: part, ...range };
}

/** The headers that describe the content, whole or part; there is no length among them. */
export function entityHeaders(entity: Entity): Readonly<Record<string, string>> {
  return {
    'accept-ranges': 'bytes',
    'content-type': entity.contentType,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(entity.fileName.toWellFormed())}`,
    etag: `"${entity.blob}"`,
    'last-modified': new Date(entity.modifiedAt).toUTCString(),
  };
}

function parseRange(header: string | undefined, size: number): Range {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
