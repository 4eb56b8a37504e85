import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PageSecrets } from '../../../shared/ipc/web-session.ts';

/** An address that was printed is good for this long, ms. */
const KEY_LIFE = 15 * 60_000;
/** Browsers that are let in at once; the oldest has to ask again. */
const SESSIONS = 32;

/**
 * Who may come in. The printed address carries a key in its fragment, which no browser sends and no log sees; the page
 * hands it in once and gets a cookie that scripts cannot read, and the secrets without which it opens nothing. Keys and
 * cookies are kept as digests: looking one up by its digest tells nothing about the others, however long it takes.
 */
export class AccessControl {
  /** The same for all who are let in: another address, opened beside the tabs of a browser, must not shut those out. */
  readonly secrets: PageSecrets = { page: randomText(), content: randomText() };
  readonly #keys = new Map<string, number>();
  readonly #sessions = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A key for one entry. */
  newKey(): string {
    const key = randomText();
    this.#keys.set(digest(key), this.#now() + KEY_LIFE);
    return key;
  }

  /** Burns the key, whether it is still good or not. The session to keep in a cookie, or null. */
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

  /** Does the request bring the cookie of a browser that was let in, and does this secret of its page come with it? */
  admits(request: IncomingMessage, port: number, what: keyof PageSecrets, secret: string): boolean {
    const session = sessionOf(request, port);
    return session !== null && this.#sessions.has(digest(session)) && isSame(secret, this.secrets[what]);
  }
}

/** Browsers keep one jar for all ports of a computer: the port in its name keeps two programs apart. */
export function cookieName(port: number): string {
  return `sitesync-${port}`;
}

/** The value of our cookie; null where the request brings none. */
function sessionOf(request: IncomingMessage, port: number): string | null {
  const wanted = `${cookieName(port)}=`;
  const cookies = (request.headers.cookie ?? '').split(';').map((each) => each.trim());
  return cookies.find((each) => each.startsWith(wanted))?.slice(wanted.length) ?? null;
}

/**
 * Does the request name this very host, and come from its own page or from none? A page elsewhere can neither rebind
 * its name to us (Host) nor post to us or open our bridge (Origin, Sec-Fetch-Site). What changes something needs the
 * Origin, which every browser sends with it. `localhost` is no name of ours: on ::1 another user may listen under it.
 */
export function isOurs(request: IncomingMessage, port: number): boolean {
  const { host, origin } = request.headers;
  // Of the usual port browsers write no number.
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

/** In constant time, which needs equal lengths: digests have them. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
