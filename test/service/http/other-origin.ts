import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { readStretch } from './body-stream.ts';
import { type Entity, planDownload } from './plan-download.ts';

export interface ForeignRequest {
  readonly path: string;
  /** True where the client sent its token to an origin that must not have it. */
  readonly authorization: boolean;
}

/**
 * A second listener, as an object store beside the service would be: it gives a stored content to anyone with a
 * ticket, needs no token, and notes whether it was sent one. It listens from the first redirect on.
 */
export class OtherOrigin {
  #requests: ForeignRequest[] = [];
  #server: Promise<Server> | null = null;
  readonly #tickets = new Map<string, Entity>();

  get requests(): readonly ForeignRequest[] {
    return this.#requests;
  }

  /** Whether any request carried an Authorization header. */
  get sawAuthorization(): boolean {
    return this.#requests.some((request) => request.authorization);
  }

  clear(): void {
    this.#requests = [];
  }

  /** A fresh address for the content. */
  async ticketFor(entity: Entity): Promise<string> {
    this.#server ??= this.#listen();
    const { port } = (await this.#server).address() as AddressInfo;
    const path = `/bucket/${entity.blob}?ticket=${randomUUID()}`;
    this.#tickets.set(path, entity);
    return `http://127.0.0.1:${port}${path}`;
  }

  async close(): Promise<void> {
    const server = await this.#server;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  #listen(): Promise<Server> {
    const server = createServer((request, response) => {
      // A client that leaves in the middle is no concern of this listener.
      this.#answer(request, response).catch(() => response.destroy());
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(server));
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.#requests.push({ path, authorization: request.headers.authorization !== undefined });
    const entity = this.#tickets.get(path);
    if (entity === undefined || request.method !== 'GET') {
      response.writeHead(403).end();
      return;
    }
    const plan = planDownload(entity, request.headers);
    response.writeHead(plan.status, plan.headers);
    await pipeline(await readStretch(entity.path, plan.start, plan.end), response);
  }
}
