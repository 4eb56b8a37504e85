import { Agent as HttpsAgent } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { isLoopback } from './base-url.ts';

/**
 * The proxy that the environment names for an address, null where there is none: HTTP_PROXY, HTTPS_PROXY and NO_PROXY
 * in either case, as Node itself reads them, and with networks. This computer is never asked through one.
 */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): URL | null {
  if (isLoopback(url.hostname)) return null;
  const named =
    url.protocol === 'https:'
      ? env['https_proxy'] || env['HTTPS_PROXY']
      : env['http_proxy'] || env['HTTP_PROXY'];
  const proxy = named === undefined || named === '' ? null : URL.parse(withScheme(named));
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) return null;
  const exceptions = (env['no_proxy'] || env['NO_PROXY'] || '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '');
  return exceptions.some((entry) => names(entry.toLowerCase(), url)) ? null : withReadableSignIn(proxy);
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
