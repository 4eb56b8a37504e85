const ADAPTERS = 'axios-adapters';
const FORM_DATA = 'axios-form-data';
const GLOBAL_FORM = "typeof G.FormData !== 'undefined' ? G.FormData : undefined";
const HTTP2 = "require('node:http2')";

/**
 * What axios and undici bring and no request of ours uses. Of axios its adapters, since each request names our own, and
 * forms, since ours are bytes before axios sees them: loading them, or only naming the global FormData, brings in Node's
 * clients for HTTP/2 and fetch, 80 ms of each start, and 16 MB for as long as the program runs. Of undici HTTP/2, which
 * it is told to offer to no service.
 */
export type Unused = keyof typeof STAND_INS;

/** The code of modules that stand in for those. */
export const STAND_INS = {
  [ADAPTERS]: 'export default { getAdapter: (adapter) => adapter };',
  [FORM_DATA]: 'export default null;',
} as const;

/** Which unused part a module would import; null if none. */
export function unusedImport(source: string, importer: string): Unused | null {
  if (!isOf('axios', importer)) return null;
  if (source.endsWith('/adapters/adapters.js')) return ADAPTERS;
  return source === 'form-data' ? FORM_DATA : null;
}

/** Does this module contain parts that no request of ours uses? */
export function hasUnused(file: string): boolean {
  return isAxiosUtils(file) || isUndiciHttp2(file);
}

/** The module without them. Throws if its code is not as we know it. */
export function withoutUnused(code: string, file: string): string {
  if (isAxiosUtils(file)) {
    if (!code.includes(GLOBAL_FORM)) throw new Error('axios looks for the global FormData in another way.');
    return code.replace(GLOBAL_FORM, 'undefined');
  }
  if (!code.includes(HTTP2)) throw new Error('undici loads HTTP/2 in another way.');
  return "module.exports = () => { throw new Error('HTTP/2 was offered to nobody'); };";
}

const isAxiosUtils = (file: string): boolean => isOf('axios', file) && file.endsWith('/lib/utils.js');
const isUndiciHttp2 = (file: string): boolean => isOf('undici', file) && file.endsWith('/client-h2.js');

function isOf(name: 'axios' | 'undici', file: string): boolean {
  return file.replaceAll('\\', '/').includes(`/node_modules/${name}/lib/`);
}
