import { fail, type Failure, ok, type Result } from '../../../../shared/failure.ts';
import type { DownloadOptions, Download, ResumePoint } from '../../../sync/ports/service.ts';
import type { Ask, Client } from '../requests/client.ts';
import { looksLikeHtml, saying, wordsInstead } from '../dialect.ts';
import type { Answer } from '../requests/exchange.ts';
import { CheckedStream } from './download-stream.ts';
import { linkIn, mayHoldLink, peek } from './link-instead.ts';
import { errorInstead } from '../requests/odd-answers.ts';
import { contentStream, isCompressed } from '../requests/reply-body.ts';

/** What to download, and how much of it is here already. */
export interface DownloadAsk {
  readonly address: string;
  readonly subject: string;
  readonly resume: ResumePoint | null;
  /** Only fetch a version other than this. */
  readonly unlessEtag: string | null;
  /** The service gave this address in place of the bytes. */
  readonly isLink?: boolean;
}

/** Opens a download. Continues it if the service still has the same version; else starts over. */
export async function openDownload(
  client: Client,
  what: DownloadAsk,
  options: DownloadOptions,
): Promise<Result<Download>> {
  const from = what.resume === null || what.resume.offset <= 0 ? null : what.resume;
  const ask: Ask = {
    method: 'GET',
    address: what.address,
    purpose: { subject: what.subject, kind: 'read' },
    redirects: 'anywhere',
    isOfAnySize: true,
    headers: { Accept: '*/*', 'Accept-Encoding': 'identity', ...conditions(from, what.unlessEtag) },
    accept: [...(from === null ? [] : NO_RANGES), ...(what.unlessEtag === null ? [] : [304])],
    signal: options.signal,
  };
  const opened = await client.open(ask);
  if (!opened.ok) return opened;
  const answer = opened.value;
  if (answer.status === 304) {
    answer.discard();
    // Most services then say nothing about the length, or give that of an answer without content.
    const size = isCompressed(answer) ? 0 : (contentLength(answer) ?? 0);
    return ok(unchangedDownload(answer.header('etag') ?? what.unlessEtag, size === 0 ? null : size));
  }
  if (from !== null && answer.status !== 200 && !continues(answer, from)) {
    answer.discard();
    return openDownload(client, { ...what, resume: null }, options);
  }
  if (from === null && isPart(answer)) {
    answer.done();
    return client.failed(onlyAPart(what.subject));
  }
  if (isWithoutContent(answer, options.size)) {
    answer.done();
    return client.failed(notThereYet(what.subject, answer.status));
  }
  if (isPageInstead(answer, options.size)) {
    answer.done();
    return client.failed({
      code: 'not-understood',
      reason: 'web-page',
      message: `A web page came instead of ${what.subject}.`,
      hint: 'On a hotel or guest Wi-Fi, open a browser and sign in to the network.',
      retry: 'later',
    });
  }
  const size = options.size ?? null;
  const offset = answer.status === 206 ? (from?.offset ?? 0) : 0;
  if (what.isLink === true || !mayHoldLink(answer, options))
    return flow(client, ask, { answer, offset, content: null }, options);
  const { json, content } = await peek(answer.body, size);
  const words = wordsInstead(json);
  const link = linkIn(json);
  if (link === null && words === '') return flow(client, ask, { answer, offset, content }, options);
  answer.done();
  if (link === null) return client.failed(saying(errorInstead(what.subject), words));
  const address = client.followed(ask, link);
  return address.ok
    ? openDownload(client, { ...what, address: address.value, isLink: true }, options)
    : address;
}

/**
 * True for a partial answer although the whole was asked for: a cache in between may give what it has, which would be
 * taken for all.
 */
function isPart(answer: Answer): boolean {
  const range = answer.status === 206 ? contentRange(answer) : null;
  return range !== null && (range.start > 0 || (range.total !== null && range.end < range.total - 1));
}

function onlyAPart(subject: string): Failure {
  return {
    code: 'service-error',
    message: `The service sent only a part of ${subject}, although all of it was asked for.`,
    hint: 'If this stays, tell whoever manages the service.',
    retry: 'later',
  };
}

/** True if the answer is not the file: a service that is still making it says so with a status of success. */
function isWithoutContent({ status }: Answer, size: DownloadOptions['size'] = null): boolean {
  // An empty answer may also be an empty file.
  return status === 202 || ((status === 204 || status === 205) && size !== 0);
}

function notThereYet(subject: string, status: number): Failure {
  return {
    code: 'service-error',
    message: `The service accepted the request for ${subject} but has not sent it yet (status ${status}).`,
    hint: 'The service may still be preparing it. Try again in a while; if this stays, tell whoever manages the service.',
    retry: 'later',
  };
}

