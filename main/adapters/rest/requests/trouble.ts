import type { Failure, FailureReason } from '../../../../shared/failure.ts';
import { OUT_OF_FILES, OUT_OF_FILES_CODES } from '../../out-of-files.ts';
import { type Purpose, unknownOutcome } from '../dialect.ts';
import type { Trouble } from './exchange.ts';
import type { NamedProxy } from '../connection/proxies.ts';
import { notThrough, through, tunnelRefused } from '../connection/proxy-words.ts';

/** Without a connection nothing was sent: so these are certain even for writes. */
const NO_CONNECTION: ReadonlyMap<string, FailureReason> = new Map([
  ['ECONNREFUSED', 'nobody-listens'],
  ['ENOTFOUND', 'no-such-name'],
  ['EAI_NODATA', 'no-such-name'],
  ['EAI_NONAME', 'no-such-name'],
  ['EAI_AGAIN', 'no-way'],
  ['EAI_FAIL', 'no-way'],
  ['ENETUNREACH', 'no-way'],
  ['EHOSTUNREACH', 'no-way'],
  ['EHOSTDOWN', 'no-way'],
  ['EADDRNOTAVAIL', 'no-way'],
]);

const CERTIFICATE =
  /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|HOSTNAME_MISMATCH$|.*SELF_SIGNED|UNABLE_TO_|INVALID_CA$|PATH_LENGTH)/;

/** The other side speaks no TLS, or no version that both know. No certificate was seen. */
const NO_TLS =
  /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|.*UNSUPPORTED_PROTOCOL|.*ALERT_(PROTOCOL_VERSION|HANDSHAKE_FAILURE)))$/;

/** Bytes that are no HTTP. */
const NO_HTTP = /^HPE_/;
/** Headers of over 16 KiB, or without end. */
const LONG_HEADERS = 'UND_ERR_HEADERS_OVERFLOW';

/** Who was asked, and through which proxy. */
interface Asked {
  readonly origin: string;
  readonly proxy: NamedProxy | null;
  /** The service redirected a download there. */
  readonly isStore: boolean;
}

/** The failure for a request without an answer, or an answer without its end. */
export function failureOfTrouble(trouble: Trouble, purpose: Purpose, asked: Asked): Failure {
  return { detail: detailOf(trouble), ...judge(trouble, purpose, asked) };
}

function judge(trouble: Trouble, purpose: Purpose, asked: Asked): Failure {
  const { origin, proxy } = asked;
  const { code, stalled } = trouble;
  if (trouble.cancelled) return cancelled(purpose);
  if (trouble.broken !== null) return ourOwnSide(trouble.broken.kind, purpose);
  if (code === 'ERR_PROXY_TUNNEL') return tunnelRefused(proxy, detailOf(trouble));
  if (NO_TLS.test(code)) return noTls(asked);
  if (CERTIFICATE.test(code)) return certificateFailure(proxy);
  if (OUT_OF_FILES_CODES.some((each) => each === code) && !trouble.connected)
    return {
      ...offline(origin),
      reason: 'cause-told',
      message: `${OUT_OF_FILES.message} The service at ${origin} cannot be asked.`,
      hint: OUT_OF_FILES.hint,
    };
  if (NO_CONNECTION.has(code) || !trouble.connected) {
    if (proxy !== null) return notThrough(proxy, origin, detailOf(trouble));
    return asked.isStore
      ? storeAway(purpose.subject, origin)
      : { ...offline(origin), reason: NO_CONNECTION.get(code) };
  }
  if (purpose.kind === 'read' && code === LONG_HEADERS) return longHeaders(purpose);
  if (purpose.kind === 'read' && NO_HTTP.test(code)) return notHttp(purpose);
  if (purpose.kind !== 'read') {
    if (stalled === null)
      return unknownOutcome(purpose.subject, 'the connection broke before the answer came');
    const unknown = unknownOutcome(purpose.subject, 'no answer came in time');
    return trouble.sent ? { ...unknown, late: true } : unknown;
  }
  const timeout = { code: 'timeout', hint: '', retry: 'later' } as const;
  return stalled === null
    ? { ...timeout, reason: 'broke', message: `The connection broke before ${purpose.subject} was here.` }
    : { ...timeout, message: `The service stopped answering before ${purpose.subject} was here.` };
}

/** The failure if we stopped it, sent or not. */
export function cancelled(purpose: Purpose): Failure {
  return {
    code: 'cancelled',
    message: `Stopped before ${purpose.subject} was done.`,
    hint: '',
    retry: 'later',
  };
}

/**
 * We could not deliver the body that we announced. The request was aborted, so the service cannot have stored a whole
 * file.
 */
function ourOwnSide(kind: 'length' | 'source', purpose: Purpose): Failure {
  if (kind === 'length') {
    return {
      code: 'still-changing',
      message: `${purpose.subject} changed while it was being sent.`,
      hint: 'SiteSync sends it once it has been left alone for a moment.',
      retry: 'later',
    };
  }
  return {
    code: 'unreadable',
    message: `${purpose.subject} could not be read to its end while it was being sent.`,
    hint: 'Check that the file can be opened.',
    retry: 'later',
  };
}

function offline(origin: string): Failure {
  return {
    code: 'offline',
    message: `The service at ${origin} cannot be reached.`,
    hint: '',
    retry: 'on-connect',
  };
}

/** Guest networks also redirect to their sign-in pages like this. */
function storeAway(subject: string, origin: string): Failure {
  const { host } = new URL(origin);
  return {
    code: 'offline',
    reason: 'cause-told',
    message: `The service sends to ${origin} for ${subject}, which cannot be reached.`,
    hint: `If ${host} is a sign-in page of this network, sign in there; else, if this stays, tell whoever manages the service.`,
    retry: 'on-connect',
  };
}

function noTls({ origin, proxy }: Asked): Failure {
  return {
    code: 'tls',
    message: `No secure connection${through(proxy)}: what answers at ${origin} speaks no TLS that SiteSync knows.`,
    hint: 'Check the address and its port; on a guest network, sign in to it first.',
    retry: 'later',
  };
}

function certificateFailure(proxy: NamedProxy | null): Failure {
  return {
    code: 'tls',
    message: `No secure connection${through(proxy)}: the certificate of the service was not accepted.`,
    hint: 'Check the address and the clock of this computer; on a guest network, sign in to it first.',
    retry: 'later',
  };
}

function notHttp(purpose: Purpose): Failure {
  return {
    code: 'not-understood',
    message: `What answered instead of the service with ${purpose.subject} does not speak HTTP.`,
    hint: 'Check the address of the service and its port.',
    retry: 'later',
  };
}

function longHeaders(purpose: Purpose): Failure {
  return {
    code: 'not-understood',
    message: `The answer with ${purpose.subject} begins with more headers than SiteSync reads, which are 16 kB.`,
    hint: 'Check the address of the service. If it is right, tell whoever manages the service, or the proxy before it.',
    retry: 'later',
  };
}

function detailOf(trouble: Trouble): string {
  const cause: unknown = trouble.broken?.cause;
  const text = cause instanceof Error ? cause.message : trouble.text;
  return trouble.code === '' ? text : `${trouble.code}: ${text}`;
}
