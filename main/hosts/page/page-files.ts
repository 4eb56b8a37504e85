import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { COMMON_HEADERS, INERT_POLICY, pagePolicy, SCRIPT_POLICY } from './policy.ts';
import { openRegular } from './open-regular.ts';
import type { Reply } from './reply.ts';

/** The kinds of files in a built page. No other kind is served. */
const TYPES: Readonly<Record<string, string>> = {
  // Character maps, colour profiles and fonts that PDF files expect.
  '.bcmap': 'application/octet-stream',
  '.icc': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.ttf': 'font/ttf',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** One file of the built page, by the path of its address; null if there is none. */
export async function pageFile(root: string, path: string): Promise<Reply | null> {
  const file = fileBelow(root, path === '/' ? '/index.html' : path);
  if (file === null) return null;
  if (extname(file) === '.html') return documentReply(file);
  const type = TYPES[extname(file)];
  const opened = type === undefined ? null : await openRegular(file);
  if (opened === null || type === undefined) return null;
  return {
    status: 200,
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': type,
      'Content-Length': String(opened.size),
      'Content-Security-Policy': type.startsWith('text/javascript') ? SCRIPT_POLICY : INERT_POLICY,
      // The name of a built asset contains a hash of its content, so it never changes.
      ...(path.startsWith('/assets/') ? { 'Cache-Control': 'private, max-age=31536000, immutable' } : {}),
    },
    body: { handle: opened.handle, from: 0, to: opened.size - 1 },
  };
}

/** Only plain names, so that no spelling of `..` leads outside. */
function fileBelow(root: string, path: string): string | null {
  const parts = path.split('/').slice(1);
  const plain = parts.every((part) => /^[\w-][\w.@~-]*$/.test(part));
  const file = join(root, ...parts);
  return plain && file.startsWith(root + sep) ? file : null;
}

/** The page gets a new nonce each time it is served. */
async function documentReply(file: string): Promise<Reply | null> {
  const html = await readFile(file, 'utf8').catch(() => null);
  if (html === null) return null;
  const nonce = randomBytes(16).toString('base64');
  const meta = `<meta property="csp-nonce" nonce="${nonce}" />`;
  return {
    status: 200,
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pagePolicy(nonce),
    },
    body: html.replace('<head>', `<head>${meta}`),
  };
}
