import { fail, type Failure, ok, type Result } from '../../../shared/failure.ts';

/**
 * The service's address as a person typed or pasted it, normalised to scheme, host, port and path without a trailing
 * slash. `/api/v1` and what follows is cut off. A missing scheme means https, or http on this computer. A single word
 * could be any typing mistake: as the name of a computer it needs its scheme.
 */
export function parseBaseUrl(text: string): Result<string> {
  const trimmed = text.trim();
  if (trimmed === '') return badAddress('The address of the service is empty.');
  const [begin] = MISTYPED_SCHEME.exec(trimmed) ?? [];
  if (begin !== undefined) return badAddress(`The address begins with ${begin} where https:// is due.`);
  const url = toUrl(trimmed);
  if (url === null) return badAddress(`“${shorten(withoutSignIn(trimmed))}” is not a web address.`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return badAddress(`The address begins with ${url.protocol}// where https:// is due.`);
  }
  if (url.username !== '' || url.password !== '') {
    return badAddress('The address holds a user name or password; sign in with a token instead.');
  }
  if (url.search !== '' || url.hash !== '') {
    return badAddress('The address ends with a query (the part from ? or #); leave that out.');
  }
  const word = bareWord(trimmed, url);
  if (word !== null)
    return badAddress(
      `“${shorten(word)}” is only a word, not a whole address.`,
      `${GIVE_ADDRESS} Where the service is a computer of your own network with this name, write https://${shorten(word)}.`,
    );
  const path = url.pathname.replace(/\/api\/v1(\/.*)?$/, '').replace(/\/+$/, '');
  return ok(`${url.protocol}//${url.host}${path}`);
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** A scheme with a wrong or missing mark after it. */
const MISTYPED_SCHEME = /^https?(?!:\/\/)[:;/\\]+/i;

/** Is it surely this computer, however the name is looked up? Then TLS is not needed. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Is it a name of this computer, so that no proxy is asked for it? Names under `localhost` are meant to be; but some
 * systems ask the network for them, so they need TLS.
 */
export function isNameHere(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/**
 * May this be an address of this computer, in any spelling? Used to refuse, never to allow. In IPv6 addresses that
 * contain one of IPv4, the URL parser has written the last two groups in hexadecimal.
 */
export function leadsHere(hostname: string): boolean {
  const plain = hostname.replace(/\.$/, '');
  return isNameHere(plain) || /^0\.|^\[::(?:ffff:(?:7f[0-9a-f]{2}|0):[0-9a-f]+)?\]$/.test(plain);
}

/** Null if the address may be used: it has TLS, or is this computer, or the person insists. */
export function insecureAddress(url: URL, allowInsecure: boolean): Failure | null {
  if (url.protocol === 'https:' || allowInsecure || isLoopback(url.hostname)) return null;
  return {
    code: 'tls',
    message: `${url.protocol}//${url.host} is not encrypted: others on the network could read the token and the files.`,
    hint: 'Use an address that begins with https://. Where the network itself is safe, allow an address without encryption.',
    retry: 'on-change',
  };
}

function toUrl(text: string): URL | null {
  if (/\s/.test(text)) return null;
  if (SCHEME.test(text)) return URL.parse(text);
  if (/^(mailto|file|data|javascript):/i.test(text)) return null;
  const guess = URL.parse(`https://${text}`);
  return guess !== null && isLoopback(guess.hostname) ? URL.parse(`http://${text}`) : guess;
}

/**
 * The host if it was typed without a scheme and does not look like one: no dot, no port, and not this computer. Else
 * null.
 */
function bareWord(text: string, url: URL): string | null {
  if (SCHEME.test(text) || isLoopback(url.hostname)) return null;
  const [word = ''] = text.replace(/^\/+/, '').split(/:?(?:[/?#]|$)/, 1);
  return /[^.]\.[^.]|:\d|^\[/.test(word) ? null : word;
}

/**
 * The text without user name and password: the failure may be kept where others read it. A password may contain a
 * slash.
 */
function withoutSignIn(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@');
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

const GIVE_ADDRESS = 'Give the address of the Site Data Service, such as https://data.example.com.';

function badAddress(
  message: string,
  hint: string = GIVE_ADDRESS,
): { readonly ok: false; readonly failure: Failure } {
  return fail({ code: 'bad-input', message, hint, retry: 'on-change' });
}
