import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const COOKIE = 'sitesync';
/** An address that was printed is good for this long, ms. */
const KEY_LIFE = 15 * 60_000;

/**
 * Who may come in. The printed address carries a key in its fragment, which no server log sees; the page hands it in
 * once and gets a cookie that scripts cannot read. Whatever does not name this host, or comes from another page, is
 * turned away first: a web page elsewhere can neither rebind a name to us nor post to us.
 */
export class Door {
  readonly #keys = new Map<string, number>();
  readonly #sessions = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A key for one entry. */
  newKey(): string {
    const key = randomBytes(32).toString('base64url');
    this.#keys.set(digest(key), this.#now() + KEY_LIFE);
    return key;
  }

  /** Burns the key; the cookie to set, or null where the key is not good. */
  enter(key: string): string | null {
    const name = [...this.#keys.keys()].find((each) => same(each, digest(key)));
    const until = name === undefined ? undefined : this.#keys.get(name);
    if (name === undefined || until === undefined) return null;
    this.#keys.delete(name);
    if (until < this.#now()) return null;
    const session = randomBytes(32).toString('base64url');
    this.#sessions.add(digest(session));
    return `${COOKIE}=${session}; HttpOnly; SameSite=Strict; Path=/`;
  }

  isInside(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';').map((each) => each.trim().split('='));
    const session = cookies.find(([name]) => name === COOKIE)?.[1];
    return session !== undefined && [...this.#sessions].some((each) => same(each, digest(session)));
  }
}

/** Does the request name this very host, and come from its own page or from none? */
export function isOurs(request: IncomingMessage, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = request.headers;
  if (host === undefined || !hosts.includes(host)) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
