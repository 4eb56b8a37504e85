import type { Plugin } from 'vite';

const ADAPTERS = '\0axios-adapters';
const FORM_DATA = '\0axios-form-data';
const GLOBAL_FORM = "typeof G.FormData !== 'undefined' ? G.FormData : undefined";
const HTTP2 = "require('node:http2')";

/**
 * Leaves what axios and undici bring and no request of ours uses out of what is built. Of axios its adapters, since each
 * request names our own, and forms, since ours are bytes before axios sees them: loading them, or only naming the global
 * FormData, brings in Node's clients for HTTP/2 and fetch, 60 ms of each start, and 13 MB for as long as the program runs.
 * Of undici HTTP/2, which it is told to offer to no service: 21 ms in a profile of a start.
 */
export function leanHttp(): Plugin {
  return {
    name: 'lean-http',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !isOf('axios', importer)) return null;
      if (source.endsWith('/adapters/adapters.js')) return ADAPTERS;
      return source === 'form-data' ? FORM_DATA : null;
    },
    load(id) {
      if (id === ADAPTERS) return 'export default { getAdapter: (adapter) => adapter };';
      return id === FORM_DATA ? 'export default null;' : null;
    },
    transform(code, id) {
      if (isOf('axios', id) && id.endsWith('/lib/utils.js')) {
        if (!code.includes(GLOBAL_FORM)) this.error('axios looks for the global FormData in another way.');
        return { code: code.replace(GLOBAL_FORM, 'undefined'), map: null };
      }
      if (isOf('undici', id) && id.endsWith('/client-h2.js')) {
        if (!code.includes(HTTP2)) this.error('undici loads HTTP/2 in another way.');
        return {
          code: "module.exports = () => { throw new Error('HTTP/2 was offered to nobody'); };",
          map: null,
        };
      }
      return null;
    },
  };
}

function isOf(name: 'axios' | 'undici', file: string): boolean {
  return file.replaceAll('\\', '/').includes(`/node_modules/${name}/lib/`);
}
