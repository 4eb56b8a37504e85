/**
 * Everything that can go wrong outside of the program, as one closed union. A failure is returned; what is thrown is a
 * bug.
 */
export type FailureCode =
  | 'offline' // no connection to the service: one state of the whole program, not of an item
  | 'timeout' // the service stopped answering in the middle
  | 'tls' // the certificate was refused, or plain http to another machine
  | 'sign-in' // 401
  | 'no-access' // 403
  | 'not-found' // 404, 410
  | 'too-large' // 413
  | 'type-refused' // 415
  | 'refused' // 400, 409, 422 and other 4xx: the service's own words are in `message`
  | 'busy' // 429, 503: `retryAfterMs` says how long
  | 'service-error' // 5xx
  | 'bytes-needed' // the service takes an update only with the file's bytes
  | 'not-understood' // HTML, truncated or odd JSON where a record was due
  | 'unknown-outcome' // a write was sent and its reply was lost
  | 'changed-meanwhile' // the record or file is not what the plan saw: plan again
  | 'damaged-transfer' // length or hash of a download do not match
  | 'in-use' // locked by another program
  | 'still-changing' // written to while it was read
  | 'just-sent' // an edit that others may write over still: its copy is not given up yet
  | 'unreadable' // no permission, I/O error, or not a regular file
  | 'read-only' // the folder does not let us write
  | 'disk-full'
  | 'folder-missing' // the root or the marker is not there
  | 'folder-in-use' // another program keeps the site's folder
  | 'unsafe-path' // would leave the site's folder, or passes a symbolic link
  | 'bad-name' // no service or disk can hold it
  | 'not-confirmed' // a delete or a changed datamodel that waits for a yes
  | 'mirror-locked' // another process works on the same data folder
  | 'mirror-broken'
  | 'bad-input' // an argument, address or setting
  | 'cancelled';

/**
 * Tells failures of one code apart where code needs to, since the words are for people only. Kept with a lasting
 * problem, and never shown.
 */
export type FailureReason =
  | 'not-let-in' // folder-missing: it may well be there, in a folder that lets nobody in
  | 'put-back' // folder-missing: it is there, and a copy of the one that was being synced
  | 'unlisted' // no-access: the service no longer lists the site
  | 'drive-over' // unreadable: another drive lies over the folder, and what is on that is not sent
  | 'not-tried' // no-access, busy: other files were refused, or put off, and this one was not asked for
  | 'shown-late' // unknown-outcome: the service may show it late, and `message` names until when it waits
  | 'signed-out' // sign-in: nobody is signed in, so that no service was asked
  | 'no-keychain' // sign-in: as signed-out, and a sign-in would not help: no token outlasts a program on this computer
  | 'unusable-token' // sign-in: it holds what no token has, so that no service was asked
  | 'cause-told' // offline, not-understood: what stands in the way is named, as a proxy, and whoever says more leaves that as it is
  | 'no-such-name' // offline: no computer has the name
  | 'nobody-listens' // offline: the computer is there, and nothing on it answers
  | 'no-way' // offline: no name can be looked up from here, or no way leads there
  | 'web-page' // not-understood, unknown-outcome: a web page answered, as that of a guest network, or a round of redirects
  | 'redirected' // not-understood: `message` names where to, as to such a page, or to where the service is now
  | 'error-instead' // service-error: with a status of success, which any web server may have meant in another way
  | 'server-fault' // service-error: it failed at a request that may well be right
  | 'fails-at-all' // service-error: it failed so at one file after another, so that it is a state of the service
  | 'gateway' // service-error, unknown-outcome: what stands before the service does not reach it
  | 'may-be-done' // busy: what says so may not know what became of the request
  | 'broke'; // timeout: the connection ended too early, where else nobody answered

/** When trying again makes sense. */
export type Retry =
  | 'later' // by itself, with back-off
  | 'on-connect' // when the service is reached again
  | 'on-sign-in'
  | 'on-change' // when the file, the record or a setting changes
  | 'now'; // at once: plan again

export interface Failure {
  readonly code: FailureCode;
  readonly reason?: FailureReason | undefined;
  /** One sentence: what happened, naming the file or site. */
  readonly message: string;
  /**
   * What the person can do, or need not fear. Whole sentences that hold wherever they are read; empty if there is
   * nothing to say. That SiteSync tries again by itself does not belong here: it does not after a command that ends,
   * and otherwise `retry` says so.
   */
  readonly hint: string;
  readonly retry: Retry;
  /** busy, too-large, just-sent, and service-error that `fails-at-all`: how long to wait, ms, if that is known. */
  readonly retryAfterMs?: number;
  /** busy: the wait is our own choice, since the service named no time, or a longer one. */
  readonly waitIsOurs?: boolean;
  /** unknown-outcome: the service may still be working on it, so the result may show later. */
  readonly late?: boolean;
  /** timeout: the answer was cut off, and a smaller question may get a whole one. */
  readonly cut?: boolean;
  /** read-only, unreadable: absolute path of a folder of our own, in a site's folder, that could not be opened. */
  readonly ownPlace?: string;
  /** Technical detail for the log; never shown first, never holds a token. */
  readonly detail?: string;
}

/** What happened and what to do, as one line. */
export function failureText({ message, hint }: Pick<Failure, 'message' | 'hint'>): string {
  return hint === '' ? message : `${message} ${hint}`;
}

/** The parts of a failure that are sent to a page. Technical detail and what only the engine uses stay behind. */
export type ToldFailure = Pick<Failure, 'code' | 'message' | 'hint' | 'retry'>;

export function toldFailure({ code, message, hint, retry }: Failure): ToldFailure {
  return { code, message, hint, retry };
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}
