import { fail, type Failure, ok, type Result } from '../../../../shared/failure.ts';
import { parseJson } from '../../../../shared/model/json.ts';
import type { Traffic } from '../../../sync/ports/service.ts';
import { ConnectionPools } from '../connection/connection-pools.ts';
import { CUT_PACKED, cutOff, isCutOff } from './cut-off.ts';
import {
  failureOfAnswer,
  failureOfNetwork,
  looksLikeHtml,
  PATHS,
  type Purpose,
  saying,
  signInFailure,
  unknownOutcome,
  wordsInstead,
} from '../dialect.ts';
import {
  type Answer,
  type Call,
  exchange,
  type Exchanged,
  type Place,
  type Trouble,
  troubleOf,
} from './exchange.ts';
import { proxySignIn } from '../connection/proxy-words.ts';
import type { ProxySources } from '../connection/proxies.ts';
import { checkToken, mayBeOfToken, type TokenCheck } from './refused-token.ts';
import { isRedirect, type RedirectRule, RedirectTrail } from './redirects.ts';
import { errorInstead, htmlInstead, notUnderstood, refusedByStore, tooLarge } from './odd-answers.ts';
import { ReplyTooLarge, UnknownEncoding, readStart, readWhole, textOf } from './reply-body.ts';
import { mayBeOfNetwork, refusesEverybody } from './kept-out.ts';
import { failureWithoutSecrets, jsonWithoutSecrets, withoutSecrets } from './secrecy.ts';
import type { Limits } from '../connection/limits.ts';
import { isTrustedByNow } from '../connection/system-certificates.ts';
import { cancelled, failureOfTrouble } from './trouble.ts';
import { Turns } from './turns.ts';
import { isUsableToken } from './usable-token.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly token: () => string | null;
  readonly allowInsecure: boolean;
  readonly proxies: ProxySources;
  readonly userAgent: string;
  readonly log: (line: string) => void;
  readonly limits: Limits;
  /** The most bytes of a JSON reply, once unpacked. */
  readonly largestReply: number;
  /** As in `ServiceOptions`. */
  readonly onLargeDownload: () => () => void;
}

/** One call to the service, or to where it sends us. */
export interface Ask {
  readonly method: Call['method'];
  /** Relative to the base URL if it begins with `/`, else absolute. */
  readonly address: string;
  readonly purpose: Purpose;
  readonly redirects: RedirectRule;
  /** The reply may be large and take long. Absent: it is small, and due soon. */
  readonly isOfAnySize?: true;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Call['body'];
  /** Statuses besides 2xx that the caller handles itself. */
  readonly accept?: readonly number[];
  /** Send no token although the address is the service's. */
  readonly anonymous?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** An answer that is too large is the failure `too-large`: the caller will then ask for less. */
  readonly largeIsFailure?: boolean;
}

/** A reply that was read whole. `json` is undefined if the body is empty or no JSON. */
export interface Reply {
  readonly status: number;
  readonly json: unknown;
  readonly text: string;
  readonly header: (name: string) => string | null;
}

/** A reply with its body unread. */
export interface RawReply {
  readonly status: number;
  readonly bytes: Buffer;
  readonly header: (name: string) => string | null;
}

/** A web page can be recognised by its first bytes. */
const HTML_BYTES = 4096;
const OBJECT = '{'.charCodeAt(0);
const LIST = '['.charCodeAt(0);
const ERROR_BYTES = 64 * 1024;
/** Characters of an odd answer that go into a failure's detail. */
const SAMPLE = 200;
/** How long it is known that a network refuses everything, or that a token is refused, ms. */
const KNOWN_MS = 5000;
/** Statuses about the file that a store of files may send like the service: gone, too late, too many at once. */
const SAID_OF_THE_FILE: ReadonlySet<number> = new Set([404, 408, 410, 425, 429]);

/** Sends calls with what all of them have in common: the token and where it may go, redirects, limits, the log. */
export class Client {
  requests = 0;
  readonly options: ClientOptions;
  readonly #origin: string;
  /** The path of the base URL, put before each path. */
  readonly #prefix: string;
  readonly #usual: Readonly<Record<string, string>>;
  readonly #connections: ConnectionPools;
  readonly #turns = new Turns();
  /** Whether a network refuses everything, while that is asked and shortly after. */
  #network: Promise<boolean> | null = null;
  /** What the service's check says of a token, while that is asked and shortly after. */
  #tokenCheck: { readonly token: string; readonly said: Promise<TokenCheck> } | null = null;
  /** The `Date` of the last answer, and when that came, by a clock that nobody sets, ms. */
  #heard: { readonly date: string; readonly at: number } | null = null;