/**
 * Were the bytes compressed for the transfer? For `readings.csv.gz`, a file server names the compression of the file
 * itself in the same header: then as many bytes come as the record says.
 */
function isPacked(answer: Answer, size: number | null): boolean {
  return isCompressed(answer) && (size === null || contentLength(answer) !== size);
}

/**
 * Statuses of a service that cannot give the rest: then everything is asked for. 412 is wrong for one that has another
 * version than `If-Range` names, but some say so.
 */
const NO_RANGES = [400, 412, 416, 500, 501];

/** Only a strong validator may be used in If-Range; a weak one is compared when the answer is here. */
function conditions(from: ResumePoint | null, unlessEtag: string | null): Record<string, string> {
  const headers: Record<string, string> = {};
  if (from !== null) headers['Range'] = `bytes=${from.offset}-`;
  if (from !== null && from.etag !== null && /^"[\x21\x23-\x7e]*"$/.test(from.etag))
    headers['If-Range'] = from.etag;
  if (unlessEtag !== null && /^[\x21-\x7e]+$/.test(unlessEtag)) headers['If-None-Match'] = unlessEtag;
  return headers;
}

/** True if a 206 is exactly the rest of the version whose beginning is here. */
function continues(answer: Answer, from: ResumePoint): boolean {
  if (answer.status !== 206 || isCompressed(answer)) return false;
  const range = contentRange(answer);
  if (range === null || range.start !== from.offset) return false;
  if (range.total !== null && range.end !== range.total - 1) return false;
  const length = contentLength(answer);
  if (length !== null && length !== range.end - range.start + 1) return false;
  const etag = answer.header('etag');
  return etag === null || from.etag === null || bare(etag) === bare(from.etag);
}

function bare(etag: string): string {
  return etag.replace(/^W\//, '');
}

/** Headers that come with a stored file, but not with a page made on the spot. */
const MARKS_OF_A_FILE = ['content-disposition', 'etag', 'last-modified', 'accept-ranges'];

/**
 * Is it the sign-in page of a guest network, which answers every download with it? A stored HTML page is a file like
 * any other, and has as many bytes as its record says.
 */
function isPageInstead(answer: Answer, size: DownloadOptions['size'] = null): boolean {
  if (size !== null && contentLength(answer) === size) return false;
  const type = answer.header('content-type') ?? '';
  return looksLikeHtml(type, '') && MARKS_OF_A_FILE.every((name) => answer.header(name) === null);
}

/** An answer that brings the bytes. */
interface Coming {
  readonly answer: Answer;
  /** How many of them were here before. */
  readonly offset: number;
  /** Its body, where it was begun to be read; else null. */
  readonly content: AsyncIterator<Buffer> | null;
}

function flow(
  client: Client,
  ask: Ask,
  { answer, offset, content: begun }: Coming,
  options: DownloadOptions,
): Result<Download> {
  const packed = isPacked(answer, options.size ?? null);
  const length = packed ? null : contentLength(answer);
  const range = answer.status === 206 ? contentRange(answer) : null;
  const due = length ?? (range === null ? null : range.end - range.start + 1);
  let content: AsyncIterator<Uint8Array>;
  try {
    content = begun ?? (packed ? contentStream(answer) : answer.body)[Symbol.asyncIterator]();
  } catch (error) {
    answer.done();
    return fail(client.failureOfReading(error, ask, answer));
  }
  const end = endOf(client, answer, due);
  const stream = new CheckedStream(client, ask, { answer, content, end }, due, options);
  return ok({
    offset,
    total: due === null ? null : offset + due,
    etag: answer.header('etag'),
    modified: answer.header('last-modified'),
    unchanged: false,
    stream: { [Symbol.asyncIterator]: () => stream },
    cancel: end,
  });
}

/** Downloads of more bytes are large. */
const LARGE = 1024 * 1024;

/** The function to call when nothing more is read. */
function endOf(client: Client, answer: Answer, due: number | null): () => void {
  let over = due === null || due > LARGE ? client.options.onLargeDownload() : null;
  return () => {
    answer.done();
    over?.();
    over = null;
  };
}

function unchangedDownload(etag: string | null, total: number | null): Download {
  return {
    offset: 0,
    total,
    etag,
    modified: null,
    unchanged: true,
    stream: noBytes(),
    cancel: () => undefined,
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // Not modified: nothing is sent.
}

interface ContentRange {
  readonly start: number;
  readonly end: number;
  readonly total: number | null;
}

function contentRange(answer: Answer): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(
    answer.header('content-range')?.trim() ?? '',
  );
  if (match === null) return null;
  const total = match[3] === '*' ? null : Number(match[3]);
  return { start: Number(match[1]), end: Number(match[2]), total };
}

function contentLength(answer: Answer): number | null {
  const text = answer.header('content-length') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
