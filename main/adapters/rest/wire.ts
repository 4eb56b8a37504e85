import { request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { Axios } from 'axios';
import type { AxiosAdapter } from 'axios';
import type { Agents } from './agents.ts';
import type { StallGuard } from './stall-guard.ts';

/**
 * axios without its defaults: what they do is done here, where the token, the limits and the proxies are known, and for
 * small files they took as long as the request itself.
 */
export const bareAxios: Axios = new Axios({
  headers: {},
  transformRequest: [],
  transformResponse: [],
  validateStatus: null,
});

/**
 * Sends what axios has made ready, by the agent that the address calls for, and answers with the open stream. Redirects
 * are not followed, nothing is unpacked, and no body is held in memory.
 */
export function wire(url: URL, agents: Agents, guard: StallGuard): AxiosAdapter {
  return (config) =>
    new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:';
      const agent = agents.for(url);
      const options: RequestOptions = {
        agent,
        protocol: url.protocol,
        // An IPv6 address stands in brackets in a URL, and without them here.
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        path: url.pathname + url.search,
        method: (config.method ?? 'get').toUpperCase(),
        headers: config.headers.toJSON(),
        insecureHTTPParser: false,
      };
      const request = (secure ? httpsRequest : httpRequest)(options, (answer: IncomingMessage) => {
        const { statusCode = 0, statusMessage = '' } = answer;
        resolve({
          status: statusCode,
          statusText: statusMessage,
          headers: {},
          config,
          request,
          data: answer,
        });
      });
      guard.watch(request, agent, secure);
      // It stays: an answer that breaks off later tells its reader, and this one too.
      request.on('error', reject);
      const signal = config.signal as AbortSignal | undefined;
      const stop = (): void => void request.destroy(new Error('Stopped.'));
      signal?.addEventListener('abort', stop);
      request.once('close', () => signal?.removeEventListener('abort', stop));
      const body: unknown = config.data;
      if (!(body instanceof Readable)) request.end(body ?? undefined);
      else body.on('error', (error) => request.destroy(error)).pipe(request);
    });
}
