import type { Failure } from '../../../../shared/failure.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { sentence } from '../../../../shared/sentence.ts';
import { FILE_PART } from './requests.ts';
import { askedMs } from './retry-after.ts';
import { serviceWords } from './service-words.ts';

/** What a call was for: its failure is named and judged by that. */
export interface Purpose {
  /** As in a sentence: `the list of sites`, `"plan.pdf"`. */
  readonly subject: string;
  readonly kind: 'read' | 'create' | 'update' | 'delete';
  /** An update without bytes, which the service may refuse for that reason. */
  readonly withoutBytes?: boolean;
}

/** An answer that is no success; its body as far as it was worth reading. */
export interface ErrorAnswer {
  readonly status: number;
  readonly text: string;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
  readonly retryAfter: string | null;
}

/** The failure for a status outside 200–399. `nowMs`: to read a Retry-After that is a date. */
export function failureOfAnswer(answer: ErrorAnswer, purpose: Purpose, nowMs: number): Failure {
  const { status } = answer;
  const words = serviceWords(answer.text, answer.json);
  const failure =
    status >= 500 ? serverFailure(answer, purpose, nowMs) : clientFailure(answer, purpose, nowMs);
  return { ...saying(failure, words, speakerOf(status)), detail: `HTTP ${status}` };
}

/** Adds the words of whoever answered to the failure. */
export function saying(failure: Failure, words: string, speaker = 'The service'): Failure {
  if (words === '') return failure;
  return { ...failure, message: `${failure.message} ${speaker} says: ${sentence(words)}` };
}

/** With 407 and 511 it is not the service that speaks, and the message has named who does. */
function speakerOf(status: number): string {
  return status === 407 || status === 511 ? 'It' : 'The service';
}

function clientFailure(answer: ErrorAnswer, purpose: Purpose, nowMs: number): Failure {
  const { subject } = purpose;
  switch (answer.status) {
    case 401:
      return signInFailure('The service did not accept the sign-in.');
    case 403:
      return {
        code: 'no-access',
        message: `The service gives this account no access to ${subject}.`,
        hint: 'Ask whoever manages the service for access, or sign in with another account.',
        retry: 'later',
      };
    case 404:
    case 410:
      if (purpose.kind === 'create') return noPlaceFor(subject);
      return {
        code: 'not-found',
        message: `The service does not have ${subject}.`,
        hint: 'If this stays, check the address of the service.',
        retry: 'later',
      };
    case 405:
      return purpose.kind === 'read' ? refusedFailure(answer, purpose) : notAllowed(purpose);
    case 407:
      return proxySignIn();
    case 408:
      return {
        code: 'timeout',
        message: `The service waited too long for the request for ${subject}.`,
        hint: '',
        retry: 'later',
      };
    case 409:
    case 412:
      return purpose.kind === 'update' || purpose.kind === 'delete'
        ? changedFailure(subject, answer.status)
        : refusedFailure(answer, purpose);
    case 413:
      if (purpose.kind === 'read') return tooMuchAsked(subject);
      if (!sendsFile(purpose)) return refusedFailure(answer, purpose);
      return fileTooLarge(answer, subject);
    case 415:
      if (!sendsFile(purpose)) return refusedFailure(answer, purpose);
      return {
        code: 'type-refused',
        message: `The service does not take ${subject}: not this type of file.`,
        hint: 'Save the file in another format, or ask whoever manages the service to allow the type.',
        retry: 'on-change',
      };
    case 423:
      return {
        code: 'service-error',
        message: `The service has locked ${subject}.`,
        hint: 'If this stays, ask whoever has it open there to close it.',
        retry: 'later',
      };
    case 425:
    case 429:
      return busyFailure(answer, nowMs, 'The service asks SiteSync to slow down.', SOON);
    default:
      return refusedFailure(answer, purpose);
  }
}

/** With no JSON it may be a proxy of this network that speaks: the file may go through tomorrow, from elsewhere. */
function fileTooLarge({ json }: ErrorAnswer, subject: string): Failure {
  const failure: Failure = {
    code: 'too-large',
    message: `The service does not take ${subject}: it is too large.`,
    hint: 'Make the file smaller, or ask whoever manages the service to raise the limit.',
    retry: 'on-change',
  };
  if (json !== undefined) return failure;
  return {
    ...failure,
    message: `${capital(subject)} is too large for the service, or for a proxy on the way to it.`,
    hint: `On another network it may go through: retry it there. ${failure.hint}`,
    retry: 'later',
    retryAfterMs: DAY,
  };
}

