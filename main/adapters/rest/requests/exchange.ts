import type { Dispatcher } from 'undici';
import type { ConnectionPools } from '../connection/connection-pools.ts';
import type { BodyQueue } from '../connection/body-queue.ts';
import type { Limits, Stall } from '../connection/limits.ts';
import { type Head, PendingRequest } from '../connection/pending-request.ts';
import { type BodyBroken, UploadStream } from '../connection/upload-stream.ts';
import { throughAxios } from '../connection/wire.ts';

/** An address in the two parts that a request needs. */
export interface Place {
  readonly origin: string;
  /** With its query. */
  readonly path: string;
}

/** One request to one address; redirects are not followed here. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly to: Place;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | UploadStream | null;
  /** The whole reply is small, and due within `limits.replyMs`. */
  readonly smallReply: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The answer: status and headers. The body is still on its way, and encoded. */
export interface Answer {
  readonly status: number;
  readonly body: BodyQueue;
  /** Names in lower case. */
  readonly header: (name: string) => string | null;
  readonly pending: PendingRequest;
  /**
   * To be called instead of reading. A short body is received, so that the connection can be used again. An upload that
   * still runs is ended.
   */
  discard(): void;
  /** To be called once nothing more is read: frees the connection, or closes it if bytes are still on their way. */
  done(): void;
}

/** How a request ended without an answer, or an answer without its end. */
export interface Trouble {
  readonly cancelled: boolean;
  readonly broken: BodyBroken | null;
  readonly stalled: Stall | null;
  /** Everything to be sent was handed over. */
  readonly sent: boolean;
  /** The error code of Node or OpenSSL; empty if there is none. */
  readonly code: string;
  readonly text: string;
  readonly connected: boolean;
  readonly reused: boolean;
}

export type Exchanged =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly trouble: Trouble };

export async function exchange(call: Call, connections: ConnectionPools, limits: Limits): Promise<Exchanged> {
  const { origin, path } = call.to;
  const { pool, viaProxy } = connections.to(origin);
  const upload = call.body instanceof UploadStream ? call.body : null;
  const options: Dispatcher.DispatchOptions = {
    method: call.method,
    path: viaProxy === null ? path : origin + path,
    headers: viaProxy === null ? call.headers : { ...call.headers, ...viaProxy.headers },
    // undici accepts any iterable; its types say less.
    body: call.body as Buffer | null,
  };
  const request = new PendingRequest(options, upload, limits, call.smallReply);
  try {
    const head = await throughAxios(call.method, origin + path, () => request.run(pool, call.signal));
    return { ok: true, answer: answerOf(head, request) };
  } catch (error) {
    return { ok: false, trouble: troubleOf(error, call, request) };
  }
}

/** Reading this many bytes is faster than making a new connection. */
const SHORT = 16 * 1024;

function answerOf({ status, headers }: Head, request: PendingRequest): Answer {
  const body = request.incoming;
  const header = (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' ? value : (value?.[0] ?? null);
  };
  const done = (): void => {
    if (!body.complete) request.stop(new Error('No more of the answer is wanted.'));
  };
  const discard = (): void => {
    const length = Number(header('content-length') ?? Number.NaN);
    const isShort = status === 304 || status === 204 || length <= SHORT;
    // An upload that is answered early would go on, from memory that holds another file by then.
    if (isShort && !(request.options.body instanceof UploadStream)) body.drop();
    else done();
  };
  return { status, body, header, pending: request, discard, done };
}

/** What an error while sending, waiting or reading says. */
export function troubleOf(
  error: unknown,
  call: Pick<Call, 'signal' | 'body'>,
  request: PendingRequest,
): Trouble {
  const upload = call.body instanceof UploadStream ? call.body : null;
  return {
    cancelled: call.signal?.aborted === true,
    broken: upload?.broken ?? null,
    stalled: request.stalled,
    sent: upload?.ended !== false,
    code: isNoHttp(error) && !request.answered ? NO_HTTP : codeOf(error),
    text: error instanceof Error ? error.message : String(error),
    connected: request.connected,
    reused: request.reused,
  };
}

/** undici wants to give such an error the parser's code, but gives none. */
const NO_HTTP = 'HPE_INVALID';

function isNoHttp(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
