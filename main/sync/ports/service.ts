import type { Failure, Result } from '../../../shared/failure.ts';
import type { FileId, ModelId, RemoteFingerprint, SiteId } from '../../../shared/model/ids.ts';
import type { Json } from '../../../shared/model/json.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';

/** A row that could not be read as a record. If it has an id it still counts as seen; else the page is not whole. */
export interface OddRecord {
  readonly id: FileId | null;
  readonly name: string | null;
  /** What is wrong with it, in words. */
  readonly why: string;
}

/** One page of a listing. `next` holds the offset and limit of the service's next address; null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly odd: readonly OddRecord[];
  readonly count: number | null;
  readonly next: { readonly offset: number; readonly limit: number | null } | null;
}

/** A page of files as it came, not read yet. */
export interface FetchedPage {
  /** Opaque: equal for two replies to the same question that read the same. */
  readonly version: string;
  /** `known`: rows of an earlier listing by their hashes. A row that reads the same is not looked into. */
  read(known: KnownRows): Promise<Result<ReadPage>>;
}

/** Ids of records by the hashes of their rows. */
export type KnownRows = ReadonlyMap<string, FileId>;

/** A page of files; its `items` are those that were not known. */
export interface ReadPage extends Page<SiteFile> {
  /** The ids of those that were known. */
  readonly same: readonly FileId[];
  /** The ids of all rows that are records, in the order of the service. */
  readonly ids: readonly FileId[];
  /** The hash of each of these rows. Opaque: equal for rows that read the same. */
  readonly rowHashes: readonly string[];
  /** False if the page tells more than its rows: it has to be read even if it is the same. */
  readonly recallable: boolean;
}

/**
 * What a create or update says of a file. `category` is text, so that a value that the contract does not know is
 * kept.
 */
export interface FileFields {
  readonly site: SiteId;
  readonly category: string;
  readonly name: string;
  readonly contentType: string;
  /** The whole metadata to store: what others wrote and, if that is an object, our facts under `sitesync`. */
  readonly metadata: Json;
}

/**
 * The bytes of an upload: whole if they are few, else a stream of exactly `size` bytes. A chunk may be overwritten
 * once the next one is asked for.
 */
export type UploadBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly size: number; readonly open: () => AsyncIterable<Uint8Array> };

/** What the reply to a write tells: the whole record, only its id, or nothing. */
export interface WriteReply {
  readonly id: FileId | null;
  readonly record: SiteFile | null;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ReadOptions extends CallOptions {
  /**
   * The version of the record in the list. Some services show a record otherwise there than by itself; this tells when to
   * find out how.
   */
  readonly expect?: RemoteFingerprint;
}

export interface TransferOptions extends CallOptions {
  /** Called with bytes moved since the last call. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

export interface DownloadOptions extends TransferOptions {
  /**
   * The size of the record in bytes. It tells a file that is stored compressed from one that was compressed for the
   * transfer.
   */
  readonly size?: number | null;
  /** The name of the file. An answer in JSON may be a file of that name, or a link to another. */
  readonly name?: string;
}

/** Where to continue a broken download: only valid while the service still has the same version of the file. */
export interface ResumePoint {
  readonly offset: number;
  readonly etag: string | null;
}

export interface Download {
  /** Where the stream starts: at the offset that was asked for, or at 0 if the service sends the whole again. */
  readonly offset: number;
  /**
   * Bytes of the whole file; null if the reply does not tell, as when it is chunked, compressed, or says that nothing
   * changed.
   */
  readonly total: number | null;
  readonly etag: string | null;
  /** When the file was last changed, in the service's own words; null if the service does not say. */
  readonly modified: string | null;
  /** True: nothing changed since the etag that was given (304); the stream is empty. */
  readonly unchanged: boolean;
  /** Throws `DownloadBroken` if the connection breaks, and never ends early otherwise. */
  readonly stream: AsyncIterable<Uint8Array>;
  readonly cancel: () => void;
}

/** Thrown by the stream of a download, with the failure that a call would have returned. */
export class DownloadBroken extends Error {
  override readonly name = 'DownloadBroken';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** One series as the service answered it, normalised: epoch milliseconds ascending, null where it says "no value". */
export interface SeriesPoints {
  readonly id: string;
  readonly times: Float64Array;
  /** NaN for a point without a numeric value. */
  readonly values: Float64Array;
  /** Some of the texts that came in place of numbers, if any did. */
  readonly words?: readonly string[];
}

export interface Traffic {
  /** Requests that wait for the service to take bytes or to answer. */
  readonly waiting: number;
  /** Bytes that came or went over the connections that are open now: any change shows that something moved. */
  readonly moved: number;
}

/**
 * The Site Data Service, as the rest of the program sees it. Every reply is parsed before it comes out of here.
 * Without a network a call fails with `offline` if nothing can have been sent; a write whose reply was lost fails
 * with `unknown-outcome`.
 */
export interface SiteDataService {
  readonly baseUrl: string;
  verifyToken(options?: CallOptions): Promise<Result<void>>;
  sitesPage(offset: number, limit: number, options?: CallOptions): Promise<Result<Page<Site>>>;
  /** Fetches a page without reading it. */
  fetchFilesPage(
    site: SiteId,
    offset: number,
    limit: number,
    options?: CallOptions,
  ): Promise<Result<FetchedPage>>;
  filesPage(
    site: SiteId,
    offset: number,
    limit: number,
    options?: CallOptions,
  ): Promise<Result<Page<SiteFile>>>;
  readFile(id: FileId, options?: ReadOptions): Promise<Result<SiteFile>>;
  createFile(fields: FileFields, body: UploadBody, options?: TransferOptions): Promise<Result<WriteReply>>;
  /** Without a body only the fields change. Fails with `bytes-needed` if the service wants the file too. */
  updateFile(
    id: FileId,
    fields: FileFields,
    body: UploadBody | null,
    options?: TransferOptions,
  ): Promise<Result<WriteReply>>;
  /** A record that is already gone counts as deleted. After a lost reply the record is looked at once. */
  deleteFile(id: FileId, options?: CallOptions): Promise<Result<void>>;
  downloadFile(id: FileId, resume: ResumePoint | null, options?: DownloadOptions): Promise<Result<Download>>;
  /** `have`: the etag of the copy that is here, and the part of a broken download that is here. */
  downloadModel(
    site: SiteId,
    model: ModelId,
    have: { readonly etag: string | null; readonly resume: ResumePoint | null },
    options?: TransferOptions,
  ): Promise<Result<Download>>;
  /**
   * The range is half-open, in epoch ms. An id that the service does not know comes back without points. A series
   * whose values cannot be read does not come back if another one can.
   */
  querySeries(
    site: SiteId,
    ids: readonly string[],
    range: { readonly from: number; readonly to: number },
    options?: CallOptions,
  ): Promise<Result<readonly SeriesPoints[]>>;
  /** The bytes of a public or same-origin picture. Only the base URL's own origin gets the token. */
  fetchPhoto(
    url: string,
    options?: CallOptions,
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly contentType: string }>>;
  /** Requests sent since the start. */
  readonly requests: number;
  /** What moves between the service and us; absent if that is not known. */
  readonly traffic?: Traffic;
  /**
   * The time by the service's own clock when it last answered, epoch ms, up to a second too early; null if it does
   * not say.
   */
  readonly time: number | null;
  close(): void;
}
