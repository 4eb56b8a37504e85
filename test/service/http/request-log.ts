import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';

/** One request as the service saw it. Bytes are those on the wire, headers included, and final once it is answered. */
export interface LoggedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** 0 while it is unanswered, and for good where the connection was dropped instead. */
  readonly status: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Whether it carried an Authorization header. */
  readonly auth: boolean;
}

type Entry = { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] };

const LIMIT = 10_000;

/** The latest 10,000 requests, oldest first. */
export class RequestLog {
  #entries: Entry[] = [];
  readonly #seen = new WeakMap<Socket, { read: number; written: number }>();

  get all(): readonly LoggedRequest[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }

  /** Creates, updates and deletes of files, answered or not. Token checks and timeseries queries write nothing. */
  writes(): readonly LoggedRequest[] {
    return this.#entries.filter((entry) => entry.method !== 'GET' && entry.path.startsWith('/api/v1/files/'));
  }

  /** Downloads of files and models, the redirected ones counted once. */
  downloads(): readonly LoggedRequest[] {
    return this.#entries.filter((entry) => entry.method === 'GET' && /\/download\/?(\?|$)/.test(entry.path));
  }

  /** Follows one request to its end. */
  follow(request: FastifyRequest, reply: FastifyReply): void {
    const { socket } = request.raw;
    const before = this.#seen.get(socket) ?? { read: 0, written: 0 };
    const entry: Entry = {
      method: request.method,
      path: request.url,
      status: 0,
      bytesIn: 0,
      bytesOut: 0,
      auth: request.headers.authorization !== undefined,
    };
    if (this.#entries.length >= LIMIT) this.#entries = this.#entries.slice(LIMIT / 2);
    this.#entries.push(entry);
    const update = () => {
      if (reply.raw.headersSent) entry.status = reply.raw.statusCode;
      entry.bytesIn = socket.bytesRead - before.read;
      entry.bytesOut = socket.bytesWritten - before.written;
    };
    // `finish` comes before the client can have read the last byte; `close` also comes where there is no finish.
    reply.raw.once('finish', update);
    reply.raw.once('close', () => {
      update();
      this.#seen.set(socket, { read: socket.bytesRead, written: socket.bytesWritten });
    });
  }
}
