import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { BRIDGE_PROTOCOL, type PageSecrets } from '../../../shared/ipc/web-session.ts';
import { serveApp, type WebHost, type WebLimits } from '../../../main/hosts/web/serve.ts';
import { standInApp, type StandInApp } from '../../support/stand-in-app.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** What a process of another user asks. */
export interface AskingAs extends Asking {
  readonly path: string;
  readonly givenUp?: number;
}

export type Told = { readonly name?: string; readonly id?: number; readonly payload?: { trash?: number } }[];

/** A web host on a stand-in app, a small page, and a client that can lie about everything. */
export interface WebRig {
  readonly app: StandInApp;
  readonly host: WebHost;
  readonly folder: string;
  readonly origin: string;
  readonly bugs: string[];
  ask(path: string, asking?: Asking): Promise<Answer>;
  /** Comes in through a printed address; the headers of a page that was let in. */
  enter(): Promise<Record<string, string>>;
  /** An address of content as the page that came in last writes it. */
  keyed(path: string): string;
  /** Resolves when it is open, with the status where it was refused. */
  socket(headers: Readonly<Record<string, string>>, path?: string, told?: Told): Promise<WebSocket | number>;
  close(): Promise<void>;
}

export async function webRig(limits: Partial<WebLimits> = {}, now?: () => number): Promise<WebRig> {
  const folder = await mkdtemp(join(tmpdir(), 'sitesync-web-'));
  const page = join(folder, 'page');
  await mkdir(join(page, 'assets'), { recursive: true });
  await writeFile(join(page, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  await writeFile(join(page, 'assets', 'index-abc.js'), 'export {};');
  await writeFile(join(folder, 'secret.js'), 'not for you');
  const app = standInApp();
  const bugs: string[] = [];
  let contentKey = '';
  const served = await serveApp({
    app,
    page,
    port: 0,
    limits,
    onBug: (where, error) => void bugs.push(`${where} ${String(error)}`),
    ...(now === undefined ? {} : { now }),
  });
  if (!served.ok) throw new Error(served.failure.message);
  const host = served.value;
  const origin = `http://127.0.0.1:${host.port}`;
  const ask = (path: string, asking: Asking = {}): Promise<Answer> => askAt(host.port, path, asking);
  const rig: WebRig = {
    app,
    host,
    folder,
    origin,
    bugs,
    ask,
    enter: async () => {
      const { headers, secrets } = await enterAt(host);
      contentKey = secrets.content;
      return headers;
    },
    keyed: (path) => `${path}?key=${contentKey}`,
    socket: (headers, path = '/bridge', told = []) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, protocolsOf(headers), { headers });
        socket.on('message', (data: Buffer) => told.push(JSON.parse(String(data)) as Told[number]));
        socket.once('open', () => resolve(socket));
        socket.once('unexpected-response', (_request, response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        socket.once('error', reject);
      }),
    close: async () => {
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return rig;
}

/** Hands in a new key: the headers of a page that was let in, and all that it was given. */
export async function enterAt(
  host: WebHost,
): Promise<{ readonly headers: Record<string, string>; readonly secrets: PageSecrets }> {
  const origin = `http://127.0.0.1:${host.port}`;
  const body = host.newAddress().split('#key=')[1] ?? '';
  const entered = await askAt(host.port, '/session', { method: 'POST', headers: { origin }, body });
  const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const secrets = JSON.parse(String(entered.body)) as PageSecrets;
  return { headers: { origin, cookie, authorization: `Bearer ${secrets.page}` }, secrets };
}

/** What a page with these headers names to open the bridge. */
export function protocolsOf({ authorization }: Readonly<Record<string, string>>): string[] {
  const secret = authorization?.slice('Bearer '.length);
  return secret === undefined ? [] : [BRIDGE_PROTOCOL, secret];
}

function askAt(port: number, path: string, { method = 'GET', headers = {}, body }: Asking): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
