import { BRIDGE_PROTOCOL, type PageSecrets } from '../../shared/ipc/web-session.ts';

/**
 * The session of this page with the web host: the cookie, which the browser handles, and the secrets beside it. They
 * are kept in the storage of the origin and read at each use. So a tab that is opened beside this one is let in too,
 * and this one comes back when another tab hands in the key of a restarted host. (A tab opened by a link gets nothing
 * of `sessionStorage`.) Once that host has ended they open nothing.
 */
const NAME = 'sitesync.session';
/** As good as no secret; a subprotocol must not be empty. */
const NONE: PageSecrets = { page: 'none', content: 'none' };

/** Hands in the key of a printed address, once. */
export async function handIn(key: string): Promise<void> {
  const response = await fetch('./session', { method: 'POST', body: key });
  if (response.ok) keep(await response.text());
}

/** Is this page still let in? */
export async function isAllowed(): Promise<boolean> {
  return (await fetch('./session', { headers: authorization() })).status === 204;
}

export function openBridge(): WebSocket {
  return new WebSocket(`ws://${location.host}/bridge`, [BRIDGE_PROTOCOL, secrets().page]);
}

export function authorization(): { readonly Authorization: string } {
  return { Authorization: `Bearer ${secrets().page}` };
}

/** An address of content, as pictures and viewers ask for it: they set no headers. */
export function withKey(address: string): string {
  return `${address}?key=${secrets().content}`;
}

function keep(text: string): void {
  try {
    localStorage.setItem(NAME, text);
  } catch {
    // A browser that keeps nothing keeps no cookie either: it is not let in, and is told so.
  }
}

function secrets(): PageSecrets {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? 'null');
    return isSecrets(stored) ? stored : NONE;
  } catch {
    return NONE;
  }
}

/** Whatever had this port before may have left something else there. */
function isSecrets(value: unknown): value is PageSecrets {
  if (typeof value !== 'object' || value === null || !('page' in value) || !('content' in value))
    return false;
  return [value.page, value.content].every((each) => typeof each === 'string' && /^[\w-]+$/.test(each));
}
