import type { Axios as TheAxios, AxiosAdapter } from 'axios';
import { Axios, AxiosHeaders } from './lean-http.ts';
import type { Head } from './pending-request.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Carries the request out. */
    readonly send?: () => Promise<Head>;
  }
}

/** The headers of the answer are in what came. */
const NO_HEADERS = new AxiosHeaders();

const byItself: AxiosAdapter = async (config) => {
  if (config.send === undefined) throw new Error('A request that nothing carries out');
  const data = await config.send();
  return { status: data.status, statusText: '', headers: NO_HEADERS, config, data };
};

/**
 * axios without its defaults, over undici. Their work is done here, where token, limits and proxies are known: for
 * small files it took as long as the request itself. So did copying each header four times: headers and body go
 * straight to undici.
 */
const bareAxios: TheAxios = new Axios({ adapter: byItself });

/** Sends a request through axios, by `send`. Redirects are not followed, and no body is held in memory. */
export async function throughAxios(method: string, url: string, send: () => Promise<Head>): Promise<Head> {
  return (await bareAxios.request<Head>({ method, url, send })).data;
}
