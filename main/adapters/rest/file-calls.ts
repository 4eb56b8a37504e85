import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { fail, type Failure, ok, type Result } from '../../../shared/failure.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import { isJsonObject, mayBeInexact, parseExactly, parseJson } from '../../../shared/model/json.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import type {
  CallOptions,
  ReadOptions,
  TransferOptions,
  FetchedPage,
  FileFields,
  KnownRows,
  Page,
  UploadBody,
  WriteReply,
} from '../../sync/ports/service.ts';
import type { Client, Reply } from './requests/client.ts';
import { notUnderstood } from './requests/odd-answers.ts';
import {
  type AskedPage,
  type ListedForm,
  listedForm,
  listQuery,
  parseSiteFile,
  parseWriteReply,
  PATHS,
  recordId,
  rowsOf,
  saying,
  unknownOutcome,
  wordsOfError,
} from './dialect.ts';
import { PageLimit } from './pages/page-limit.ts';
import { textOf } from './requests/reply-body.ts';
import { ROWS_A_TURN, RowsRead } from './pages/rows-read.ts';
import { formBody } from './transfers/uploads.ts';

const NONE_KNOWN: KnownRows = new Map();

/** The calls on file records. */
export class FileCalls {
  readonly #client: Client;
  /**
   * Records that name no site, and the site whose listing showed them. Empty with a service that keeps the contract.
   */
  readonly #siteless = new Map<FileId, SiteId>();
  readonly #limit = new PageLimit();
  /** Short, since it is part of the hash of each row. */
  readonly #release: string;
  /** How lists show records where they do otherwise than by themselves. Null until that was asked. */
  #listedForm: Promise<ListedForm | null> | null = null;
  /** Do answers to writes show a record as it reads otherwise? Null until that was tried. */
  #showsAsRead: Promise<boolean | null> | null = null;

  constructor(client: Client) {
    this.#client = client;
    this.#release = hash('sha256', client.options.userAgent, 'base64url').slice(0, 6);
  }

  async list(site: SiteId, page: AskedPage, options: CallOptions): Promise<Result<Page<SiteFile>>> {
    const fetched = await this.fetch(site, page, options);
    return fetched.ok ? fetched.value.read(NONE_KNOWN) : fetched;
  }

