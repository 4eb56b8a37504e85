import type { buildConnector } from 'undici';
import { HttpConnection } from './http-connection.ts';
import { connector } from './lean-http.ts';
import type { Limits } from './limits.ts';
import { proxyFor, proxyHeaders, tunnelThrough } from './proxies.ts';
import type { NamedProxy, ProxySources } from './proxies.ts';

/** Connections to one origin. */
const MOST = 20;
/**
 * Of them, those that may carry files. An upload asks for its record before its last bytes go, and holds its connection
 * meanwhile: where uploads had all of them, each would wait for the others for ever.
 */
const MOST_LONG = 16;
/** Origins whose connections are kept. A service may hand out downloads at an address of its own for each file. */
const MOST_ORIGINS = 32;

/** How requests reach one origin: as they are, or through a proxy that is told the whole address. */
interface Route {
  readonly pool: ConnectionPool;
  readonly viaProxy: { readonly headers: Readonly<Record<string, string>> } | null;
}

/** All connections, by origin. */
export class ConnectionPools {
  readonly #proxies: ProxySources;
  readonly #limits: Limits;
  readonly #routes = new Map<string, Route>();
  readonly #direct: buildConnector.connector;

  constructor(proxies: ProxySources, limits: Limits) {
    this.#proxies = proxies;
    this.#limits = limits;
    this.#direct = connector({ timeout: limits.connectMs });
  }

  to(origin: string): Route {
    const route = this.#routes.get(origin) ?? this.#routeTo(new URL(origin));
    // The one that was used last is the last of them.
    this.#routes.delete(origin);
    this.#routes.set(origin, route);
    if (this.#routes.size > MOST_ORIGINS) this.#forgetOne(origin);
    return route;
  }

  /** The proxy that is named for it. */
  proxyTo(origin: string): NamedProxy | null {
    return proxyFor(new URL(origin), this.#proxies);
  }

  /** Forgets the one that was used longest ago of those by which nothing is under way. */
  #forgetOne(asked: string): void {
    for (const [origin, { pool }] of this.#routes) {
      if (!pool.isIdle || origin === asked) continue;
      pool.retire();
      this.#routes.delete(origin);
      return;
    }
  }

  close(): void {
    for (const { pool } of this.#routes.values()) pool.close();
  }

  #routeTo(url: URL): Route {
    const proxy = proxyFor(url, this.#proxies)?.url ?? null;
    const poolOf = (origin: string, connect: buildConnector.connector): ConnectionPool =>
      new ConnectionPool(() => new HttpConnection(origin, this.#limits, connect));
    if (proxy === null) return { pool: poolOf(url.origin, this.#direct), viaProxy: null };
    if (url.protocol === 'https:') {
      return { pool: poolOf(url.origin, tunnelThrough(proxy, this.#limits.connectMs)), viaProxy: null };
    }
    return { pool: poolOf(proxy.origin, this.#direct), viaProxy: { headers: proxyHeaders(proxy, url) } };
  }
}

/** What asks for a connection of a pool. */
interface PooledRequest {
  /** It carries a file: nobody knows for how long. */
  readonly isLong: boolean;
  /** Its turn has come. */
  goBy(connection: HttpConnection): void;
}

/** The connections to one origin. A request that finds none free waits its turn; what is short waits for no file. */
export class ConnectionPool {
  readonly #open: () => HttpConnection;
  readonly #all: HttpConnection[] = [];
  /** The one that was used last is used next: of those that are not needed the other side hears nothing. */
  readonly #free: HttpConnection[] = [];
  /** Those that carry a file now. */
  readonly #long = new Set<HttpConnection>();
  readonly #waiting: PooledRequest[] = [];

  constructor(open: () => HttpConnection) {
    this.#open = open;
  }

  send(request: PooledRequest): void {
    const connection = this.#mayGo(request) ? (this.#free.pop() ?? this.#another()) : null;
    if (connection === null) this.#waiting.push(request);
    else this.#go(request, connection);
  }

  /** Nothing is under way, and nothing waits. */
  get isIdle(): boolean {
    return this.#free.length === this.#all.length && this.#waiting.length === 0;
  }

  /** Gives up the connections, of which none is in use. Who was about to ask opens another. */
  retire(): void {
    this.close();
    this.#all.length = this.#free.length = 0;
  }

  /** The connection has done with its request. */
  free(connection: HttpConnection): void {
    connection.release();
    this.#long.delete(connection);
    const at = this.#waiting.findIndex((request) => this.#mayGo(request));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (next === undefined) this.#free.push(connection);
    else this.#go(next, connection);
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  #mayGo(request: PooledRequest): boolean {
    return !request.isLong || this.#long.size < MOST_LONG;
  }

  #go(request: PooledRequest, connection: HttpConnection): void {
    if (request.isLong) this.#long.add(connection);
    request.goBy(connection);
  }

  #another(): HttpConnection | null {
    if (this.#all.length >= MOST) return null;
    const connection = this.#open();
    this.#all.push(connection);
    return connection;
  }
}
