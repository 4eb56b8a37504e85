import { Agent as HttpsAgent } from 'node:https';
import { BlockList, isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { isNameHere } from '../base-url.ts';

/** Where proxies may be named. */
export interface ProxySources {
  /** The proxy in the settings, which comes before those of the environment. */
  readonly own: string | null;
  readonly env: NodeJS.ProcessEnv;
}

/** The proxy for an address. */
export interface NamedProxy {
  /** Null if SiteSync cannot use such a proxy: then it is not asked at all. */
  readonly url: URL | null;
  /** For people to read: without user name and password. */
  readonly shown: string;
  /** The variable of the environment that names it; null if the settings do. */
  readonly variable: string | null;
}

/**
 * The proxy for an address, or null: the one in the settings, else by HTTP_PROXY, HTTPS_PROXY and NO_PROXY in upper or
 * lower case, as Node reads them, and networks in NO_PROXY too. For this computer no proxy is ever used.
 */
export function proxyFor(url: URL, { own, env }: ProxySources): NamedProxy | null {
  if (isNameHere(url.hostname)) return null;
  const scheme = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const variable = own === null ? ([scheme, scheme.toUpperCase()].find((name) => env[name]) ?? null) : null;
  const named = own ?? (variable === null ? undefined : env[variable]);
  if (named === undefined) return null;
  const exceptions = (env['no_proxy'] || env['NO_PROXY'] || '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '');
  if (exceptions.some((entry) => names(entry.toLowerCase(), url))) return null;
  const proxy = URL.parse(withScheme(named));
  if (proxy === null || !/^https?:$/.test(proxy.protocol))
    return { url: null, shown: withoutSignIn(named), variable };
  return { url: withReadableSignIn(proxy), shown: proxy.origin, variable };
}

/** Works on any text, even if it is no address. */
function withoutSignIn(named: string): string {
  const shown = named.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1');
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}

/** Reads `proxy:3128` as other programs do. */
function withScheme(address: string): string {
  return address.includes('://') ? address : `http://${address}`;
}

/** Encodes a `%` that encodes nothing, in a password that somebody wrote as it is. */
function withReadableSignIn(proxy: URL): URL {
  proxy.username = encodeURIComponent(decoded(proxy.username));
  proxy.password = encodeURIComponent(decoded(proxy.password));
  return proxy;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Does an entry of NO_PROXY name this address? An entry is `*`, a host, `.suffix` or `*.suffix`, each optionally with a
 * port (IPv6 addresses then in brackets), or IP-IP, or IP/bits.
 */
function names(entry: string, url: URL): boolean {
  if (entry === '*') return true;
  const host = bare(url.hostname);
  const range = /^([^-]+)-([^-]+)$/.exec(entry);
  if (range !== null && isIP(host) !== 0) return isBetween(host, range[1] ?? '', range[2] ?? '');
  const network = /^([^/]+)\/(\d{1,3})$/.exec(entry);
  if (network !== null) return isIn(host, bare(network[1] ?? ''), Number(network[2]));
  // The last group of an IPv6 address is no port.
  const [, named = '', port] = isIP(entry) === 6 ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  const name = bare(named);
  if (port !== undefined && port !== (url.port || defaultPort(url))) return false;
  if (name.startsWith('*.')) return host.endsWith(name.slice(1));
  return name.startsWith('.') ? host.endsWith(name) || host === name.slice(1) : host === name;
}

/** An IPv6 address without its brackets. */
function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function isBetween(host: string, first: string, last: string): boolean {
  if (isIP(first) !== isIP(host) || isIP(last) !== isIP(host)) return false;
  return isAmong(host, (list, family) => list.addRange(first, last, family));
}

function isIn(host: string, network: string, bits: number): boolean {
  if (isIP(host) === 0 || isIP(network) !== isIP(host)) return false;
  return isAmong(host, (list, family) => list.addSubnet(network, bits, family));
}

/** Also false if the addresses are in the wrong order, or the network has more bits than an address. */
function isAmong(host: string, fill: (list: BlockList, family: 'ipv4' | 'ipv6') => void): boolean {
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  try {
    fill(list, family);
  } catch {
    return false;
  }
  return list.check(host, family);
}

function defaultPort(url: URL): string {
  return url.protocol === 'https:' ? '443' : '80';
}

/** The headers for the proxy of a plain http request, which also names the whole address. */
export function proxyHeaders(proxy: URL, target: URL): Record<string, string> {
  const headers: Record<string, string> = { Host: target.host };
  if (proxy.username !== '' || proxy.password !== '') {
    const plain = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    headers['Proxy-Authorization'] = `Basic ${Buffer.from(plain).toString('base64')}`;
  }
  return headers;
}

/**
 * Connects through a tunnel, inside which TLS is spoken with the service itself. Node builds the tunnel; its time-out
 * only covers the proxy, not the handshake behind it.
 */
export function tunnelThrough(proxy: URL, connectMs: number): buildConnector.connector {
  const agent = new HttpsAgent({ proxyEnv: { https_proxy: proxy.href } });
  return ({ hostname, port, servername }, done) => {
    const host = { host: hostname, port: port || '443', servername: servername ?? hostname };
    const options = { ...host, ALPNProtocols: ['http/1.1'], timeout: connectMs };
    const toProxy = agent.createConnection(options, (error, stream) => {
      clearTimeout(timer);
      const socket = stream as Socket | undefined;
      if (error === null && socket !== undefined) return done(null, socket);
      // A proxy that refuses keeps its connection open.
      socket?.destroy();
      done(error ?? new Error('The tunnel gave no connection.'), null);
    });
    const late = new Error('Nothing answered in the tunnel in time.');
    const timer = setTimeout(() => toProxy?.destroy(late), connectMs);
  };
}
