import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createService, type ServiceOptions } from '../../../main/adapters/rest/service.ts';
import type { SiteDataService } from '../../../main/sync/ports/service.ts';

export const SECRET = 'tok-en+SECRET/42==';

/** A server of one test: answers as told, remembers what it was asked, and is closed with the test. */
export interface RawServer {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Every request with its headers, in order. */
  readonly seen: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
  }[];
  close(): Promise<void>;
}

export async function rawServer(answer: RequestListener): Promise<RawServer> {
  const seen: RawServer['seen'] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  return listen(server, seen);
}

export async function listen(server: Server, seen: RawServer['seen'] = []): Promise<RawServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    seen,
    close: () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}

/** For tests of silence alone: a busy machine stands still for so long now and then. */
export const HASTY = { connectMs: 600, idleMs: 450, replyMs: 1200 } as const;
export const PATIENT = { connectMs: 20_000, idleMs: 20_000, replyMs: 20_000 } as const;

/** The adapter on an address, with less patience than it has for a person, and enough for a busy machine. */
export function clientOf(baseUrl: string, over: Partial<ServiceOptions> = {}): SiteDataService {
  const made = createService({
    baseUrl,
    token: () => SECRET,
    userAgent: 'SiteSync/test',
    env: {},
    timeouts: PATIENT,
    ...over,
  });
  if (!made.ok) throw new Error(made.failure.message);
  return made.value;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export const EMPTY_PAGE = { count: 0, next: null, previous: null, results: [] };