function proxySignIn(): Failure {
  return {
    code: 'offline',
    reason: 'cause-told',
    message: 'A proxy on the way to the service asks for a sign-in.',
    hint: 'Name that proxy, with a user name and a password, in the settings or in HTTPS_PROXY, or ask whoever manages the network.',
    retry: 'on-connect',
  };
}

/** Only if a file is sent can the service object to it. */
function sendsFile({ kind }: Purpose): boolean {
  return kind === 'create' || kind === 'update';
}

/** For a new file, "not found" is about its address or site: the service cannot have the file yet. */
function noPlaceFor(subject: string): Failure {
  return {
    code: 'not-found',
    message: `The service has no place for ${subject}.`,
    hint: 'If this stays, check the address of the service.',
    retry: 'later',
  };
}

const DOING = { read: 'to read', create: 'to add', update: 'to change', delete: 'to delete' } as const;

/** The service objects to the action and not to the file, and may be told to allow it at any time. */
function notAllowed({ kind, subject }: Purpose): Failure {
  return {
    code: 'refused',
    message: `The service allows nobody ${DOING[kind]} ${subject}.`,
    hint: 'If this stays, ask whoever manages the service to allow it, or check the address of the service.',
    retry: 'later',
  };
}

function tooMuchAsked(subject: string): Failure {
  return {
    code: 'too-large',
    message: `The service does not give ${subject}: that is too much at once.`,
    hint: 'If this stays, ask whoever manages the service to raise the limit.',
    retry: 'later',
  };
}

/** Statuses for a missing or odd field: 400 from the Django REST framework, 422 from FastAPI and Rails. */
const REFUSE_FIELDS: ReadonlySet<number> = new Set([400, 422]);
/**
 * Statuses that a change of the file may mend. Any other, as 402 or 451, is for the service to take back, and so is any that
 * refuses a delete: what is gone here cannot be changed.
 */
const OBJECT_TO_FILES: ReadonlySet<number> = new Set([400, 406, 409, 411, 412, 413, 414, 415, 422]);

function refusedFailure(answer: ErrorAnswer, purpose: Purpose): Failure {
  if (REFUSE_FIELDS.has(answer.status) && purpose.withoutBytes === true && asksForFile(answer.json)) {
    return {
      code: 'bytes-needed',
      message: `The service changes ${purpose.subject} only together with its content.`,
      hint: 'SiteSync sends the content along.',
      retry: 'now',
    };
  }
  // It objects to nothing that is here: only the service can change its answer.
  if (purpose.kind === 'read')
    return {
      code: 'refused',
      message: `The service refused ${purpose.subject}.`,
      hint: 'If this stays, tell whoever manages the service.',
      retry: 'later',
    };
  const refused = {
    code: 'refused',
    message: `The service refused ${verb(purpose)}${purpose.subject}.`,
  } as const;
  return OBJECT_TO_FILES.has(answer.status) && purpose.kind !== 'delete'
    ? { ...refused, hint: 'Change what the service objects to.', retry: 'on-change' }
    : { ...refused, hint: 'If this stays, tell whoever manages the service.', retry: 'later' };
}

function verb(purpose: Purpose): string {
  return purpose.kind === 'delete' ? 'to delete ' : '';
}

/**
 * Assumed: a refusal names the part in a list of fields. A refusal that says nothing readable may mean the same; trying
 * with the bytes costs one request.
 */
function asksForFile(json: unknown): boolean {
  if (!isJsonObject(json)) return true;
  return Object.hasOwn(json, FILE_PART) || /\bfile\b/i.test(serviceWords('', json));
}

/** Statuses of gateways that did not reach the service, or not to its end. Those from 520 on are Cloudflare's. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([502, 504, 520, 521, 522, 523, 524, 525, 526, 530]);
/** Of these: it gave up waiting, and does not know whether the service has finished, or still will. */
const GAVE_UP: ReadonlySet<number> = new Set([504, 520, 522, 524]);

