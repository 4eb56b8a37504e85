import { fail, ok } from '../../../shared/failure.ts';
import type { Failure, Result } from '../../../shared/failure.ts';

/**
 * The service's address as a person typed or pasted it, normalised: scheme, host, port and path without a trailing
 * slash. `/api/v1` and what follows it may have been pasted along; a missing scheme means https, on this computer http. A bare
 * word may be anything that was typed by mistake: as the name of a computer it needs its scheme.
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

/** One of the marks behind it is missing, or another one is there. */
const MISTYPED_SCHEME = /^https?(?!:\/\/)[:;/\\]+/i;

/** This computer itself, whoever looks the name up: there no TLS is needed. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * A name of this computer: no proxy is asked for it. What lies under `localhost` is meant to be one, but not every system
 * keeps itself from asking the network for it, so that it needs TLS.
 */
export function isNameHere(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/**
 * May this be an address of this computer, in any spelling? For what must not lead here; it allows nothing. Of IPv6
 * addresses that hold one of IPv4 the URL parser has written the last two groups in hexadecimal.
 */
export function leadsHere(hostname: string): boolean {
  const plain = hostname.replace(/\.$/, '');
  return isNameHere(plain) || /^0\.|^\[::(?:ffff:(?:7f[0-9a-f]{2}|0):[0-9a-f]+)?\]$/.test(plain);
}

/** Null where the address may be used: TLS, this computer, or the person insists. */
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

/** What was typed as host, without a scheme, and looks like none: no dot, no port, and not this computer. */
function bareWord(text: string, url: URL): string | null {
  if (SCHEME.test(text) || isLoopback(url.hostname)) return null;
  const [word = ''] = text.replace(/^\/+/, '').split(/:?(?:[/?#]|$)/, 1);
  return /[^.]\.[^.]|:\d|^\[/.test(word) ? null : word;
}

/** A refusal may be kept where others read it: a password that was typed along, which may hold a slash, is none of its words. */
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
