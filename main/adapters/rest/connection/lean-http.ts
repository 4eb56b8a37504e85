import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { hasUnused, STAND_INS, unusedImport, withoutUnused } from './unused-http.ts';

/**
 * axios and undici without the parts that no request of ours uses. If the program runs from its sources, these are left
 * out while loading; a build does not contain them (`resources/build-plugins/lean-http.ts`).
 */
const hooks = registerHooks({
  resolve(source, context, next) {
    const unused = unusedImport(source, context.parentURL ?? '');
    if (unused === null) return next(source, context);
    const url = `data:text/javascript,${encodeURIComponent(STAND_INS[unused])}`;
    return { url, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    if (!hasUnused(url)) return next(url, context);
    const format = context.format === 'module' ? 'module' : 'commonjs';
    const source = withoutUnused(readFileSync(fileURLToPath(url), 'utf8'), url);
    return { format, source, shortCircuit: true };
  },
});
const [axios, client, connect] = await Promise.all([
  import('axios'),
  // undici's whole package brings fetch, web sockets and a cache: 15 MB and 50 ms of each start, for one class of it.
  import('undici/lib/dispatcher/client.js'),
  import('undici/lib/core/connect.js'),
]).finally(() => hooks.deregister());

export const { Axios, AxiosHeaders } = axios;
export const Client = client.default;
export const connector = connect.default;
