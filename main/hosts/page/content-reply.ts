import { basename } from 'node:path';
import type { App, Content } from '../../app/app.ts';
import { parseSiteId, type SiteId } from '../../../shared/model/ids.ts';
import { openRegular } from './open-regular.ts';
import { COMMON_HEADERS, INERT_POLICY } from './policy.ts';
import { parseRange } from './range.ts';
import { bare, type Reply } from './reply.ts';

/** Types that a browser only draws. Everything else is sent as a download, whatever type it claims. */
const DRAWN =
  /^(image\/(png|jpeg|gif|webp|avif|bmp)|application\/pdf|text\/(plain|csv)|video\/(mp4|webm)|audio\/(mpeg|wav))(;|$)/;

export interface ContentAddress {
  readonly what: Parameters<App['content']>[0];
  readonly site: SiteId;
  readonly key: string;
}

/** The address `/content/<file|photo|model>/<site>/<key>`, each part escaped; null if it is not one. */
export function contentAddress(path: string): ContentAddress | null {
  const match = /^\/content\/(file|photo|model)\/([^/]+)\/([^/]+)$/.exec(path);
  const site = parseSiteId(unescaped(match?.[2]));
  const key = unescaped(match?.[3]);
  if (match === null || site === null || key === null) return null;
  return { what: match[1] as ContentAddress['what'], site, key };
}

/** Bytes of a file on this computer, all or a range, sent so that nothing in them runs. */
export async function contentReply(
  app: App,
  address: ContentAddress,
  method: 'GET' | 'HEAD',
  range: string | null,
): Promise<Reply> {
  const found = await app.content(address.what, address.site, address.key);
  // 404 means that there is no file. One that cannot be read is something else.
  if (!found.ok) return bare(found.failure.code === 'unreadable' ? 403 : 404);
  const opened = await openRegular(found.value.path);
  if (opened === null) return bare(404);
  const { handle, size } = opened;
  const part = parseRange(range, size);
  const headers = { ...headersOf(found.value), 'Accept-Ranges': 'bytes' };
  if (part === 'unsatisfiable' || method === 'HEAD' || size === 0) {
    await handle.close();
    if (part === 'unsatisfiable') return bare(416, { ...headers, 'Content-Range': `bytes */${size}` });
    return bare(200, { ...headers, 'Content-Length': String(size) });
  }
  const { from, to } = part ?? { from: 0, to: size - 1 };
  return {
    status: part === null ? 200 : 206,
    headers: {
      ...COMMON_HEADERS,
      ...headers,
      'Content-Length': String(to - from + 1),
      ...(part === null ? {} : { 'Content-Range': `bytes ${from}-${to}/${size}` }),
    },
    body: { handle, from, to },
  };
}

function headersOf({ path, contentType }: Content): Record<string, string> {
  const drawn = DRAWN.test(contentType);
  const name = encodeURIComponent(basename(path).toWellFormed()).replaceAll("'", '%27');
  return {
    'Content-Type': drawn ? contentType : 'application/octet-stream',
    'Content-Security-Policy': INERT_POLICY,
    'Content-Disposition': drawn ? 'inline' : `attachment; filename*=UTF-8''${name}`,
  };
}

function unescaped(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    return null;
  }
}
