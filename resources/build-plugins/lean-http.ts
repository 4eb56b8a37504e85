import type { Plugin } from 'vite';
import {
  hasUnused,
  STAND_INS,
  unusedImport,
  withoutUnused,
  type Unused,
} from '../../main/adapters/rest/connection/unused-http.ts';

const PREFIX = '\0unused:';
/** What main/adapters/rest/connection/lean-http.ts exports, without the work that it does where nothing is built. */
const LEAN_HTTP = `
export { Axios, AxiosHeaders } from 'axios';
export { default as Client } from 'undici/lib/dispatcher/client.js';
export { default as connector } from 'undici/lib/core/connect.js';
`;

/** Leaves what axios and undici bring and no request of ours uses out of what is built. */
export function leanHttp(): Plugin {
  return {
    name: 'lean-http',
    enforce: 'pre',
    resolveId(source, importer) {
      const unused = importer === undefined ? null : unusedImport(source, importer);
      return unused === null ? null : `${PREFIX}${unused}`;
    },
    load(id) {
      if (id.startsWith(PREFIX)) return STAND_INS[id.slice(PREFIX.length) as Unused];
      return id.replaceAll('\\', '/').endsWith('/main/adapters/rest/connection/lean-http.ts')
        ? LEAN_HTTP
        : null;
    },
    transform(code, id) {
      return hasUnused(id) ? { code: withoutUnused(code, id), map: null } : null;
    },
  };
}
