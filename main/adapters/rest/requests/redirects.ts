import { isUtf8 } from 'node:buffer';
import { fail, type Failure, ok, type Result } from '../../../../shared/failure.ts';
import { insecureAddress, isLoopback, leadsHere } from '../base-url.ts';
import type { Purpose } from '../dialect.ts';
import { withoutQuery } from './secrecy.ts';

/**
 * How far a call follows redirects: a download to any safe place, a read within the service's origin, a write nowhere.
 */
export type RedirectRule = 'anywhere' | 'same-origin' | 'never';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST = 5;

/**
 * A header came as Latin-1, and some services write other letters of an address in UTF-8 there, as they are. Browsers take
 * them so too. An address in an answer's body was text from the start, and stays as it is.
 */
function asSent(location: string): string {
  const bytes = Buffer.from(location, 'latin1');
  return isUtf8(bytes) && bytes.toString('latin1') === location ? bytes.toString('utf8') : location;
}

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** The path of one call through redirects. */
export class RedirectTrail {
  readonly #rule: RedirectRule;
  readonly #allowInsecure: boolean;
  readonly #purpose: Purpose;
  readonly #seen = new Set<string>();

  constructor(start: URL, rule: RedirectRule, allowInsecure: boolean, purpose: Purpose) {
    this.#rule = rule;
    this.#allowInsecure = allowInsecure;
    this.#purpose = purpose;
    this.#seen.add(start.href);
  }

  /** Where `from` redirects the call to, or the failure if it may not go there. */
  next(from: URL, location: string | null): Result<URL> {
    const to = location === null ? null : URL.parse(asSent(location), from.href);
    if (to === null || (to.protocol !== 'http:' && to.protocol !== 'https:')) {
      return fail(this.#refused('to an address that is none', 'Tell whoever manages the service.'));
    }
    to.hash = '';
    const sameOrigin = to.origin === from.origin;
    if (this.#rule === 'never' || (this.#rule === 'same-origin' && !sameOrigin)) {
      return fail(this.#elsewhere(from, to));
    }
    if (to.username !== '' || to.password !== '') {
      return fail(this.#refused('to an address with a password', 'Tell whoever manages the service.'));
    }
    const insecure = sameOrigin ? null : insecureAddress(to, this.#allowInsecure);
    if (insecure !== null) return fail(insecure);
    // A remote service must not reach programs on this computer through us.
    if (leadsHere(to.hostname) && !isLoopback(from.hostname)) {
      return fail(this.#refused('to this computer itself', 'Tell whoever manages the service.'));
    }
    if (this.#seen.has(to.href)) return fail(this.#endless('in a circle'));
    if (this.#seen.size > MOST) return fail(this.#endless(`more than ${MOST} times`));
    this.#seen.add(to.href);
    return ok(to);
  }

  #elsewhere(from: URL, to: URL): Failure {
    const toSecure = from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname;
    const where = `to ${withoutQuery(to)}`;
    if (toSecure) return this.#causeTold(where, 'Change the address of the service to begin with https://.');
    if (to.origin !== from.origin) {
      const hint = `If ${to.host} is a sign-in page of this network, sign in there; else check the address of the service.`;
      return { ...this.#refused(where, hint), reason: 'redirected' };
    }
    if (to.pathname === `${from.pathname}/` || `${to.pathname}/` === from.pathname)
      return this.#causeTold(
        where,
        'The service and SiteSync do not agree on a slash at the end; tell whoever manages the service.',
      );
    // What stands before the service, as a company's sign-in, may send to a page of its own at the same address.
    const hint =
      'If a page there asks for a sign-in, sign in to it in a browser; else check the address of the service.';
    return { ...this.#refused(where, hint), reason: 'redirected' };
  }

  /** A guest network may send what is asked of the service to and fro; of a download it is the store that does so. */
  #endless(where: string): Failure {
    if (this.#rule === 'anywhere') return this.#refused(where, 'Tell whoever manages the service.');
    const hint =
      'On a hotel or guest Wi-Fi, open a browser and sign in to the network; else tell whoever manages the service.';
    return { ...this.#refused(where, hint), reason: 'web-page' };
  }

  #causeTold(where: string, hint: string): Failure {
    return { ...this.#refused(where, hint), reason: 'cause-told' };
  }

  #refused(where: string, hint: string): Failure {
    const message = `Instead of ${this.#purpose.subject} the service redirects ${where}.`;
    return { code: 'not-understood', message, hint, retry: 'later' };
  }
}
