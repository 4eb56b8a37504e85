import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Content } from '../../app/app.ts';
import { COMMON_HEADERS, CONTENT_POLICY, PAGE_POLICY } from './headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/** One file of the page itself; false where there is none. */
export async function sendPageFile(root: string, path: string, response: ServerResponse): Promise<boolean> {
  const name = normalize(path === '/' ? 'index.html' : path.slice(1));
  const file = join(root, name);
  const type = TYPES[extname(file)];
  if (!file.startsWith(root + sep) || type === undefined) return false;
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) return false;
  response.writeHead(200, {
    ...COMMON_HEADERS,
    'Content-Type': type,
    'Content-Length': found.size,
    'Content-Security-Policy': PAGE_POLICY,
  });
  await pipeline(createReadStream(file), response);
  return true;
}

/** Bytes of a site, whole or a range, as a type that runs nothing. */
export async function sendContent(
  content: Content,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const range = rangeOf(request.headers.range, content.size);
  const headers = {
    ...COMMON_HEADERS,
    'Content-Type': content.contentType,
    'Content-Security-Policy': CONTENT_POLICY,
    'Accept-Ranges': 'bytes',
    ...(content.contentType === 'application/octet-stream' ? { 'Content-Disposition': 'attachment' } : {}),
  };
  if (range === 'bad') {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${content.size}` }).end();
    return;
  }
  const { from, to } = range ?? { from: 0, to: content.size - 1 };
  response.writeHead(range === null ? 200 : 206, {
    ...headers,
    'Content-Length': to - from + 1,
    ...(range === null ? {} : { 'Content-Range': `bytes ${from}-${to}/${content.size}` }),
  });
  if (content.size === 0 || request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(content.path, { start: from, end: to }), response);
}

function rangeOf(text: string | undefined, size: number): { from: number; to: number } | 'bad' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return null;
  const last = size - 1;
  const from = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const to = match[1] === '' || match[2] === '' ? last : Math.min(last, Number(match[2]));
  return from > to ? 'bad' : { from, to };
}