function serverFailure(answer: ErrorAnswer, purpose: Purpose, nowMs: number): Failure {
  const { status } = answer;
  if (status === 503) {
    const busy = busyFailure(answer, nowMs, 'The service is busy or under maintenance.');
    // What stands before the service may give up waiting for it and say so, with a time or without: Varnish names one in
    // each 503 of its own.
    return purpose.kind === 'read' ? busy : { ...busy, reason: 'may-be-done' };
  }
  if (status === 511) return networkSignIn();
  const isOfGateway = OF_GATEWAYS.has(status);
  if (purpose.kind !== 'read' && isOfGateway) {
    const unknown = unknownOutcome(purpose.subject, 'a gateway gave up waiting for the service');
    return { ...unknown, reason: 'gateway', ...(GAVE_UP.has(status) ? { late: true } : {}) };
  }
  return {
    code: 'service-error',
    reason: isOfGateway ? 'gateway' : 'server-fault',
    message: `The service failed at ${purpose.subject} (status ${status}).`,
    hint: 'If this stays, tell whoever manages the service.',
    retry: 'later',
  };
}

const DAY = 86_400_000;
/** How long a busy service that names no time is left alone, ms; the next one: one that names a longer time. */
const USUAL_WAIT = 30_000;
const LONGEST_WAIT = 3_600_000;
/**
 * One that counts requests, and names no time, takes the next ones soon: within a second, as a rule. Whoever waits for it
 * asks the less often the longer that takes (`Patience`).
 */
const SOON = 0;

function busyFailure(
  answer: ErrorAnswer,
  nowMs: number,
  message: string,
  usualMs: number = USUAL_WAIT,
): Failure {
  const asked = askedMs(answer.retryAfter, nowMs);
  const isLonger = asked !== null && asked > LONGEST_WAIT;
  return {
    code: 'busy',
    message: isLonger ? `${message} It asks to be left alone for ${hours(asked)}.` : message,
    hint: '',
    retry: 'later',
    retryAfterMs: Math.min(asked ?? usualMs, LONGEST_WAIT),
    ...(asked === null || isLonger ? { waitIsOurs: true } : {}),
  };
}

function hours(ms: number): string {
  const whole = Math.round(ms / LONGEST_WAIT);
  return whole <= 1 ? 'over an hour' : whole <= 48 ? `some ${whole} hours` : 'days';
}

function networkSignIn(): Failure {
  return {
    code: 'offline',
    reason: 'cause-told',
    message: 'This network asks for a sign-in before it lets anything through.',
    hint: 'Open a web page in a browser and sign in to the network.',
    retry: 'on-connect',
  };
}

/** The failure for a 401 or 403 that the network gives instead of the service, which has not seen the request. */
export function failureOfNetwork({ status, text }: Pick<ErrorAnswer, 'status' | 'text'>): Failure {
  const failure: Failure =
    status === 401
      ? networkSignIn()
      : {
          ...networkSignIn(),
          message:
            'Something on the way to the service, as a guest network or a filter, lets nothing through.',
          hint: 'On a guest Wi-Fi, open a web page in a browser and sign in to the network; else ask whoever manages it.',
        };
  return { ...saying(failure, serviceWords(text, undefined), 'It'), detail: `HTTP ${status}` };
}

/** A 409 may also tell of something else, as that somebody has the file open there: its words say which. */
function changedFailure(subject: string, status: number): Failure {
  const failure = { code: 'changed-meanwhile', retry: 'later' } as const;
  return status === 412
    ? { ...failure, message: `${capital(subject)} was changed on the service in the meantime.`, hint: '' }
    : {
        ...failure,
        message: `The service finds a conflict with what it has of ${subject}.`,
        hint: 'If this stays, ask whoever manages the service.',
      };
}

export function signInFailure(message: string): Failure {
  return { code: 'sign-in', message, hint: 'Sign in with a valid token.', retry: 'on-sign-in' };
}

export function unknownOutcome(subject: string, why: string): Failure {
  return {
    code: 'unknown-outcome',
    message: `Whether the service has taken the change of ${subject} is not known: ${why}.`,
    hint: 'It is looked up on the service before anything is sent again.',
    retry: 'later',
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
