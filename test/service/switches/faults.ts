/** A reply that replaces the handling of a request. Without `body` the error is written in the current `errorForm`. */
export interface FaultReply {
  readonly status: number;
  /** Seconds for the Retry-After header. */
  readonly retryAfter?: number;
  /** Sent as it is; JSON unless it begins with `<`. */
  readonly body?: string;
}

/**
 * What happens to a request that a planned failure matches:
 * a reply · `drop-before`: the socket is closed and nothing was done · `drop-after`: the work is done and committed, then
 * the socket is closed without a reply · `hang`: nothing is ever answered · `html-200`: a page of HTML with status 200 ·
 * `truncateDownload`: the socket is closed after that many bytes of a download's body.
 */
export type FaultAction =
  | FaultReply
  | 'drop-before'
  | 'drop-after'
  | 'hang'
  | 'html-200'
  | { readonly truncateDownload: number };

export interface PlannedFailure {
  /** A missing member matches everything; `pathPrefix` is compared with the path without its query. */
  readonly match?: { readonly method?: string; readonly pathPrefix?: string };
  /** How many matching requests pass unharmed first; 0 where absent. */
  readonly after?: number;
  /** How many matching requests fail; 1 where absent. */
  readonly times?: number;
  readonly action: FaultAction;
}

/** What goes wrong. Everything is off by default; numbers of pages count down and end by themselves. */
export interface Faults {
  /** Milliseconds that every request waits before it is looked at. */
  readonly latencyMs: number;
  /** Bytes per second of each download; 0 is unlimited. */
  readonly downloadBytesPerSecond: number;
  /** Planned failures, tried in order; each ends after its `times`. Setting it replaces the whole list. */
  readonly failNext: readonly PlannedFailure[];
  /** Number of file pages that leave out one row from their middle; `count` stays right. */
  readonly skipRow: number;
  /** Number of file pages with an offset above 0 that begin one row late, as after a delete between two pages. */
  readonly shiftRows: number;
  /** Number of file pages that repeat a row. */
  readonly duplicateRow: number;
  /** Number of file pages whose `count` is one more than that of the page before. */
  readonly changeCountBetweenPages: number;
  /** Ids that listings leave out, `count` included, although the record can be read by its id. */
  readonly hiddenFromList: readonly string[];
  /** The list of files answers 200 with no rows and a count of 0. */
  readonly emptyListing: boolean;
  /** The list of sites answers 200 with no rows and a count of 0. */
  readonly emptySiteList: boolean;
  /** Larger files are refused with 413; 0 is unlimited. */
  readonly maxUploadBytes: number;
  /** Extensions with their dot, lower case (`.exe`), whose files are refused with 415. */
  readonly refusedExtensions: readonly string[];
  /** Requests per second of each token; the others get 429 with Retry-After. 0 is unlimited. */
  readonly rateLimit: number;
  /** Everything is answered with 503 and Retry-After. */
  readonly maintenance: boolean;
  /** Seconds of Retry-After in `rateLimit` and `maintenance`. */
  readonly retryAfter: number;
  /** How Retry-After is written: a number of seconds, or a date of HTTP. */
  readonly retryAfterForm: 'seconds' | 'date';
}

export const DEFAULT_FAULTS: Faults = {
  latencyMs: 0,
  downloadBytesPerSecond: 0,
  failNext: [],
  skipRow: 0,
  shiftRows: 0,
  duplicateRow: 0,
  changeCountBetweenPages: 0,
  hiddenFromList: [],
  emptyListing: false,
  emptySiteList: false,
  maxUploadBytes: 0,
  refusedExtensions: [],
  rateLimit: 0,
  maintenance: false,
  retryAfter: 1,
  retryAfterForm: 'seconds',
};

export const FAULT_CHOICES: { readonly [K in keyof Faults]?: readonly Faults[K][] } = {
  retryAfterForm: ['seconds', 'date'],
};
