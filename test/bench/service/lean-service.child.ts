import { hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { argumentsOf } from '../harness/child.ts';
import type { Shape } from '../harness/place.ts';
import { receive } from './receive.ts';
import { SITE, StoredFiles, type Stored } from './stored-files.ts';

/**
 * As little of a Site Data Service as a row needs: records in memory, uploads on disk. It takes a fraction of the time
 * of the service for tests, so that we measure the client.
 */
export interface ServiceArguments {
  readonly folder: string;
  /** From each request to its answer, its own work included, ms. */
  readonly latencyMs: number;
  readonly seed: Shape | null;
  /** Makes one record with the bytes of this file; null for none. */
  readonly file: string | null;
}

const { folder, latencyMs, seed, file } = argumentsOf() as ServiceArguments;
const files = new StoredFiles(folder);
if (seed !== null) files.seed(seed);
if (file !== null) await files.seedFile(file);

const sites = JSON.stringify({
  count: 1,
  next: null,
  previous: null,
  results: [{ id: SITE, name: 'Harbour House', organization: '7b0e3f9e-5f2b-4d5e-9a53-1f0a2f4b7c11' }],
});

const server = createServer((request, response) => {
  if (latencyMs > 0) answerLate(response);
  void answer(request, response);
});
server.keepAliveTimeout = 120_000;
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
// The bench ends this process by closing its input. `process.exit` would hang for ever if V8 is compiling in the
// background and waits for the collector.
process.stdin.on('close', () => {
  server.close();
  server.closeAllConnections();
});
process.stdin.resume();

/** Delays the answer until it is due. Its head is sent together with its end. */
function answerLate(response: ServerResponse): void {
  const due = performance.now() + latencyMs;
  const end = response.end.bind(response);
  response.end = (body?: unknown): ServerResponse => {
    setTimeout(() => end(body), Math.ceil(due - performance.now()));
    return response;
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const [path = '', query = ''] = url.split('?');
  const id = path.startsWith('/api/v1/files/') ? (path.split('/')[4] ?? '') : '';
  if (path === '/api/v1/sites/') return json(response, 200, sites);
  if (path.startsWith('/bucket')) return bucket(request, response, path);
  if (path === '/bench/change') return change(response, query);
  if (method === 'POST' && path === '/api/v1/files/')
    return json(response, 201, (await receive(request, files)).json);
  if (method === 'PUT') return json(response, 200, (await receive(request, files, id)).json);
  if (path === '/api/v1/files/') return json(response, 200, page(new URLSearchParams(query)));
  const stored = files.find(id);
  if (stored === undefined) return json(response, 404, '{"detail":"Not found."}');
  if (path.endsWith('/download/')) return download(response, stored);
  return json(response, 200, stored.json);
}

/** As much of an object store as a first copy needs: an empty list, and PUT. */
async function bucket(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  if (request.method === 'PUT') {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    files.writeSmall(randomUUID(), bytes);
    response.writeHead(200, { ETag: `"${hash('md5', bytes, 'hex')}"`, 'Content-Length': 0 }).end();
  } else if (path === '/bucket' || path === '/bucket/') {
    response.writeHead(200, { 'Content-Type': 'application/xml' });
    response.end('<ListBucketResult><Name>bucket</Name><IsTruncated>false</IsTruncated></ListBucketResult>');
  } else response.writeHead(404, { 'Content-Length': 0 }).end();
}

function change(response: ServerResponse, query: string): void {
  if (seed !== null) files.change(seed, Number(new URLSearchParams(query).get('count')));
  json(response, 200, '{}');
}

function page(query: URLSearchParams): string {
  const limit = Number(query.get('limit') ?? 100);
  const offset = Number(query.get('offset') ?? 0);
  const rows = files.all.slice(offset, offset + limit).map((stored) => stored.json);
  const more = offset + limit < files.all.length;
  const next = more ? `"/api/v1/files/?limit=${limit}&offset=${offset + limit}"` : 'null';
  return `{"count":${files.all.length},"next":${next},"previous":null,"results":[${rows.join(',')}]}`;
}

function download(response: ServerResponse, stored: Stored): void {
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': stored.size,
    ETag: `"${stored.id}"`,
  });
  if (typeof stored.content !== 'string' || stored.size <= 1 << 20) response.end(files.read(stored));
  else createReadStream(stored.content, { highWaterMark: 1 << 20 }).pipe(response);
}

function json(response: ServerResponse, status: number, text: string): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
  response.end(bytes);
}
