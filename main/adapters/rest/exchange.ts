import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Agents } from './agents.ts';
import { StallGuard } from './stall-guard.ts';
import type { Limits, Stall } from './stall-guard.ts';
import { UploadStream } from './upload-stream.ts';
import type { BodyBroken } from './upload-stream.ts';
import { bareAxios, wire } from './wire.ts';

/** One request to one address; redirects are not followed here. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | UploadStream | null;
  /** The whole reply is small and due in `limits.replyMs`. */
  readonly smallReply: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What came back: status and headers; the body is still on its way and as it was encoded. */
export interface Answer {
  readonly status: number;
  readonly url: URL;
  readonly stream: Readable;
  /** Names in lower case. */
  readonly header: (name: string) => string | null;
  readonly guard: StallGuard;
  /** Instead of reading: a short body is let run out, so that the connection can be used again. */
  discard(): void;
  /** To be called once nothing more is read: frees the connection, or drops it where bytes are still under way. */
  done(): void;
}

/** How a request ended without an answer, or an answer without its end. */
export interface Trouble {
  readonly cancelled: boolean;
  readonly broken: BodyBroken | null;
  readonly stalled: Stall | null;
  /** The error code of Node or OpenSSL; empty where there is none. */
  readonly code: string;
  readonly text: string;
  readonly connected: boolean;
  readonly reused: boolean;
}

export type Exchanged =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly trouble: Trouble };

export async function exchange(call: Call, agents: Agents, limits: Limits): Promise<Exchanged> {
  const guard = new StallGuard(limits, call.smallReply);
  const upload = call.body instanceof UploadStream ? call.body : null;
  upload?.attach(guard);
  try {
    const response = await bareAxios.request<Readable>({
      method: call.method,
      url: call.url.href,
      headers: call.headers,
      data: call.body instanceof UploadStream ? call.body.readable : call.body,
      adapter: wire(call.url, agents, guard),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
    return {
      ok: true,
      answer: answerOf(response.status, response.data as IncomingMessage, call.url, guard, upload),
    };
  } catch (error) {
    upload?.readable.destroy();
    return { ok: false, trouble: troubleOf(error, call, guard) };
  }
}

/** Bytes that are sooner read than a connection is made. */
const SHORT = 16 * 1024;

function answerOf(
  status: number,
  stream: IncomingMessage,
  url: URL,
  guard: StallGuard,
  upload: UploadStream | null,
): Answer {
  return {
    status,
    url,
    stream,
    guard,
    header: (name) => {
      const value = stream.headers[name];
      return typeof value === 'string' ? value : (value?.[0] ?? null);
    },
    discard() {
      const length = Number(stream.headers['content-length'] ?? Number.NaN);
      const short = status === 304 || status === 204 || length <= SHORT;
      if (short && guard.request?.writableFinished === true) stream.on('error', () => undefined).resume();
      else this.done();
    },
    done() {
      // An answer that came before the whole body was sent leaves a connection that nobody can use again.
      if (!stream.readableEnded || guard.request?.writableFinished === false) guard.request?.destroy();
      upload?.readable.destroy();
    },
  };
}

/** What an error while sending, waiting or reading tells. */
export function troubleOf(error: unknown, call: Pick<Call, 'signal' | 'body'>, guard: StallGuard): Trouble {
  const upload = call.body instanceof UploadStream ? call.body : null;
  return {
    cancelled: call.signal?.aborted === true,
    broken: upload?.broken ?? null,
    stalled: guard.stalled,
    code: codeOf(error),
    text: error instanceof Error ? error.message : String(error),
    connected: guard.connected,
    reused: guard.reused,
  };
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
