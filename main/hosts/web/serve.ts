import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { createConnection } from '../../../shared/ipc/server.ts';
import type { App } from '../../app/app.ts';
import { Door, isOurs } from './door.ts';
import { sendContent, sendPageFile } from './files.ts';
import { COMMON_HEADERS } from './headers.ts';

export interface WebHostOptions {
  readonly app: App;
  /** Folder of the built page. */
  readonly page: string;
  /** 0: any free one. */
  readonly port: number;
  readonly onBug: (command: string, error: unknown) => void;
}

export interface WebHost {
  readonly port: number;
  /** An address that lets one browser in, once. */
  newAddress(): string;
  close(): Promise<void>;
}

const MESSAGE_LIMIT = 2 * 1024 * 1024;
const CONNECTIONS = 16;
/** A slow window gets the next state instead of every one. */
const BACKLOG = 1024 * 1024;

/** The app behind 127.0.0.1: the page, the bridge, and bytes of files, for browsers that were let in. */
export async function serveApp(options: WebHostOptions): Promise<Result<WebHost>> {
  const door = new Door();
  let port = options.port;
  const server = createServer((request, response) => {
    handle(options, door, port, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, COMMON_HEADERS);
      response.end();
      if (!response.destroyed) options.onBug(request.url?.split('?', 1)[0] ?? '', error);
    });
  });
  // A browser on the same machine is quick: whoever sends headers by the drop holds no socket.
  server.headersTimeout = 5000;
  server.requestTimeout = 10 * 60_000;
  server.maxConnections = 100;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_LIMIT });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const fits = request.url === '/bridge' && request.headers.origin !== undefined;
    if (!fits || !isOurs(request, port) || !door.isInside(request) || sockets.clients.size >= CONNECTIONS) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => bridge(options, webSocket));
  });
  const listening = await listen(server, options.port);
  if (!listening.ok) return listening;
  port = listening.value;
  return ok({
    port,
    newAddress: () => `http://127.0.0.1:${port}/#key=${door.newKey()}`,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  });
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<Result<number>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(fail(portTaken(port, error))));
    server.listen(port, '127.0.0.1', () => resolve(ok((server.address() as AddressInfo).port)));
  });
}

async function handle(
  { app, page }: WebHostOptions,
  door: Door,
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number): void => void response.writeHead(status, COMMON_HEADERS).end();
  if (!isOurs(request, port)) return refuse(403);
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const path = url.pathname;
  if (request.method === 'POST' && path === '/session') {
    const cookie = door.enter(await shortText(request));
    if (cookie === null) return refuse(403);
    response.writeHead(204, { ...COMMON_HEADERS, 'Set-Cookie': cookie }).end();
    return;
  }
  const content = /^\/content\/(file|photo|model)\/([^/]+)\/(.+)$/.exec(path);
  const upload = /^\/upload\/([\w-]+)\/(\d+)$/.exec(path);
  if ((content !== null || upload !== null) && !door.isInside(request)) return refuse(401);
  if (content !== null && (request.method === 'GET' || request.method === 'HEAD')) {
    const [, what, site = '', key = ''] = content.map((part) => safeDecode(part));
    const found = await app.content(what as 'file' | 'photo' | 'model', site, key);
    if (!found.ok) return refuse(404);
    return sendContent(found.value, request, response);
  }
  if (upload !== null && request.method === 'PUT') {
    const done = await app.upload(upload[1] ?? '', Number(upload[2]), request);
    if (done.ok) return refuse(204);
    const { code, message, hint, retry } = done.failure;
    response.writeHead(409, { ...COMMON_HEADERS, 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ code, message, hint, retry }));
    return;
  }
  if (request.method !== 'GET' || !(await sendPageFile(page, path, response))) refuse(404);
}

/** One window: its calls in, answers and events out. */
function bridge({ app, onBug }: WebHostOptions, socket: WebSocket): void {
  const post = (message: unknown): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const connection = createConnection({ handlers: app.handlers, post, onBug });
  const stop = app.subscribe((name, payload) => {
    if (name === 'state' && socket.bufferedAmount > BACKLOG) return;
    connection.send(name, payload);
  });
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) connection.receive(parsed(data.toString('utf8')));
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    stop();
    connection.close();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** A path that is no text gets an empty part, which names nothing. */
function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

async function shortText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > 200) return '';
  }
  return text;
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
