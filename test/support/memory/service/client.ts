import { fail, type Failure, ok, type Result } from '../../../../shared/failure.ts';
import type { FileId, ModelId, SiteId } from '../../../../shared/model/ids.ts';
import type { Site } from '../../../../shared/model/site.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import {
  failureOfAnswer,
  parsePage,
  parseSeries,
  parseSite,
  parseSiteFile,
  parseWriteReply,
  type Purpose,
  signInFailure,
} from '../../../../main/adapters/rest/dialect.ts';
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
  UploadBody,
  WriteReply,
} from '../../../../main/sync/ports/service.ts';
import { cancelled, lost, offline } from './failures.ts';
import type { MemoryCall, MemoryFailure } from './faults.ts';
import { memoryDownload, readUpload } from './transfer.ts';
import type { MemoryFile, MemoryService } from './service.ts';

const READ = { subject: 'the record', kind: 'read' } as const;
const CREATE = { subject: 'the file', kind: 'create' } as const;
const UPDATE = { subject: 'the file', kind: 'update' } as const;
const DELETE = { subject: 'the file', kind: 'delete' } as const;

/** An answer of the service, or its failure with the failure that was planned for a download's body. */
type Work<T> = (planned: MemoryFailure | null) => Result<T>;

/** One laptop's view of a `MemoryService`. Rows pass through the same parsers as those of the real adapter. */
export class MemoryClient implements SiteDataService {
  readonly baseUrl = 'http://127.0.0.1:1';
  requests = 0;
  /** Its clock is not played. */
  readonly time = null;
  /** No network on this laptop. */
  offline = false;
  token: string | null;
  readonly #service: MemoryService;

  constructor(service: MemoryService, token: string | null = 'token') {
    this.#service = service;
    this.token = token;
  }

  verifyToken(options: CallOptions = {}): Promise<Result<void>> {
    return this.#call('verify', READ, options, null, () => ok(undefined));
  }

