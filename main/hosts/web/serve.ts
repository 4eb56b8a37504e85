import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { MESSAGE_BYTES } from '../../../shared/ipc/limits.ts';
import { BRIDGE_PROTOCOL } from '../../../shared/ipc/web-session.ts';
import type { App } from '../../app/app.ts';
import { KnownPaths } from '../page/known-paths.ts';
import { COMMON_HEADERS } from '../page/policy.ts';
import { answer, sendReply, type AnswerOptions } from './answer.ts';
import { AccessControl, isOurs } from './access-control.ts';
import { isOtherUser } from './peer-user.ts';
import { carry } from './socket.ts';

/** Limits for browsers, which are on the same computer; times in ms. */
export interface WebLimits {
  /** Time for headers, or for a key: nobody holds a socket by sending slowly. */
  readonly headersMs: number;
  /** Time after which a request or answer that stands still is ended, unless it is us that it waits for. */
  readonly idleMs: number;
  readonly pingMs: number;
  /** Windows that may be open at the same time. */
  readonly windows: number;
}

export interface WebHostOptions {
  readonly app: App;
  /** Folder of the built page. */
  readonly page: string;
  /** 0: any free one. */
  readonly port: number;
  /** A fault of our own, for the log. */
  readonly onBug: (where: string, error: unknown) => void;
  readonly limits?: Partial<WebLimits>;
  readonly now?: () => number;
}

export interface WebHost {
  readonly port: number;
  /** A new address. It lets one browser in, once, within a quarter of an hour. */
  newAddress(): string;
  /** Disconnects every browser. The app goes on. */
  close(): Promise<void>;
}

const LIMITS: WebLimits = { headersMs: 5000, idleMs: 60_000, pingMs: 30_000, windows: 16 };
/** Connections of all windows at the same time. */
const SOCKETS = 128;

/** Serves the app on 127.0.0.1 to browsers that were let in: the page, the bridge, and the bytes of files. */
export async function serveApp(options: WebHostOptions): Promise<Result<WebHost>> {
  const limits = { ...LIMITS, ...options.limits };
  const access = new AccessControl(options.now);
  const server = httpServer(limits);
  const listening = await listen(server, options.port);
  if (!listening.ok) return listening;
  const port = listening.value;
  server.on('request', (request, response) => {
    endIdle(request, response);
    void handle({ ...options, access, port, patienceMs: limits.headersMs }, request, response);
  });
  const closeBridge = openBridge(server, { ...options, ...limits, access, port });
  return ok({
    port,
    newAddress: () => `http://127.0.0.1:${port}/#key=${access.newKey()}`,
    close: async () => {
      closeBridge();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  });
}

function httpServer({ headersMs, idleMs }: WebLimits): Server {
  const server = createServer({
    headersTimeout: headersMs,
    // A drop of many gigabytes may take as long as it moves. `idleMs` ends one that stands still.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1000, headersMs),
    maxHeaderSize: 16 * 1024,
  });
  server.timeout = idleMs;
  server.maxConnections = SOCKETS;
  return server;
}

/**
 * Bytes on their way to a slow disk, or from it, may take minutes: the browser is still there then, and waits. An answer of
 * which nothing is left to be taken waits for the disk too.
 */
function endIdle(request: IncomingMessage, response: ServerResponse): void {
  response.on('timeout', (socket: Socket) => {
    const waitsForUs = response.headersSent
      ? !response.writableEnded && response.writableLength === 0
      : request.complete || request.readableLength > 0;
    if (!waitsForUs) socket.destroy();
  });
}

interface BridgeOptions extends Pick<WebHostOptions, 'app' | 'onBug'>, Pick<WebLimits, 'windows' | 'pingMs'> {
  readonly access: AccessControl;
  readonly port: number;
}

/** Accepts the WebSockets of windows that were let in. Returns how to end them. */
function openBridge(
  server: Server,
  { app, onBug, windows, pingMs, access, port }: BridgeOptions,
): () => void {
  // A browser hands over bytes, never a path.
  const handlers = new KnownPaths().guard(app.handlers);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    void isWelcome(request, access, port).then((welcome) => {
      if (welcome && sockets.clients.size < windows)
        sockets.handleUpgrade(request, socket, head, (window) =>
          carry({ app, handlers, onBug, pingMs }, window),
        );
      else refuse(socket, welcome ? 503 : 403);
    });
  });
  return () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
  };
}

async function isWelcome(request: IncomingMessage, access: AccessControl, port: number): Promise<boolean> {
  if (request.url !== '/bridge' || !isOurs(request, port) || (await isOtherUser(request.socket)))
    return false;
  const [protocol, secret = ''] = (request.headers['sec-websocket-protocol'] ?? '').split(/, */);
  return protocol === BRIDGE_PROTOCOL && access.admits(request, port, 'page', secret);
}

/** The server has let go of the connection by now: a client that keeps its end open must not keep ours open. */
function refuse(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`);
}

async function handle(
  options: AnswerOptions & Pick<WebHostOptions, 'onBug'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await sendReply(await answer(options, request), request, response);
  } catch (error) {
    // The browser left: nobody waits for an answer, and nothing is wrong.
    if (response.destroyed || (request.destroyed && !request.complete)) return;
    // Only the path: the rest may be secret.
    options.onBug(request.url?.split('?', 1)[0] ?? '', error);
    if (!response.headersSent) response.writeHead(500, COMMON_HEADERS);
    response.end();
  }
}

function listen(server: Server, port: number): Promise<Result<number>> {
  return new Promise((resolve) => {
    // Later ones are of a browser that could not be let in, as where no more files can be opened: nobody else hears them.
    server.on('error', (error: NodeJS.ErrnoException) => resolve(fail(portTaken(port, error))));
    server.listen(port, '127.0.0.1', () => resolve(ok((server.address() as AddressInfo).port)));
  });
}

function portTaken(port: number, error: NodeJS.ErrnoException): Failure {
  return {
    code: 'bad-input',
    message: `Port ${port} cannot be opened${error.code === 'EADDRINUSE' ? ': another program has it' : ''}.`,
    hint: 'Choose another one with --port, or leave it out.',
    retry: 'on-change',
    detail: error.message,
  };
}
