import type { buildConnector } from 'undici';
import { HttpConnection } from './http-connection.ts';
import { connector } from './lean-http.ts';
import type { Limits } from './limits.ts';
import { SleepWatch } from './sleep-watch.ts';
import { type NamedProxy, proxyFor, proxyHeaders, type ProxySources, tunnelThrough } from './proxies.ts';
import type { Traffic } from '../../../sync/ports/service.ts';

/** The most connections to one origin. */
const MOST = 20;
/**
 * At most this many of them carry files. Before its last bytes, an upload asks for its record, and holds its connection
 * meanwhile: if uploads had all connections, they would wait for each other for ever.
 */
const MOST_LONG = 16;
/** Connections to this many origins are kept: a service may give each download an address of its own. */
const MOST_ORIGINS = 32;

/** How requests reach one origin: directly, or through a proxy that gets the whole address. */
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
  readonly #sleep: SleepWatch;

  constructor(proxies: ProxySources, limits: Limits) {
    this.#proxies = proxies;
    this.#limits = limits;
    this.#direct = connector({ timeout: limits.connectMs });
    this.#sleep = new SleepWatch(() => this.#woke(), limits.connectMs);
  }

  to(origin: string): Route {
    this.#sleep.look();
    const route = this.#routes.get(origin) ?? this.#routeTo(new URL(origin));
    // Keeps the map in order of use, the latest last.
    this.#routes.delete(origin);
    this.#routes.set(origin, route);
    if (this.#routes.size > MOST_ORIGINS) this.#forgetOne(origin);
    return route;
  }

  /** The proxy for this origin. */
  proxyTo(origin: string): NamedProxy | null {
    return proxyFor(new URL(origin), this.#proxies);
  }

  /** Forgets the origin that was not used for the longest time, if nothing is under way there. */
  #forgetOne(asked: string): void {
    for (const [origin, { pool }] of this.#routes) {
      if (!pool.isIdle || origin === asked) continue;
      pool.retire();
      this.#routes.delete(origin);
      return;
    }
  }

  get traffic(): Traffic {
    const all = [...this.#routes.values()].flatMap(({ pool }) => pool.connections);
    const moved = all.reduce((sum, each) => sum + each.moved, 0);
    return { waiting: all.filter(({ waits }) => waits).length, moved };
  }

  close(): void {
    this.#sleep.stop();
    for (const { pool } of this.#routes.values()) pool.close();
  }

  /** The other sides may have forgotten all connections meanwhile. */
  #woke(): void {
    for (const { pool } of this.#routes.values()) for (const each of pool.connections) each.woke();
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

/** A request for a connection of the pool. */
interface PooledRequest {
  /** It carries a file, so it may take any time. */
  readonly isLong: boolean;
  /** Called when its turn has come. */
  goBy(connection: HttpConnection): void;
}

/** The connections to one origin. If none is free, a request waits its turn; short requests never wait for files. */
export class ConnectionPool {
  readonly #open: () => HttpConnection;
  readonly #all: HttpConnection[] = [];
  /** Free connections, used latest first: so connections that are not needed fall idle and are closed. */
  readonly #free: HttpConnection[] = [];
  /** Connections that carry a file now. */
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

  get connections(): readonly HttpConnection[] {
    return this.#all;
  }

  /** True if nothing is under way and nothing waits. */
  get isIdle(): boolean {
    return this.#free.length === this.#all.length && this.#waiting.length === 0;
  }

  /** Closes all connections; none may be in use. A request that comes later opens another. */
  retire(): void {
    this.close();
    this.#all.length = this.#free.length = 0;
  }

  /** The connection is done with its request. */
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