  sitesPage(offset: number, limit: number, options: CallOptions = {}): Promise<Result<Page<Site>>> {
    return this.#call('sites', READ, options, null, () => {
      const sites = [...this.#service.sites].map(([id, name]) => ({ id, name, timezone: 'Europe/Berlin' }));
      return ok(pageOf(sites.slice(offset, offset + limit), sites.length, { offset, limit }, parseSite));
    });
  }

  async fetchFilesPage(
    site: SiteId,
    offset: number,
    limit: number,
    options: CallOptions = {},
  ): Promise<Result<FetchedPage>> {
    return fetched(await this.filesPage(site, offset, limit, options));
  }

  filesPage(
    site: SiteId,
    offset: number,
    limit: number,
    options: CallOptions = {},
  ): Promise<Result<Page<SiteFile>>> {
    return this.#call('list', READ, options, site, () => {
      const { faults } = this.#service;
      const all = this.#service.listed().filter((file) => faults.ignoresFilters || file.site === site);
      const listed = faults.emptyListing ? [] : all;
      const rows = faults.spoil(listed.slice(offset, offset + limit).map(rowOf));
      return ok(pageOf(rows, listed.length, { offset, limit }, (row) => parseSiteFile(row, site)));
    });
  }

  readFile(id: FileId, options: ReadOptions = {}): Promise<Result<SiteFile>> {
    return this.#call('read', READ, options, null, () => {
      const file = this.#visible(id, READ);
      return file.ok ? ok(recordOf(file.value)) : file;
    });
  }

  async createFile(
    fields: FileFields,
    body: UploadBody,
    options: TransferOptions = {},
  ): Promise<Result<WriteReply>> {
    return this.#upload('create', CREATE, fields, body, options, (content) => {
      if (!this.#service.sites.has(fields.site)) return fail(this.#answer(400, CREATE, 'No such site.'));
      const id = this.#service.addFile(fields.site, { ...fields, content: content ?? '' });
      const { createReply } = this.#service.faults;
      const file = this.#service.file(id);
      const reply = createReply === 'record' && file !== null ? rowOf(file) : { id };
      return ok(parseWriteReply(createReply === 'nothing' ? undefined : reply, null, fields.site));
    });
  }

  async updateFile(
    id: FileId,
    fields: FileFields,
    body: UploadBody | null,
    options: TransferOptions = {},
  ): Promise<Result<WriteReply>> {
    const purpose: Purpose = { ...UPDATE, withoutBytes: body === null };
    return this.#upload('update', purpose, fields, body, options, (content) => {
      const old = this.#visible(id, purpose);
      if (!old.ok) return old;
      if (content === null && this.#service.faults.updateNeedsFile) {
        return fail(this.#answer(400, purpose, { file: ['No file was submitted.'] }));
      }
      this.#service.editFile(id, { ...fields, ...(content === null ? {} : { content }) });
      const file = this.#service.file(id);
      return ok({ id, record: file === null ? null : recordOf(file) });
    });
  }

  async deleteFile(id: FileId, options: CallOptions = {}): Promise<Result<void>> {
    const result = await this.#call('delete', DELETE, options, null, () => {
      const file = this.#visible(id, DELETE);
      if (!file.ok) return file;
      this.#service.deleteFile(id);
      return ok(undefined);
    });
    if (result.ok || result.failure.code === 'not-found') return ok(undefined);
    if (result.failure.code !== 'unknown-outcome') return result;
    const left = await this.readFile(id, options);
    return !left.ok && left.failure.code === 'not-found' ? ok(undefined) : result;
  }

  downloadFile(
    id: FileId,
    resume: ResumePoint | null,
    options: DownloadOptions = {},
  ): Promise<Result<Download>> {
    return this.#call('download', READ, options, null, (planned) => {
      const file = this.#visible(id, READ);
      if (!file.ok) return file;
      const { content, version } = file.value;
      return ok(memoryDownload({ bytes: content, version }, resume, null, planned, options));
    });
  }

  downloadModel(
    site: SiteId,
    model: ModelId,
    have: { readonly etag: string | null; readonly resume: ResumePoint | null },
    options: TransferOptions = {},
  ): Promise<Result<Download>> {
    return this.#call('model', READ, options, site, (planned) => {
      const stored = this.#service.models.get(`${site}/${model}`);
      if (stored === undefined) return fail(this.#answer(404, READ));
      return ok(memoryDownload(stored, have.resume, have.etag, planned, options));
    });
  }

  querySeries(
    site: SiteId,
    ids: readonly string[],
    range: { readonly from: number; readonly to: number },
    options: CallOptions = {},
  ): Promise<Result<readonly SeriesPoints[]>> {
    return this.#call('series', READ, options, site, () => {
      if (!this.#service.sites.has(site)) return fail(this.#answer(404, READ));
      const reply = ids.map((id) => [id, this.#service.series.get(`${site}/${id}`) ?? []]);
      const parsed = parseSeries(Object.fromEntries(reply), ids, range);
      if (typeof parsed === 'string') throw new Error(`The points of the test are ${parsed}.`);
      return ok(parsed);
    });
  }

  fetchPhoto(
    url: string,
    options: CallOptions = {},
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly contentType: string }>> {
    return this.#call('photo', READ, options, null, () => {
      const bytes = this.#service.photos.get(url);
      return bytes === undefined ? fail(this.#answer(404, READ)) : ok({ bytes, contentType: 'image/jpeg' });
    });
  }

  close(): void {
    this.offline = true;
  }

  /** The bytes are taken in first, as a service does before it judges a form. */
  async #upload(
    call: MemoryCall,
    purpose: Purpose,
    fields: FileFields,
    body: UploadBody | null,
    options: TransferOptions,
    store: (content: Uint8Array | null) => Result<WriteReply>,
  ): Promise<Result<WriteReply>> {
    const taken: Result<Uint8Array | null> = body === null ? ok(null) : await readUpload(body, options);
    if (!taken.ok) return taken;
    const { rewrite } = this.#service.faults;
    const { value } = taken;
    const content = value === null || rewrite === null ? value : rewrite(value, fields.name);
    return this.#call(call, purpose, options, fields.site, () => store(content));
  }

  async #call<T>(
    call: MemoryCall,
    purpose: Purpose,
    options: CallOptions,
    site: SiteId | null,
    work: Work<T>,
  ): Promise<Result<T>> {
    if (isAborted(options)) return fail(cancelled());
    if (this.token === null) return fail(signInFailure('No one is signed in.'));
    this.requests += 1;
    await Promise.resolve();
    if (this.offline) return fail(offline());
    this.#service.faults.onCall?.(call);
    const planned = this.#service.faults.take(call);
    if (planned === 'refuse-connection') return fail(offline());
    if (planned === 'lose-before') return fail(lost(purpose));
    if (planned !== null && typeof planned === 'object' && 'status' in planned) {
      return fail(this.#answer(planned.status, purpose, planned.words, planned.retryAfter));
    }
    if (!this.#service.tokens.has(this.token)) return fail(this.#answer(401, purpose));
    if (site !== null && this.#service.forbidden.has(site)) return fail(this.#answer(403, purpose));
    const result = work(planned);
    // The signal may have come while the service worked; what it did is done.
    if (isAborted(options)) return fail(cancelled());
    return planned === 'lose-after' ? fail(lost(purpose)) : result;
  }

  /** The record, if it is there and its site is not forbidden. */
  #visible(id: FileId, purpose: Purpose): Result<MemoryFile> {
    const file = this.#service.file(id);
    if (file === null) return fail(this.#answer(404, purpose));
    return this.#service.forbidden.has(file.site) ? fail(this.#answer(403, purpose)) : ok(file);
  }

  #answer(status: number, purpose: Purpose, words: unknown = '', retryAfter?: number): Failure {
    const json = typeof words === 'string' ? { detail: words } : words;
    const answer = { status, text: '', json, retryAfter: retryAfter?.toString() ?? null };
    return failureOfAnswer(answer, purpose, this.#service.env.now());
  }
}

function pageOf<T>(
  rows: readonly unknown[],
  count: number,
  asked: { readonly offset: number; readonly limit: number },
  parse: Parameters<typeof parsePage<T>>[2],
): Page<T> {
  const end = asked.offset + asked.limit;
  const next = end < count ? `?limit=${asked.limit}&offset=${end}` : null;
  const page = parsePage({ count, next, results: rows }, asked, parse);
  if (page === null) throw new Error('A page of our own making is always understood.');
  return page;
}

function rowOf(file: MemoryFile): Record<string, unknown> {
  return {
    id: file.id,
    site: file.site,
    category: file.category,
    name: file.name,
    file: `/media/${file.version}`,
    uploaded_by: '00000000-0000-4000-8000-000000000001',
    created_at: new Date(file.createdAt).toISOString(),
    updated_at: new Date(file.updatedAt).toISOString(),
    download_url: `/api/v1/files/${file.id}/download/`,
    entity_uri: `urn:site-data:file:${file.id}`,
    content_type: file.contentType,
    size_bytes: file.content.length,
    metadata: file.metadata,
  };
}

function recordOf(file: MemoryFile): SiteFile {
  const parsed = parseSiteFile(rowOf(file), null);
  if (!parsed.ok) throw new Error(`A record of our own making is always understood: ${parsed.odd.why}`);
  return parsed.value;
}

/** A function, since the compiler holds a signal that was read once to stay as it was. */
function isAborted(options: CallOptions): boolean {
  return options.signal?.aborted === true;
}

/** A page in memory as one that came; what it says is its version, and what a row says its hash. */
export function fetched(page: Result<Page<SiteFile>>): Result<FetchedPage> {
  if (!page.ok) return page;
  const { value } = page;
  const ids = value.items.map((item) => item.id);
  const rowHashes = value.items.map((item) => JSON.stringify(item));
  return ok({
    version: JSON.stringify(value),
    read: (known) => {
      const same = rowHashes.flatMap((rowHash) => known.get(rowHash) ?? []);
      const items = value.items.filter((_, at) => !known.has(rowHashes[at] ?? ''));
      return Promise.resolve(ok({ ...value, items, same, ids, rowHashes, recallable: true }));
    },
  });
}
