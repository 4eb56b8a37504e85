import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isLoopback } from './base-url.ts';

interface Pools {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** The pools of connections: four, because Node decides on a proxy per agent and loopback never goes through one. */
export class Agents {
  readonly #direct: Pools;
  readonly #proxied: Pools;

  /**
   * `env` names the proxies: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in either case. `connectMs` ends the building of a
   * tunnel, of which a request hears nothing before it stands, and is how long an idle connection is kept: routers
   * forget silent ones without telling either side, and a write sent down a forgotten one has no known outcome.
   */
  constructor(env: NodeJS.ProcessEnv, connectMs: number) {
    const kept = { keepAlive: true, maxSockets: 16, maxFreeSockets: 16, timeout: connectMs };
    this.#direct = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
    const proxied = { ...kept, proxyEnv: env };
    this.#proxied = { http: new HttpAgent(proxied), https: new HttpsAgent(proxied) };
  }

  for(url: URL): HttpAgent {
    const kind = isLoopback(url.hostname) ? this.#direct : this.#proxied;
    return url.protocol === 'https:' ? kind.https : kind.http;
  }

  destroy(): void {
    for (const pool of [this.#direct, this.#proxied]) {
      pool.http.destroy();
      pool.https.destroy();
    }
  }
}
