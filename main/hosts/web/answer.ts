import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { toldFailure } from '../../../shared/failure.ts';
import type { App } from '../../app/app.ts';
import { contentAddress, contentReply } from '../page/content-reply.ts';
import { pageFile } from '../page/page-files.ts';
import { COMMON_HEADERS } from '../page/policy.ts';
import { bare, plainText, type Reply } from '../page/reply.ts';
import { cookieName, isOurs, type AccessControl } from './access-control.ts';
import { isOtherUser } from './peer-user.ts';

export interface AnswerOptions {
  readonly app: App;
  readonly page: string;
  readonly access: AccessControl;
  readonly port: number;
  /** How long the body of somebody who was not let in may take, ms. */
  readonly patienceMs: number;
}

/** A key has 43 characters. Anything longer than this is none. */
const KEY_LIMIT = 200;

/** Decides what a request gets. A forbidden thing looks the same whether it exists or not. */
export async function answer(
  { app, page, access, port, patienceMs }: AnswerOptions,
  request: IncomingMessage,
): Promise<Reply> {
  // First of all, whose connection it is: a stranger must not use up a key.
  if (!isOurs(request, port) || (await isOtherUser(request.socket)))
    return plainText(403, 'SiteSync answers its own page only.');
  // Not parsed with `URL`: it would silently resolve `..` and backslashes, and we would check something else than was
  // asked.
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const inside = access.admits(request, port, 'page', bearerOf(request));
  if (path === '/session') return sessionReply({ access, port, patienceMs }, request, inside);
  const upload = /^\/upload\/([\w-]{1,100})\/(\d{1,9})$/.exec(path);
  if (upload !== null && request.method === 'PUT')
    return inside ? uploadReply(app, request, upload[1] ?? '', Number(upload[2])) : bare(401);
  if (request.method !== 'GET' && request.method !== 'HEAD') return bare(405);
  if (path.startsWith('/content/')) {
    const secret = new URLSearchParams(query).get('key') ?? '';
    if (!access.admits(request, port, 'content', secret)) return bare(401);
    const address = contentAddress(path);
    return address === null
      ? bare(404)
      : contentReply(app, address, request.method, request.headers.range ?? null);
  }
  return (await pageFile(page, path)) ?? plainText(404, 'SiteSync has nothing at this address.');
}

/** POST hands in the key of the printed address. GET asks whether this page is let in. */
async function sessionReply(
  { access, port, patienceMs }: Pick<AnswerOptions, 'access' | 'port' | 'patienceMs'>,
  request: IncomingMessage,
  inside: boolean,
): Promise<Reply> {
  if (request.method === 'GET') return bare(inside ? 204 : 401);
  if (request.method !== 'POST') return bare(405);
  const session = access.enter(await shortText(request, patienceMs));
  if (session === null) return bare(403);
  const cookie = `${cookieName(port)}=${session}; HttpOnly; SameSite=Strict; Path=/`;
  return json(200, access.secrets, { 'Set-Cookie': cookie });
}

/** The secret that the page sends in a header. No browser adds it by itself, and no other page can. */
function bearerOf(request: IncomingMessage): string {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

async function uploadReply(app: App, request: IncomingMessage, drop: string, index: number): Promise<Reply> {
  const done = await app.upload(drop, index, request);
  if (done.ok) return bare(204);
  return json(409, toldFailure(done.failure));
}

function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { ...COMMON_HEADERS, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(value),
  };
}

/** The body of the request. Empty if it is longer than a key can be, too slow, or broken off. */
async function shortText(request: IncomingMessage, patienceMs: number): Promise<string> {
  let text = '';
  const late = setTimeout(() => request.destroy(), patienceMs);
  try {
    for await (const chunk of request) {
      text += String(chunk);
      if (text.length > KEY_LIMIT) return '';
    }
  } catch {
    return '';
  } finally {
    clearTimeout(late);
  }
  return text;
}

/** Sends a reply. Ends if the browser goes away. */
export async function sendReply(
  { status, headers, body }: Reply,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // If the body was refused unread, the rest of it is not read: the connection is closed instead.
  const left = request.complete ? {} : { Connection: 'close' };
  response.writeHead(status, { ...headers, ...left });
  if (body === null || typeof body === 'string') {
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  const { handle, from, to } = body;
  if (request.method === 'HEAD' || to < from) {
    await handle.close();
    response.end();
    return;
  }
  try {
    await pipeline(handle.createReadStream({ start: from, end: to }), response);
  } finally {
    // If the browser left before the first byte, the stream was never read and does not close the file.
    await handle.close();
  }
}
