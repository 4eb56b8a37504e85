import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PageSecrets } from '../../../shared/ipc/web-session.ts';

/** How long a printed address works, ms. */
const KEY_LIFE = 15 * 60_000;
/** Browsers that may be let in at the same time. One more pushes the oldest out. */
const SESSIONS = 32;

/**
 * Decides who may come in. The printed address carries a key in its fragment, which no browser sends and no log sees.
 * The page hands the key in once, and gets a cookie that scripts cannot read, and secrets that every request needs.
 * Keys and cookies are kept as digests, so the time that a lookup takes tells nothing about the others.
 */
export class AccessControl {
  /** The same for all browsers: opening another address must not shut out tabs that are already open. */
  readonly secrets: PageSecrets = { page: randomText(), content: randomText() };
  readonly #keys = new Map<string, number>();
  readonly #sessions = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A new key, which lets one browser in once. */
  newKey(): string {
    const key = randomText();
    this.#keys.set(digest(key), this.#now() + KEY_LIFE);
    return key;
  }

  /** Uses the key up, whether it is still valid or not. Returns the session for a cookie, or null. */
  enter(key: string): string | null {
    const until = this.#keys.get(digest(key));
    this.#keys.delete(digest(key));
    if (until === undefined || until < this.#now()) return null;
    const session = randomText();
    this.#sessions.add(digest(session));
    const [oldest] = this.#sessions;
    if (this.#sessions.size > SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    return session;
  }

  /** Does the request carry the cookie of a browser that was let in, and this secret of its page? */
  admits(request: IncomingMessage, port: number, what: keyof PageSecrets, secret: string): boolean {
    const session = sessionOf(request, port);
    return session !== null && this.#sessions.has(digest(session)) && isSame(secret, this.secrets[what]);
  }
}

/** Browsers share cookies among all ports of a computer, so the port in the name keeps two programs apart. */
export function cookieName(port: number): string {
  return `sitesync-${port}`;
}

/** The value of our cookie; null if the request has none. */
function sessionOf(request: IncomingMessage, port: number): string | null {
  const wanted = `${cookieName(port)}=`;
  const cookies = (request.headers.cookie ?? '').split(';').map((each) => each.trim());
  return cookies.find((each) => each.startsWith(wanted))?.slice(wanted.length) ?? null;
}

/**
 * Does the request name this host, and come from its own page or from no page? A foreign page can then neither rebind
 * its name to us (Host), nor post to us or open our bridge (Origin, Sec-Fetch-Site). A request that changes something
 * must have an Origin, which every browser sends. `localhost` is not accepted: another user may listen under it on ::1.
 */
export function isOurs(request: IncomingMessage, port: number): boolean {
  const { host, origin } = request.headers;
  // Browsers leave out the port if it is 80.
  if (host !== new URL(`http://127.0.0.1:${port}`).host) return false;
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  if (origin === undefined ? changes || request.headers.upgrade !== undefined : origin !== `http://${host}`)
    return false;
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in constant time, which needs equal lengths: digests have them. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
