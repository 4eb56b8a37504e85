import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isLoopback } from './base-url.ts';

const KEPT = {
  keepAlive: true,
  maxSockets: 16,
  maxFreeSockets: 16,
  // How long an idle connection is kept: routers forget silent ones without telling either side, and a write that is
  // sent down a forgotten connection has no known outcome.
  timeout: 20_000,
} as const;

/** The pools of connections: four, because Node decides on a proxy per agent and loopback never goes through one. */
export class Agents {
  readonly #direct = { http: new HttpAgent(KEPT), https: new HttpsAgent(KEPT) };
  readonly #proxied: { readonly http: HttpAgent; readonly https: HttpsAgent };

  /** `env` names the proxies: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in either case. */
  constructor(env: NodeJS.ProcessEnv) {
    this.#proxied = {
      http: new HttpAgent({ ...KEPT, proxyEnv: env }),
      https: new HttpsAgent({ ...KEPT, proxyEnv: env }),
    };
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
