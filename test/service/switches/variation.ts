/**
 * How the service reads what its contract leaves open. Every default is the habit of the Django REST framework;
 * each switch turns on one neighbour that a client has to take as well.
 */
export interface Variation {
  /**
   * What a create answers with: the record, the record with other texts than reads and lists have (`unlike`),
   * `{"id": …}` alone, or an empty body.
   */
  readonly createReply: 'record' | 'unlike' | 'id' | 'nothing';
  /** The status of a successful create. */
  readonly createStatus: 200 | 201 | 202;
  /** What an update answers with, in the same words; status 204 never has a body. */
  readonly updateReply: 'record' | 'unlike' | 'nothing';
  /** The status of a successful update. */
  readonly updateStatus: 200 | 202 | 204;
  /** The status of a successful delete; its body is always empty. */
  readonly deleteStatus: 200 | 202 | 204;
  /** An update without `file` is refused with 400 `{"file": ["No file was submitted."]}`. */
  readonly updateNeedsFile: boolean;
  /** A file of no bytes is refused with 400 `{"file": ["The submitted file is empty."]}`. */
  readonly refusesEmptyFiles: boolean;
  /** `metadata` of a create or update is ignored; new records have `{}`. */
  readonly dropsMetadata: boolean;
  /** `metadata` is returned as JSON text inside a string. */
  readonly metadataAsText: boolean;
  /** `metadata` is returned as null, whatever is stored. */
  readonly metadataNull: boolean;
  /** Uploaded `.csv` files get a newline appended, so that stored bytes and size differ from what was sent. */
  readonly rewritesContent: boolean;
  /** `site_id` and `category` of a listing are ignored: all records that the token may see are listed. */
  readonly ignoresFilters: boolean;
  /** The page size where a request names none. */
  readonly defaultPageSize: number;
  /** The largest page; a larger `limit` is silently lowered to it, or refused with 422. */
  readonly maxPageSize: number;
  readonly refusesLargePages: boolean;
  /**
   * How `next` and `previous` name a page. `null`, `absent` and `empty` are written even where there is another page,
   * so that only `count` tells; `other-host` names a host behind a proxy that the client cannot reach.
   */
  readonly nextForm: 'absolute' | 'relative' | 'null' | 'absent' | 'empty' | 'other-host';
  /** What `next` and `previous` are where there is no such page. */
  readonly endForm: 'null' | 'absent' | 'empty';
  /** The body of every error: JSON with `detail` or field lists, a page of HTML, or nothing. */
  readonly errorForm: 'json' | 'html' | 'empty';
  /**
   * How a file's or model's bytes come: with Content-Length and Range; by a 302 to another path of this origin; by a
   * 302 to a second origin, which needs no token and notes whether it was sent one; as JSON `{"url": …}` with an
   * address there; chunked without a length; or
   * with Content-Encoding gzip. The last two ignore Range.
   */
  readonly downloadForm: 'direct' | 'redirect' | 'redirect-other-origin' | 'link' | 'chunked' | 'gzip';
  /** Ids of records whose `size_bytes` is written as 9223372036854775807. */
  readonly hugeSizes: readonly string[];
  /** Every page is cut from a freshly shuffled order, so pages of one listing do not fit together. */
  readonly unstableOrder: boolean;
  /**
   * The shape of a timeseries answer:
   * map `{id: [[t, v], …]}`; list `[{"timeseriesId", "points": [{"time", "value"}, …]}]`;
   * flat `[{"timeseriesId", "time", "value"}, …]`; columns `{"time": [t, …], "<id>": [v|null, …], …}`.
   */
  readonly timeseriesForm: 'map' | 'list' | 'flat' | 'columns';
  /** How a point's time is written: ISO 8601 UTC text, or a number of seconds or milliseconds since 1970. */
  readonly timeseriesTime: 'iso' | 'seconds' | 'millis';
  /** `start` and `end` are ignored: every point of the series is returned. */
  readonly timeseriesIgnoresRange: boolean;
  /** A point without a value says “fault” in its place, in each form but columns. */
  readonly timeseriesFaults: boolean;
  /** Records of category `other` are returned as `handover`, which the contract does not know. */
  readonly categoriesUnknown: boolean;
  /** `download_url` and `file` carry a query string that is new at every reading. */
  readonly signedUrls: boolean;
}

export const DEFAULT_VARIATION: Variation = {
  createReply: 'record',
  createStatus: 201,
  updateReply: 'record',
  updateStatus: 200,
  deleteStatus: 204,
  updateNeedsFile: false,
  refusesEmptyFiles: false,
  dropsMetadata: false,
  metadataAsText: false,
  metadataNull: false,
  rewritesContent: false,
  ignoresFilters: false,
  defaultPageSize: 100,
  maxPageSize: 1000,
  refusesLargePages: false,
  nextForm: 'absolute',
  endForm: 'null',
  errorForm: 'json',
  downloadForm: 'direct',
  hugeSizes: [],
  unstableOrder: false,
  timeseriesForm: 'map',
  timeseriesTime: 'iso',
  timeseriesIgnoresRange: false,
  timeseriesFaults: false,
  categoriesUnknown: false,
  signedUrls: false,
};

/** The members of every switch that is a choice, so that a setting from the command line can be checked. */
export const VARIATION_CHOICES: { readonly [K in keyof Variation]?: readonly Variation[K][] } = {
  createReply: ['record', 'unlike', 'id', 'nothing'],
  createStatus: [200, 201, 202],
  updateReply: ['record', 'unlike', 'nothing'],
  updateStatus: [200, 202, 204],
  deleteStatus: [200, 202, 204],
  nextForm: ['absolute', 'relative', 'null', 'absent', 'empty', 'other-host'],
  endForm: ['null', 'absent', 'empty'],
  errorForm: ['json', 'html', 'empty'],
  downloadForm: ['direct', 'redirect', 'redirect-other-origin', 'link', 'chunked', 'gzip'],
  timeseriesForm: ['map', 'list', 'flat', 'columns'],
  timeseriesTime: ['iso', 'seconds', 'millis'],
};
