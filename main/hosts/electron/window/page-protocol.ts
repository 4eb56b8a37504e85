import { Readable } from 'node:stream';
import type { App } from '../../../app/app.ts';
import { contentAddress, contentReply } from '../../page/content-reply.ts';
import { pageFile } from '../../page/page-files.ts';
import { bare, type Reply } from '../../page/reply.ts';
import { ORIGIN } from './origin.ts';

export interface PageProtocolOptions {
  readonly app: App;
  /** Folder of the built page. */
  readonly page: string;
  readonly onBug: (where: string, error: unknown) => void;
}

/**
 * Answers requests to the address of the window with the page and the bytes of files, by the same rules as the web
 * host.
 */
export function pageProtocol({
  app,
  page,
  onBug,
}: PageProtocolOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    // Chromium has already normalised the address.
    const path = pathOf(request.url);
    try {
      return asResponse(path === null ? bare(404) : await answer(app, page, path, request), request.method);
    } catch (error) {
      onBug(path ?? '', error);
      return asResponse(bare(500), request.method);
    }
  };
}

function pathOf(address: string): string | null {
  if (!address.startsWith(`${ORIGIN}/`)) return null;
  return address.slice(ORIGIN.length).split(/[?#]/, 1)[0] ?? null;
}

async function answer(app: App, page: string, path: string, request: Request): Promise<Reply> {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') return bare(405);
  if (!path.startsWith('/content/')) return (await pageFile(page, path)) ?? bare(404);
  const address = contentAddress(path);
  return address === null ? bare(404) : contentReply(app, address, method, request.headers.get('range'));
}

async function asResponse({ status, headers, body }: Reply, method: string): Promise<Response> {
  if (body === null || typeof body === 'string')
    return new Response(method === 'HEAD' ? null : body, { status, headers });
  const { handle, from, to } = body;
  if (method === 'HEAD' || to < from) {
    await handle.close();
    return new Response(null, { status, headers });
  }
  // Closed with the stream, whether it is read to the end or broken off.
  const stream = handle.createReadStream({ start: from, end: to });
  return new Response(Readable.toWeb(stream), { status, headers });
}
