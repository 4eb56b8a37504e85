import { fail, type Failure, ok, type Result } from '../../../shared/failure.ts';
import type { FileId, ModelId, SiteId } from '../../../shared/model/ids.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import type {
  CallOptions,
  ReadOptions,
  TransferOptions,
  DownloadOptions,
  Download,
  FetchedPage,
  FileFields,
  Page,
  ResumePoint,
  SeriesPoints,
  SiteDataService,
  Traffic,
  UploadBody,
  WriteReply,
} from '../../sync/ports/service.ts';
import { insecureAddress, parseBaseUrl } from './base-url.ts';
import { Client } from './requests/client.ts';
import { PATHS, canBeAddressed } from './dialect.ts';
import { openDownload } from './transfers/downloads.ts';
import { FileCalls } from './file-calls.ts';
import { fetchPhoto, type Photo } from './photo.ts';
import { PageLimit } from './pages/page-limit.ts';
import { SeriesParser } from './series/series-parser.ts';
import { listSites, querySeries, verifyToken } from './site-calls.ts';
import { DEFAULT_LIMITS, type Limits } from './connection/limits.ts';

export interface ServiceOptions {
  readonly baseUrl: string;
  /** Asked before each call, so that a new sign-in holds at once. */
  readonly token: () => string | null;
  /** The person insists on plain http to another computer. */
  readonly allowInsecure?: boolean;
  /** A proxy that is used instead of those of the environment. */
  readonly proxy?: string | null;
  /** The environment that names proxies; by default the process's own. */
  readonly env?: NodeJS.ProcessEnv;
  readonly userAgent: string;
  /** Gets one line for each request, never with the token. */
  readonly log?: (line: string) => void;
  /** Called when a page of sites was understood: this is a Site Data Service, and it accepts the token. */
  readonly onUnderstood?: () => void;
  /**
   * Called when a file of over 1 MiB, or of unknown length, begins to come. The returned function is called when
   * nothing more of it is read.
   */
  readonly onLargeDownload?: () => () => void;
  readonly timeouts?: Partial<Limits>;
  /** The most bytes of an unpacked JSON reply; by default 64 MiB. */
  readonly largestReply?: number;
}

/** The Site Data Service over HTTP. Fails with `bad-input` or `tls` if the address cannot be used. */
export function createService(options: ServiceOptions): Result<SiteDataService> {
  const baseUrl = parseBaseUrl(options.baseUrl);
  if (!baseUrl.ok) return baseUrl;
  const allowInsecure = options.allowInsecure ?? false;
  const insecure = insecureAddress(new URL(baseUrl.value), allowInsecure);
  if (insecure !== null) return fail(insecure);
  const client = new Client({
    baseUrl: baseUrl.value,
    token: options.token,
    allowInsecure,
    proxies: { own: options.proxy ?? null, env: options.env ?? process.env },
    userAgent: options.userAgent,
    log: options.log ?? (() => undefined),
    limits: { ...DEFAULT_LIMITS, ...options.timeouts },
    largestReply: options.largestReply ?? 64 * 1024 * 1024,
    onLargeDownload: options.onLargeDownload ?? (() => () => undefined),
  });
  return ok(new RestService(client, options.onUnderstood ?? (() => undefined)));
}

class RestService implements SiteDataService {
  readonly #client: Client;
  readonly #onUnderstood: () => void;
  readonly #files: FileCalls;
  readonly #sitesLimit = new PageLimit();
  readonly #series = new SeriesParser();

  constructor(client: Client, onUnderstood: () => void) {
    this.#client = client;
    this.#onUnderstood = onUnderstood;
    this.#files = new FileCalls(client);
  }

  get baseUrl(): string {
    return this.#client.options.baseUrl;
  }

  get requests(): number {
    return this.#client.requests;
  }

  get time(): number | null {
    return this.#client.time;
  }

  get traffic(): Traffic {
    return this.#client.traffic;
  }

  verifyToken(options: CallOptions = {}): Promise<Result<void>> {
    return verifyToken(this.#client, options);
  }

  async sitesPage(offset: number, limit: number, options: CallOptions = {}): Promise<Result<Page<Site>>> {
    const page = await listSites(this.#client, this.#sitesLimit, { offset, limit }, options);
    if (page.ok) this.#onUnderstood();
    return page;
  }

  fetchFilesPage(
    site: SiteId,
    offset: number,
    limit: number,
    options: CallOptions = {},
  ): Promise<Result<FetchedPage>> {
    return this.#files.fetch(site, { offset, limit }, options);
  }

  filesPage(
    site: SiteId,
    offset: number,
    limit: number,
    options: CallOptions = {},
  ): Promise<Result<Page<SiteFile>>> {
    return this.#files.list(site, { offset, limit }, options);
  }

  async readFile(id: FileId, options: ReadOptions = {}): Promise<Result<SiteFile>> {
    return canBeAddressed(id) ? this.#files.read(id, options) : fail(unaddressable(id));
  }

  createFile(
    fields: FileFields,
    body: UploadBody,
    options: TransferOptions = {},
  ): Promise<Result<WriteReply>> {
    return this.#files.create(fields, body, options);
  }

  async updateFile(
    id: FileId,
    fields: FileFields,
    body: UploadBody | null,
    options: TransferOptions = {},
  ): Promise<Result<WriteReply>> {
    return canBeAddressed(id) ? this.#files.update(id, fields, body, options) : fail(unaddressable(id));
  }

  async deleteFile(id: FileId, options: CallOptions = {}): Promise<Result<void>> {
    return canBeAddressed(id) ? this.#files.delete(id, options) : fail(unaddressable(id));
  }

  async downloadFile(
    id: FileId,
    resume: ResumePoint | null,
    options: DownloadOptions = {},
  ): Promise<Result<Download>> {
    if (!canBeAddressed(id)) return fail(unaddressable(id));
    const what = {
      address: PATHS.download(id),
      subject: options.name === undefined ? 'the content of the file' : `the content of “${options.name}”`,
      resume,
      unlessEtag: null,
    };
    return openDownload(this.#client, what, options);
  }

  async downloadModel(
    site: SiteId,
    model: ModelId,
    have: { readonly etag: string | null; readonly resume: ResumePoint | null },
    options: TransferOptions = {},
  ): Promise<Result<Download>> {
    for (const id of [site, model]) if (!canBeAddressed(id)) return fail(unaddressable(id));
    const address = PATHS.model(site, model);
    const what = { address, subject: `the model “${model}”`, resume: have.resume, unlessEtag: have.etag };
    return openDownload(this.#client, what, options);
  }

  async querySeries(
    site: SiteId,
    ids: readonly string[],
    range: { readonly from: number; readonly to: number },
    options: CallOptions = {},
  ): Promise<Result<readonly SeriesPoints[]>> {
    if (!canBeAddressed(site)) return fail(unaddressable(site));
    return querySeries(this.#client, this.#series, { site, ids, range }, options);
  }

  fetchPhoto(url: string, options: CallOptions = {}): Promise<Result<Photo>> {
    return fetchPhoto(this.#client, url, options);
  }

  close(): void {
    this.#client.close();
    this.#series.close();
  }
}

function unaddressable(id: string): Failure {
  return {
    code: 'bad-input',
    message: `“${id}” is not an ID that an address can hold.`,
    hint: 'Give the identifier as the service lists it.',
    retry: 'on-change',
  };
}