  async fetch(site: SiteId, page: AskedPage, options: CallOptions): Promise<Result<FetchedPage>> {
    const subject = 'the list of files';
    let asked = page;
    const reply = await this.#limit.ask(page.limit, (limit) => {
      asked = { ...page, limit };
      return this.#client.askBytes({
        method: 'GET',
        address: `${PATHS.files}?${listQuery(page.offset, limit, site)}`,
        purpose: { subject, kind: 'read' },
        redirects: 'same-origin',
        signal: options.signal,
      });
    });
    if (!reply.ok) return reply;
    const { bytes } = reply.value;
    return ok({
      // Another release of SiteSync may read the same bytes differently.
      version: `${hash('sha256', bytes, 'base64')} ${this.#client.options.userAgent}`,
      read: async (known) => {
        const read = new RowsRead(site, bytes, this.#release, known);
        const look = read.look();
        let text = look.next();
        for (; text.done !== true; text = look.next()) await turn();
        const json = parseJson(text.value);
        const rows = rowsOf(json);
        if (rows === null || !read.fits(rows.length)) return this.#client.odd(subject, textOf(bytes));
        for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
          await turn();
          for (const row of rows.slice(from, from + ROWS_A_TURN)) read.take(row);
        }
        await turn();
        for (const id of read.siteless) this.#siteless.set(id, site);
        return ok(read.page(json, asked));
      },
    });
  }

  async read(id: FileId, options: ReadOptions): Promise<Result<SiteFile>> {
    const subject = 'the file record';
    const reply = await this.#get(PATHS.file(id), subject, options);
    if (!reply.ok) return reply;
    const { json, text } = reply.value;
    const site = this.#siteless.get(id) ?? null;
    let parsed = parseSiteFile(json, site, await this.#listedForm);
    if (parsed.ok && options.expect !== undefined && options.expect !== parsed.value.fingerprint) {
      this.#listedForm ??= this.#learnForm(parsed.value.site, options);
      parsed = parseSiteFile(json, site, await this.#listedForm);
    }
    if (!parsed.ok && parsed.odd.id === null) return this.#client.odd(subject, text);
    if (!parsed.ok) return this.#odd(subject, parsed.odd.why);
    if (parsed.value.id !== id) return this.#odd(subject, 'It is another record.');
    return ok(withExactMetadata(parsed.value, text));
  }

  /**
   * How lists show records, by the first record of a list. Asked once, when a record is not as it was listed. It counts only
   * if the list still says the same afterwards: else that record has changed meanwhile.
   */
  async #learnForm(site: SiteId, options: CallOptions): Promise<ListedForm | null> {
    const first = async (): Promise<unknown> => {
      const page = await this.#get(`${PATHS.files}?${listQuery(0, 2, site)}`, 'the list of files', options);
      return page.ok ? rowsOf(page.value.json)?.[0] : undefined;
    };
    const listed = await first();
    const id = isJsonObject(listed) ? recordId(listed) : null;
    const record = id === null ? null : await this.#get(PATHS.file(id), 'the file record', options);
    const form = record?.ok === true ? listedForm(listed, record.value.json) : null;
    if (form !== null && JSON.stringify(await first()) === JSON.stringify(listed)) return form;
    // What was not understood, or failed, is tried again at the next such record.
    if (record?.ok !== true || form !== null) this.#listedForm = null;
    return null;
  }

  #get(address: string, subject: string, { signal }: CallOptions): Promise<Result<Reply>> {
    return this.#client.ask({
      method: 'GET',
      address,
      purpose: { subject, kind: 'read' },
      redirects: 'same-origin',
      signal,
    });
  }

  async create(
    fields: FileFields,
    content: UploadBody,
    options: TransferOptions,
  ): Promise<Result<WriteReply>> {
    const reply = await this.#write('POST', PATHS.files, fields, content, options);
    return reply.ok ? ok(await this.#believed(reply.value, true, options)) : reply;
  }

  async update(
    id: FileId,
    fields: FileFields,
    content: UploadBody | null,
    options: TransferOptions,
  ): Promise<Result<WriteReply>> {
    const reply = await this.#write('PUT', PATHS.file(id), fields, content, options);
    if (!reply.ok) return reply;
    // Whatever the body says, the record that was addressed is the one that was updated.
    const record = reply.value.record?.id === id ? reply.value.record : null;
    return ok(await this.#believed({ id, record }, false, options));
  }

  async delete(id: FileId, options: CallOptions): Promise<Result<void>> {
    const reply = await this.#client.ask({
      method: 'DELETE',
      address: PATHS.file(id),
      purpose: { subject: 'the file record', kind: 'delete' },
      redirects: 'never',
      signal: options.signal,
    });
    if (!reply.ok && reply.failure.code !== 'not-found' && reply.failure.code !== 'unknown-outcome')
      return reply;
    // 202: it may be done later. 404: some services answer so if an account may see a record but not delete it. With
    // words: these may be an error. If such an answer were taken for done, the file would be fetched again as a new one.
    // If the reply was lost, nothing else would ever tell that the record went by this delete.
    if (reply.ok && reply.value.status !== 202 && reply.value.text === '') return ok(undefined);
    const left = await this.read(id, options);
    if (!left.ok && left.failure.code === 'not-found') return ok(undefined);
    if (!reply.ok && reply.failure.code === 'unknown-outcome') return reply;
    // Other failures say nothing about the record (rule 3).
    if (!left.ok) return left;
    return this.#client.failed(reply.ok ? notGoneYet(wordsOfError(reply.value.json)) : notFoundAndThere());
  }

  async #write(
    method: 'POST' | 'PUT',
    address: string,
    fields: FileFields,
    content: UploadBody | null,
    options: TransferOptions,
  ): Promise<Result<WriteReply>> {
    const kind = method === 'POST' ? 'create' : 'update';
    const { body, headers } = formBody(fields, content, (bytes) => options.onBytes?.(bytes));
    const reply = await this.#client.ask({
      method,
      address,
      purpose: { subject: `“${fields.name}”`, kind, withoutBytes: content === null },
      redirects: 'never',
      headers,
      body,
      signal: options.signal,
    });
    if (!reply.ok) return fail(reply.failure);
    const { json, header } = reply.value;
    const told = parseWriteReply(json, header('location'), fields.site);
    const words = told.id === null ? wordsOfError(json) : '';
    if (words !== '') return this.#client.failed(toldError(fields.name, words));
    // Streams count their bytes while they are sent.
    if (body instanceof Buffer && content?.kind === 'bytes') options.onBytes?.(content.bytes.length);
    return ok(told);
  }

  /**
   * The reply to a write, without its record if such records cannot be agreed on. Some services write other texts there
   * than in lists: a time with more digits, an address without its host. Then each file that was sent would look edited
   * by others: it would be fetched, and one that is deleted here would come back. So the first record is read once more.
   */
  async #believed(reply: WriteReply, isNew: boolean, options: CallOptions): Promise<WriteReply> {
    const { record } = reply;
    if (record === null) return reply;
    const asked = (this.#showsAsRead ??= this.#readsTheSame(record, isNew, options));
    const same = await asked;
    if (same === null && this.#showsAsRead === asked) this.#showsAsRead = null;
    return same === false ? { ...reply, record: null } : reply;
  }

  /**
   * Null if it could not be read, or if that may be another version: a cache, or a second server behind the service, may
   * still show the one before.
   */
  async #readsTheSame(shown: SiteFile, isNew: boolean, { signal }: CallOptions): Promise<boolean | null> {
    const read = await this.read(shown.id, { signal });
    if (!read.ok) return null;
    if (read.value.fingerprint === shown.fingerprint) return true;
    return isNew || isOneVersion(read.value, shown) ? false : null;
  }

  #odd(subject: string, detail: string): { readonly ok: false; readonly failure: Failure } {
    return this.#client.failed({ ...notUnderstood(subject), detail: detail.slice(0, 200) });
  }
}

