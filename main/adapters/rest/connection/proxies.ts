import { Agent as HttpsAgent } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { isNameHere } from '../base-url.ts';

/** Who may name proxies. */
export interface ProxySources {
  /** That of the settings, which goes before those of the environment. */
  readonly own: string | null;
  readonly env: NodeJS.ProcessEnv;
}

/** A proxy that is named for an address. */
export interface NamedProxy {
  /** Null where it is named as one that SiteSync cannot use: then it is asked for nothing. */
  readonly url: URL | null;
  /** As a person may see it: without its user name and password. */
  readonly shown: string;
  /** What of the environment names it; null: the settings do. */
  readonly variable: string | null;
}

/**
 * The proxy that is named for an address, null where there is none: that of the settings, else HTTP_PROXY, HTTPS_PROXY
 * and NO_PROXY in either case, as Node itself reads them, and with networks. This computer is never asked through one.
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

/** Of what may be no address at all. */
function withoutSignIn(named: string): string {
  const shown = named.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1');
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}

/** `proxy:3128` as other programs read it. */
function withScheme(address: string): string {
  return address.includes('://') ? address : `http://${address}`;
}

/** A `%` that encodes nothing, in a password that somebody wrote down as it is, stands for itself. */
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
 * Does an entry of NO_PROXY name this address? `*`, a host, `.suffix`, `*.suffix`, each with a port (an address of IPv6
 * in brackets then), IP-IP, or IP/bits.
 */
function names(entry: string, url: URL): boolean {
  if (entry === '*') return true;
  const host = bare(url.hostname);
  const range = /^([^-]+)-([^-]+)$/.exec(entry);
  if (range !== null && isIP(host) !== 0) return isBetween(host, range[1] ?? '', range[2] ?? '');
  const network = /^([^/]+)\/(\d{1,3})$/.exec(entry);
  if (network !== null) return isIn(host, bare(network[1] ?? ''), Number(network[2]));
  // The last group of one of IPv6 is no port.
  const [, named = '', port] = isIP(entry) === 6 ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  const name = bare(named);
  if (port !== undefined && port !== (url.port || defaultPort(url))) return false;
  if (name.startsWith('*.')) return host.endsWith(name.slice(1));
  return name.startsWith('.') ? host.endsWith(name) || host === name.slice(1) : host === name;
}

/** Without the brackets in which an address of IPv6 stands. */
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

/** False also where the addresses are in the wrong order, or the network has more bits than an address. */
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

/** What a request for plain http says to the proxy besides the whole address. */
export function proxyHeaders(proxy: URL, target: URL): Record<string, string> {
  const headers: Record<string, string> = { Host: target.host };
  if (proxy.username !== '' || proxy.password !== '') {
    const plain = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    headers['Proxy-Authorization'] = `Basic ${Buffer.from(plain).toString('base64')}`;
  }
  return headers;
}

/**
 * Connects through a tunnel, in which TLS is spoken with the service itself. Node builds it; its own
 * time-out is for the proxy alone, not for the handshake behind it.
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
      // A proxy that refuses leaves its connection open.
      socket?.destroy();
      done(error ?? new Error('The tunnel gave no connection.'), null);
    });
    const late = new Error('Nothing answered in the tunnel in time.');
    const timer = setTimeout(() => toProxy?.destroy(late), connectMs);
  };
}
