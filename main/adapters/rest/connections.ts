import type { buildConnector } from 'undici';
import connector from 'undici/lib/core/connect.js';
import { Line } from './line.ts';
import type { Limits } from './limits.ts';
import { proxyFor, proxyHeaders, tunnelThrough } from './proxies.ts';
import type { Sending } from './sending.ts';

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
  readonly lines: Lines;
  readonly viaProxy: { readonly headers: Readonly<Record<string, string>> } | null;
}

/** All connections, by origin. */
export class Connections {
  readonly #env: NodeJS.ProcessEnv;
  readonly #limits: Limits;
  readonly #routes = new Map<string, Route>();
  readonly #direct: buildConnector.connector;

  constructor(env: NodeJS.ProcessEnv, limits: Limits) {
    this.#env = env;
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

  /** Forgets the one that was used longest ago of those by which nothing is under way. */
  #forgetOne(asked: string): void {
    for (const [origin, { lines }] of this.#routes) {
      if (!lines.isIdle || origin === asked) continue;
      lines.retire();
      this.#routes.delete(origin);
      return;
    }
  }

  close(): void {
    for (const { lines } of this.#routes.values()) lines.close();
  }

  #routeTo(url: URL): Route {
    const proxy = proxyFor(url, this.#env);
    const lines = (origin: string, connect: buildConnector.connector): Lines =>
      new Lines(() => new Line(origin, this.#limits, connect));
    if (proxy === null) return { lines: lines(url.origin, this.#direct), viaProxy: null };
    if (url.protocol === 'https:') {
      return { lines: lines(url.origin, tunnelThrough(proxy, this.#limits.connectMs)), viaProxy: null };
    }
    return { lines: lines(proxy.origin, this.#direct), viaProxy: { headers: proxyHeaders(proxy, url) } };
  }
}

/** The connections to one origin. A request that finds none free waits its turn; what is short waits for no file. */
export class Lines {
  readonly #open: () => Line;
  readonly #all: Line[] = [];
  /** The one that was used last is used next: of those that are not needed the other side hears nothing. */
  readonly #free: Line[] = [];
  /** Those that carry a file now. */
  readonly #long = new Set<Line>();
  readonly #waiting: Sending[] = [];

  constructor(open: () => Line) {
    this.#open = open;
  }

  send(sending: Sending): void {
    const line = this.#mayGo(sending) ? (this.#free.pop() ?? this.#another()) : null;
    if (line === null) this.#waiting.push(sending);
    else this.#go(sending, line);
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

  /** The line has done with its request. */
  free(line: Line): void {
    line.release();
    this.#long.delete(line);
    const at = this.#waiting.findIndex((sending) => this.#mayGo(sending));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (next === undefined) this.#free.push(line);
    else this.#go(next, line);
  }

  close(): void {
    for (const line of this.#all) line.close();
  }

  #mayGo(sending: Sending): boolean {
    return !sending.isLong || this.#long.size < MOST_LONG;
  }

  #go(sending: Sending, line: Line): void {
    if (sending.isLong) this.#long.add(line);
    sending.goBy(line);
  }

  #another(): Line | null {
    if (this.#all.length >= MOST) return null;
    const line = this.#open();
    this.#all.push(line);
    return line;
  }
}