/**
 * Keeps the metadata of others as exact text, since it is sent back with each change, down to the last digit of a
 * number.
 */
function withExactMetadata(file: SiteFile, text: string): SiteFile {
  if (!mayBeInexact(text)) return file;
  const record = parseExactly(text);
  return isJsonObject(record) ? { ...file, metadata: record['metadata'] ?? null } : file;
}

/** Are these surely one version of a record, in other texts? By our mark; without one, by its second and its size. */
function isOneVersion(a: SiteFile, b: SiteFile): boolean {
  if (a.facts.opId !== null || b.facts.opId !== null) return a.facts.opId === b.facts.opId;
  const second = a.updatedAt?.slice(0, SECONDS);
  return second !== undefined && second === b.updatedAt?.slice(0, SECONDS) && a.size === b.size;
}

/** Characters of an ISO time down to the second. */
const SECONDS = 19;

function notGoneYet(words: string): Failure {
  const failure: Failure = {
    code: 'unknown-outcome',
    message: 'The service accepted the delete of the file record, but still has it.',
    hint: 'It is looked at again, and deleted once more if it is still there.',
    retry: 'later',
  };
  return saying(failure, words);
}

/** An error with a status of success: only later it shows whether it was done. */
function toldError(name: string, words: string): Failure {
  const unknown = unknownOutcome(`“${name}”`, 'it answered with an error');
  return { ...saying(unknown, words), late: true };
}

function notFoundAndThere(): Failure {
  return {
    code: 'refused',
    message:
      'Asked to delete the file record, the service says that it does not have it, and shows it all the same.',
    hint: 'This account may have no right to delete it: if this stays, ask whoever manages the service.',
    retry: 'later',
  };
}
