import type { IncomingMessage, ServerResponse } from 'node:http';
import { rawServer, sendJson, type RawServer } from '../adapters/rest/raw-server.ts';

/** A record as a service may write it; what is not named here is as usual. */
export type Row = Readonly<Record<string, unknown>>;

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** What a test replaces; everything else is answered as a good service does. */
export interface Malice {
  readonly sites?: Answer;
  readonly list?: Answer;
  readonly read?: Answer;
  readonly download?: Answer;
  readonly write?: Answer;
}

export interface HostileService extends RawServer {
  /** Records by site; `content` is what a download gives. */
  readonly rows: Map<string, Row[]>;
  malice: Malice;
}

let serial = 0;

/** A row with everything that a good one has. */
export function row(over: Row = {}): Row {
  const id = `00000000-0000-4000-8000-${String(++serial).padStart(12, '0')}`;
  const content = typeof over['content'] === 'string' ? over['content'] : `content ${serial}`;
  return {
    id,
    category: 'other',
    name: `file ${serial}.txt`,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    download_url: `/api/v1/files/${id}/download/`,
    content_type: 'text/plain',
    size_bytes: Buffer.byteLength(content),
    metadata: {},
    content,
    ...over,
  };
}

/** A service of two sites, `bad` and `good`, that does what a test tells it. */
export async function hostileService(): Promise<HostileService> {
  const rows = new Map<string, Row[]>([
    ['bad', []],
    ['good', []],
  ]);
  const state: Pick<HostileService, 'rows' | 'malice'> = { rows, malice: {} };
  const server = await rawServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service');
    request.resume();
    response.on('error', () => undefined);
    answerOf(state.malice, rows, url, request)(request, response, url);
  });
  // The answers above read the very object that the test writes to.
  return Object.assign(state, server);
}

function answerOf(
  malice: Malice,
  rows: ReadonlyMap<string, readonly Row[]>,
  url: URL,
  request: IncomingMessage,
): Answer {
  const { pathname } = url;
  if (pathname.endsWith('/sites/')) return malice.sites ?? goodSites([...rows.keys()]);
  if (request.method !== 'GET') return malice.write ?? ((_, response) => sendJson(response, {}, 500));
  if (pathname.endsWith('/download/')) return malice.download ?? goodDownload(rows);
  if (pathname.endsWith('/files/')) return malice.list ?? goodList(rows);
  return malice.read ?? goodRead(rows);
}

function goodSites(sites: readonly string[]): Answer {
  return (_, response) => {
    const results = sites.map((id) => ({ id, name: `Site ${id}` }));
    sendJson(response, { count: results.length, next: null, previous: null, results });
  };
}

function goodList(rows: ReadonlyMap<string, readonly Row[]>): Answer {
  return (_, response, url) => {
    const site = url.searchParams.get('site_id') ?? '';
    const all = (rows.get(site) ?? []).map(({ content: _content, ...rest }) => ({ site, ...rest }));
    const offset = Number(url.searchParams.get('offset'));
    const results = all.slice(offset, offset + Number(url.searchParams.get('limit')));
    sendJson(response, { count: all.length, next: null, previous: null, results });
  };
}

function find(rows: ReadonlyMap<string, readonly Row[]>, url: URL): Row | null {
  const id = decodeURIComponent(url.pathname.split('/files/')[1]?.split('/')[0] ?? '');
  for (const [site, all] of rows) for (const each of all) if (each['id'] === id) return { site, ...each };
  return null;
}

function goodRead(rows: ReadonlyMap<string, readonly Row[]>): Answer {
  return (_, response, url) => {
    const found = find(rows, url);
    if (found === null) return sendJson(response, { detail: 'Not found.' }, 404);
    const { content: _content, ...rest } = found;
    sendJson(response, rest);
  };
}

function goodDownload(rows: ReadonlyMap<string, readonly Row[]>): Answer {
  return (_, response, url) => {
    const content = find(rows, url)?.['content'];
    response
      .writeHead(200, { 'content-type': 'application/octet-stream' })
      .end(typeof content === 'string' ? content : '');
  };
}
