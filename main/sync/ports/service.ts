import type { Failure, Result } from '../../../shared/failure.ts';
import type { FileId, ModelId, SiteId } from '../../../shared/model/ids.ts';
import type { Json } from '../../../shared/model/json.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';

/** A row that could not be read as a record. With an id it still counts as seen; without one the page is not whole. */
export interface OddRecord {
  readonly id: FileId | null;
  readonly name: string | null;
  /** What is wrong with it, in words. */
  readonly why: string;
}

/** One page of a listing. `offset` and `limit` of `next` are taken from the service's next address; null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly odd: readonly OddRecord[];
  readonly count: number | null;
  readonly next: { readonly offset: number; readonly limit: number | null } | null;
}

/** A page of files as it came, not read yet. */
export interface FetchedPage {
  /** Opaque: the same for a reply to the same question that reads the same. */
  readonly version: string;
  /** `known` are rows of an earlier listing by their marks: one that reads the same is not looked into. */
  read(known: KnownRows): Promise<Result<ReadPage>>;
}

/** Ids of records by the marks of their rows. */
export type KnownRows = ReadonlyMap<string, FileId>;

/** A page of files; its `items` are those that were not known. */
export interface ReadPage extends Page<SiteFile> {
  /** Those that were known. */
  readonly same: readonly FileId[];
  /** Of all rows that are records, in the order of the service. */
  readonly ids: readonly FileId[];
  /** Of each of these, opaque: the same for a row that reads the same. */
  readonly marks: readonly string[];
  /** False where reading it tells more than its rows: it has to be read although it is the same. */
  readonly recallable: boolean;
}

/** What a create or update says of a file. `category` is text so that a value the contract does not know is kept. */
export interface FileFields {
  readonly site: SiteId;
  readonly category: string;
  readonly name: string;
  readonly contentType: string;
  /** The whole metadata to store: what others wrote, our facts under `sitesync` where it is an object. */
  readonly metadata: Json;
}

/**
 * The bytes of an upload: whole where small, else a stream of exactly `size` bytes, of which a chunk may be overwritten
 * once the next is asked for.
 */
export type UploadBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly size: number; readonly open: () => AsyncIterable<Uint8Array> };

/** What a write's reply told: the whole record, only its id, or nothing. */
export interface WriteReply {
  readonly id: FileId | null;
  readonly record: SiteFile | null;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with bytes moved since the last call. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Of a download: the bytes that the record counts. They tell what is stored packed from what was packed for the way. */
  readonly size?: number | null;
}

/** Continue a broken download: valid only while the service still has the same version of it. */
export interface ResumePoint {
  readonly offset: number;
  readonly etag: string | null;
}

export interface Download {
  /** Where the stream starts: the asked offset, or 0 where the service sent the whole again. */
  readonly offset: number;
  /** Bytes of the whole file; null where chunked or compressed, and where nothing changed and none are told. */
  readonly total: number | null;
  readonly etag: string | null;
  /** When the service says that it was changed last, in the service's own words; null where it does not say. */
  readonly modified: string | null;
  /** True: nothing changed since the etag that was given (304); the stream is empty. */
  readonly unchanged: boolean;
  /** Throws `DownloadBroken` where the connection breaks; ends early only then. */
  readonly stream: AsyncIterable<Uint8Array>;
  readonly cancel: () => void;
}

/** Thrown out of a download's stream; carries what `fail` would have carried. */
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
  /** NaN where the point has no numeric value. */
  readonly values: Float64Array;
  /** Some of the texts that stood there in place of numbers, if any did. */
  readonly words?: readonly string[];
}

export interface Traffic {
  /** Requests that wait for the other side, to take bytes or to answer. */
  readonly waiting: number;
  /** Bytes that came or left by the connections that are open: any change shows that something moved. */
  readonly moved: number;
}

/**
 * The Site Data Service, as the rest of the program sees it. Every reply is parsed before it comes out of here.
 * A network that is down answers `offline` for certain failures before sending, `unknown-outcome` for a write whose
 * reply was lost.
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
  readFile(id: FileId, options?: CallOptions): Promise<Result<SiteFile>>;
  createFile(fields: FileFields, body: UploadBody, options?: CallOptions): Promise<Result<WriteReply>>;
  /** Without a body only the fields change; fails with `bytes-needed` where the service wants the file too. */
  updateFile(
    id: FileId,
    fields: FileFields,
    body: UploadBody | null,
    options?: CallOptions,
  ): Promise<Result<WriteReply>>;
  /** A record that is already gone counts as deleted; after a lost reply it is looked at once. */
  deleteFile(id: FileId, options?: CallOptions): Promise<Result<void>>;
  downloadFile(id: FileId, resume: ResumePoint | null, options?: CallOptions): Promise<Result<Download>>;
  /** `etag`: the copy that is here already; `resume`: the part that is here. */
  downloadModel(
    site: SiteId,
    model: ModelId,
    have: { readonly etag: string | null; readonly resume: ResumePoint | null },
    options?: CallOptions,
  ): Promise<Result<Download>>;
  /**
   * Half-open range in epoch milliseconds. Ids the service does not know come back without points; one whose values cannot
   * be read does not come back, where another does.
   */
  querySeries(
    site: SiteId,
    ids: readonly string[],
    range: { readonly from: number; readonly to: number },
    options?: CallOptions,
  ): Promise<Result<readonly SeriesPoints[]>>;
  /** Bytes of a public or same-origin picture; the token goes along to the base URL's origin alone. */
  fetchPhoto(
    url: string,
    options?: CallOptions,
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly contentType: string }>>;
  /** Requests sent since the start. */
  readonly requests: number;
  /** What moves between it and us; absent where that is not known. */
  readonly traffic?: Traffic;
  /** What time it is by its own clock, as of its last answer, epoch ms, up to a second less; null where it does not say. */
  readonly time: number | null;
  close(): void;
}