  constructor(options: ClientOptions) {
    this.options = options;
    const { origin, pathname } = new URL(options.baseUrl);
    this.#origin = origin;
    this.#prefix = pathname === '/' ? '' : pathname;
    this.#usual = {
      'User-Agent': options.userAgent,
      Accept: 'application/json, */*;q=0.5',
      'Accept-Encoding': 'gzip, deflate, br',
    };
    this.#connections = new ConnectionPools(options.proxies, options.limits);
  }

  /** The service's own time, epoch ms; null if its answers do not tell. */
  get time(): number | null {
    if (this.#heard === null) return null;
    const said = Date.parse(this.#heard.date);
    return Number.isNaN(said) ? null : said + Math.round(performance.now() - this.#heard.at);
  }

  get traffic(): Traffic {
    return this.#connections.traffic;
  }

  /** Gives the answer's headers and its open body. The caller reads the body and calls `done()`. */
  async open(ask: Ask): Promise<Result<Answer>> {
    if (ask.signal?.aborted === true) return this.failed(cancelled(ask.purpose));
    const token = this.options.token();
    const withToken = ask.anonymous !== true;
    const start = this.#placeOf(ask.address);
    // The token only goes to the service's origin, and never again once a redirect has led away from there.
    let trusted = withToken && start.origin === this.#origin;
    if (trusted && (token === null || !isUsableToken(token))) {
      return this.failed(signInFailure(token === null ? 'No one is signed in.' : 'The token is not usable.'));
    }
    let trail: RedirectTrail | null = null;
    for (let to = start; ;) {
      const sent = await this.#send(ask, to, trusted ? token : null);
      if (!sent.ok) return this.failed(this.#unanswered(sent.trouble, ask.purpose, to.origin));
      const { answer } = sent;
      if (!isRedirect(answer.status)) return this.#judged(answer, ask, to.origin, withToken && !trusted);
      answer.discard();
      const from = new URL(to.origin + to.path);
      trail ??= new RedirectTrail(from, ask.redirects, this.options.allowInsecure, ask.purpose);
      const next = trail.next(from, answer.header('location'));
      if (!next.ok) return this.failed(next.failure);
      const url = next.value;
      to = { origin: url.origin, path: url.pathname + url.search };
      trusted &&= url.origin === this.#origin;
    }
  }

  /**
   * Reads the whole reply. HTML instead of the service's words is a failure; any other body is for the caller to judge.
   */
  async ask(ask: Ask): Promise<Result<Reply>> {
    const read = await this.askBytes(ask);
    if (!read.ok) return read;
    const { status, bytes, header } = read.value;
    return ok({ status, ...readJson(bytes), header });
  }

  /** As `ask`, for bodies that are read elsewhere. */
  async askBytes(ask: Ask): Promise<Result<RawReply>> {
    const opened = await this.open(ask);
    if (!opened.ok) return opened;
    const answer = opened.value;
    try {
      const bytes = await readWhole(answer, this.options.largestReply);
      if (answer.status === 200 && looksLikeHtml(answer.header('content-type') ?? '', startOf(bytes))) {
        return this.failed(htmlInstead(ask.purpose));
      }
      return ok({ status: answer.status, bytes, header: answer.header });
    } catch (error) {
      if (error instanceof ReplyTooLarge && ask.largeIsFailure === true)
        return this.failed(tooLarge(ask.purpose.subject));
      return this.failed(this.failureOfReading(error, ask, answer));
    } finally {
      answer.done();
    }
  }

  /** The failure for an error while a body was read. */
  failureOfReading(error: unknown, ask: Ask, answer: Answer): Failure {
    const { subject, kind } = ask.purpose;
    const trouble = troubleOf(error, { signal: ask.signal, body: ask.body ?? null }, answer.pending);
    if (trouble.cancelled) return this.#unanswered(trouble, ask.purpose, this.#origin);
    // Errors of unpacking have zlib's codes; errors of the connection keep their own.
    const garbled = /^Z_|^ERR__ERROR|^ERR_.*(BROTLI|ZSTD)|^ZSTD_/.test(trouble.code);
    if (!(error instanceof ReplyTooLarge) && !(error instanceof UnknownEncoding) && !garbled) {
      return this.#unanswered(trouble, ask.purpose, this.#origin);
    }
    if (kind !== 'read') return { ...unknownOutcome(subject, 'the answer could not be read'), late: true };
    if (trouble.code === CUT_PACKED) return cutOff(subject, trouble.text);
    return { ...notUnderstood(subject), detail: trouble.text };
  }

  /** The address that an answer names in its body, if a redirect might lead there too. */
  followed({ address, purpose }: Ask, to: string): Result<string> {
    const { origin, path } = this.#placeOf(address);
    const from = new URL(origin + path);
    const next = new RedirectTrail(from, 'anywhere', this.options.allowInsecure, purpose).next(from, to);
    return next.ok ? ok(next.value.href) : this.failed(next.failure);
  }

  failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
    return fail(failureWithoutSecrets(failure, this.options.token()));
  }

  /** The failure for an answer that makes no sense: what it was for, and how it begins. */
  odd(subject: string, text: string): { readonly ok: false; readonly failure: Failure } {
    if (isCutOff(Buffer.from(text))) return this.failed(cutOff(subject));
    const token = this.options.token();
    const begin = withoutSecrets(text.slice(0, ERROR_BYTES), token);
    const json = text.length > ERROR_BYTES ? undefined : jsonWithoutSecrets(begin, token);
    const words = wordsInstead(json);
    const failure = words === '' ? notUnderstood(subject) : saying(errorInstead(subject), words);
    // An escape may spell a secret.
    const shown = begin.includes('\\') ? (JSON.stringify(json) ?? begin) : begin;
    return this.failed({ ...failure, detail: shown.slice(0, SAMPLE) });
  }

  close(): void {
    this.#connections.close();
  }

  /** `isStore`: the origin of the answer did not get the token. */
  async #judged(answer: Answer, ask: Ask, origin: string, isStore: boolean): Promise<Result<Answer>> {
    const { status } = answer;
    if ((status >= 200 && status < 300) || ask.accept?.includes(status) === true) return ok(answer);
    // Before anything is cut off: half a token would not be recognised.
    const token = this.options.token();
    const text = withoutSecrets(textOf(await readStart(answer, ERROR_BYTES)), token);
    answer.done();
    // We may have cut the answer short ourselves.
    if (ask.signal?.aborted === true) return this.failed(cancelled(ask.purpose));
    const proxy = status === 407 ? this.#connections.proxyTo(origin) : null;
    if (proxy !== null) return this.failed(proxySignIn(proxy, `ERR_PROXY: HTTP ${status}`));
    // A store that got no token can refuse neither the token nor the account.
    if (isStore && status >= 400 && status < 500 && !SAID_OF_THE_FILE.has(status))
      return this.failed(refusedByStore(ask.purpose.subject, origin, status));
    if (!isStore && (await this.#isOfNetwork(answer, text)))
      return this.failed(failureOfNetwork({ status, text }));
    const json = jsonWithoutSecrets(text, token);
    const retryAfter = answer.header('retry-after');
    const meant = !isStore && (await this.#isOfToken(answer, ask)) ? 401 : status;
    const failure = failureOfAnswer({ status: meant, text, json, retryAfter }, ask.purpose, clockOf(answer));
    return this.failed({ ...failure, detail: `HTTP ${status}` });
  }

  /** Does the service refuse the token itself? Several requests that are refused at a time ask once. */
  async #isOfToken(answer: Answer, { anonymous, method }: Ask): Promise<boolean> {
    const token = this.options.token();
    if (anonymous === true || token === null || !mayBeOfToken(answer)) return false;
    if (this.#tokenCheck?.token !== token) {
      const check = { token, said: checkToken(token, (call) => this.#askCheck(call)) };
      this.#tokenCheck = check;
      setTimeout(() => {
        if (this.#tokenCheck === check) this.#tokenCheck = null;
      }, KNOWN_MS).unref();
    }
    const said = await this.#tokenCheck.said;
    // What takes nothing but questions now may refuse its check as well: only of a question does that tell.
    return said === 'refused' || (said === 'no-access' && method === 'GET');
  }

  /** Asks the check of tokens, which needs none. */
  #askCheck(call: Pick<Call, 'method' | 'headers' | 'body'>): Promise<Exchanged> {
    return this.#exchange({
      ...call,
      headers: { ...this.#usual, ...call.headers },
      to: this.#placeOf(PATHS.verify),
      smallReply: true,
      signal: undefined,
    });
  }

  /** Several requests that are refused at a time ask once. */
  async #isOfNetwork(answer: Answer, text: string): Promise<boolean> {
    if (!mayBeOfNetwork(answer, text)) return false;
    this.#network ??= refusesEverybody(answer.status, (call) => this.#askCheck(call));
    const refuses = await this.#network;
    // What is on its way meets the same, and need not ask each time.
    if (!refuses) this.#network = null;
    else setTimeout(() => (this.#network = null), KNOWN_MS).unref();
    return refuses;
  }

  #unanswered(trouble: Trouble, purpose: Purpose, origin: string): Failure {
    const isStore = origin !== this.#origin;
    return failureOfTrouble(trouble, purpose, {
      origin,
      proxy: this.#connections.proxyTo(origin),
      isStore,
    });
  }

  #placeOf(address: string): Place {
    if (address.startsWith('/')) return { origin: this.#origin, path: this.#prefix + address };
    const { origin, pathname, search } = new URL(address);
    return { origin, path: pathname + search };
  }

  async #send(ask: Ask, to: Place, token: string | null): Promise<Exchanged> {
    const headers = { ...this.#usual, ...ask.headers };
    const call: Call = {
      method: ask.method,
      to,
      headers: token === null ? headers : { ...headers, Authorization: `Bearer ${token}` },
      body: ask.body ?? null,
      smallReply: ask.isOfAnySize !== true,
      signal: ask.signal,
    };
    if (to.origin !== this.#origin) return this.#sendNow(ask, call);
    const request = `${ask.method} ${to.path}`;
    const comesAfterQuestion = ask.purpose.kind !== 'read' || ask.isOfAnySize === true;
    for (let left = comesAfterQuestion ? this.#turns.ahead(request) : 0; left > 0; left--)
      await this.#askAhead(call);
    const sent = await this.#sendNow(ask, call);
    this.#turns.went(request, sent);
    return sent;
  }

  /** Whatever is answered, it only takes a turn. */
  async #askAhead({ headers: { Authorization = '' }, signal }: Call): Promise<void> {
    const headers = { ...this.#usual, ...(Authorization === '' ? {} : { Authorization }) };
    const to = this.#placeOf(`${PATHS.sites}?limit=1&offset=0`);
    const asked = await this.#exchange({ method: 'GET', to, headers, body: null, smallReply: true, signal });
    if (asked.ok) asked.answer.discard();
  }

  async #sendNow(ask: Ask, call: Call): Promise<Exchanged> {
    const began = performance.now();
    let first = await this.#exchange(call);
    // Without a connection nothing was sent, so the body is still there to be sent.
    if (!first.ok && isTrustedByNow(first.trouble.code, began)) first = await this.#exchange(call);
    if (first.ok || ask.purpose.kind !== 'read' || call.signal?.aborted === true) return first;
    // The other side may close a kept connection just when it is used again, or have forgotten it while this computer was
    // asleep. A read can simply be repeated, even one with POST, as for timeseries.
    const { reused, stalled } = first.trouble;
    return stalled === 'sleep' || (reused && stalled === null) ? this.#exchange(call) : first;
  }

  async #exchange(call: Call): Promise<Exchanged> {
    this.requests += 1;
    const started = performance.now();
    const exchanged = await exchange(call, this.#connections, this.options.limits);
    this.#hear(call, exchanged);
    const outcome = exchanged.ok ? String(exchanged.answer.status) : exchanged.trouble.code || 'no answer';
    const { origin, path } = call.to;
    // The query may contain a signature that opens the file to anyone.
    const address = (origin === this.#origin ? '' : origin) + path.replace(/\?.*$/s, '');
    const line = `${call.method} ${address} ${outcome} ${Math.round(performance.now() - started)} ms`;
    this.options.log(withoutSecrets(line, this.options.token()));
    return exchanged;
  }

  /** The clock of a store that a redirect led to does not count. */
  #hear(call: Call, exchanged: Exchanged): void {
    const date = exchanged.ok && call.to.origin === this.#origin ? exchanged.answer.header('date') : null;
    if (date !== null) this.#heard = { date, at: performance.now() };
  }
}

/**
 * The time, epoch ms, by the clock of whoever answered, which dates in the answer refer to: this computer's may be
 * hours off.
 */
function clockOf(answer: Answer): number {
  const said = Date.parse(answer.header('date') ?? '');
  return Number.isNaN(said) ? Date.now() : said;
}

/** Enough of a reply to see whether it is a web page; empty if its first byte shows that it is JSON. */
function startOf(bytes: Buffer): string {
  return bytes[0] === OBJECT || bytes[0] === LIST ? '' : textOf(bytes.subarray(0, HTML_BYTES));
}

/** `json` is undefined if the bytes are no JSON. */
function readJson(bytes: Buffer): { readonly text: string; readonly json: unknown } {
  const text = textOf(bytes);
  return { text, json: parseJson(text) };
}
