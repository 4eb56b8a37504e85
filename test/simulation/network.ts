import { failureOfAnswer, type Purpose } from '../../main/adapters/rest/dialect.ts';
import {
  DownloadBroken,
  type CallOptions,
  type DownloadOptions,
  type ReadOptions,
  type TransferOptions,
  type Download,
  type FetchedPage,
  type FileFields,
  type Page,
  type SiteDataService,
  type UploadBody,
  type WriteReply,
} from '../../main/sync/ports/service.ts';
import { fail, ok, type Result } from '../../shared/failure.ts';
import type { FileId, SiteId } from '../../shared/model/ids.ts';
import type { Site } from '../../shared/model/site.ts';
import type { SiteFile } from '../../shared/model/site-file.ts';
import { fetched, type MemoryClient } from '../support/memory/service/client.ts';
import { broken, lost, offline } from '../support/memory/service/failures.ts';
import type { MemoryService } from '../support/memory/service/service.ts';
import type { Climate } from './climate.ts';
import type { Process } from './process.ts';
import type { Random } from './random.ts';
import type { Refusing } from './refusing.ts';
import type { Scheduler } from './scheduler.ts';

/** Whether anything goes wrong now; calm when the edits are over. */
export interface Weather {
  calm: boolean;
}

/** A version of a record that whoever replaced or deleted it had not seen. */
export type Race = (content: Uint8Array, became: 'overwritten' | 'deleted', id: FileId) => void;

export interface NetworkSetup {
  readonly name: string;
  readonly client: MemoryClient;
  readonly service: MemoryService;
  readonly process: Process;
  readonly scheduler: Scheduler;
  readonly climate: Climate;
  readonly weather: Weather;
  readonly random: Random;
  /** Null where the service refuses nothing but by chance. */
  readonly refusing: Refusing | null;
  /** Somebody wrote these bytes between our look and our write. */
  readonly onRace: Race;
  /**
   * The service carried out an update; true where its reply is lost. `isOwn`: all that the record holds is this laptop's,
   * or was there when it looked.
   */
  readonly onUpdate: (id: FileId, isOwn: boolean) => boolean;
}

/**
 * A laptop's way to the service: requests and replies take their time and so overtake one another, some are lost
 * before and some after the service did its work, and some answers are no answers.
 */
export class SimulatedNetwork implements Omit<
  SiteDataService,
  'downloadModel' | 'querySeries' | 'fetchPhoto'
> {
  readonly baseUrl: string;
  readonly time = null;
  /** Writes and downloads that reached the service. */
  writes = 0;
  downloads = 0;
  /** What each record was when this laptop last read it. */
  readonly #read = new Map<FileId, Uint8Array>();
  readonly #setup: NetworkSetup;

  constructor(setup: NetworkSetup) {
    this.#setup = setup;
    this.baseUrl = setup.client.baseUrl;
  }

  get requests(): number {
    return this.#setup.client.requests;
  }

  verifyToken(options: CallOptions = {}): Promise<Result<void>> {
    return this.#via('verify', 'read', () => this.#setup.client.verifyToken(options));
  }

  sitesPage(offset: number, limit: number, options: CallOptions = {}): Promise<Result<Page<Site>>> {
    return this.#via('sites', 'read', () => this.#setup.client.sitesPage(offset, limit, options));
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
    return this.#via(`list ${offset}`, 'read', async () => {
      this.#spoilListing();
      const page = await this.#setup.client.filesPage(site, offset, limit, options);
      return page.ok ? ok(this.#truncated(page.value, offset)) : page;
    });
  }

  readFile(id: FileId, options: ReadOptions = {}): Promise<Result<SiteFile>> {
    return this.#via(`read ${short(id)}`, 'read', () => {
      const file = this.#setup.service.file(id);
      if (file !== null) this.#read.set(id, file.content);
      return this.#setup.client.readFile(id, options);
    });
  }

  createFile(
    fields: FileFields,
    body: UploadBody,
    options: TransferOptions = {},
  ): Promise<Result<WriteReply>> {
    this.writes += 1;
    return this.#via(`create ${fields.name}`, 'create', () =>
      this.#setup.client.createFile(fields, body, options),
    );
  }

  updateFile(
    id: FileId,
    fields: FileFields,
    body: UploadBody | null,
    options: TransferOptions = {},
  ): Promise<Result<WriteReply>> {
    this.writes += 1;
    const work = async (): Promise<Result<WriteReply>> => {
      if (body !== null) this.#raced(id, 'overwritten');
      const isOwn = body !== null || this.#setup.service.file(id)?.content === this.#read.get(id);
      const reply = await this.#setup.client.updateFile(id, fields, body, options);
      const isLost = reply.ok && this.#setup.onUpdate(id, isOwn);
      return isLost ? fail(lost({ subject: fields.name, kind: 'update' })) : reply;
    };
    return this.#via(`update ${short(id)}`, 'update', work, body === null);
  }

  deleteFile(id: FileId, options: CallOptions = {}): Promise<Result<void>> {
    this.writes += 1;
    return this.#via(`delete ${short(id)}`, 'delete', () => {
      this.#raced(id, 'deleted');
      return this.#setup.client.deleteFile(id, options);
    });
  }

  downloadFile(
    id: FileId,
    resume: Parameters<SiteDataService['downloadFile']>[1],
    options: DownloadOptions = {},
  ): Promise<Result<Download>> {
    this.downloads += 1;
    return this.#via(`download ${short(id)}`, 'read', async () => {
      const answer = await this.#setup.client.downloadFile(id, resume, options);
      return answer.ok ? ok({ ...answer.value, stream: this.#carried(answer.value.stream) }) : answer;
    });
  }

  close(): void {
    // Each life of a laptop has a network of its own; nothing is kept open.
  }

  /**
   * The contract has no condition on a write: what others write between our look and our write is overwritten. No
   * client can help that; one of ours that wrote it can see it afterwards.
   */
  #raced(id: FileId, became: Parameters<Race>[1]): void {
    const now = this.#setup.service.file(id)?.content;
    if (now !== undefined && now !== this.#read.get(id)) this.#setup.onRace(now, became, id);
  }

  /** What the record held when this laptop last looked. */
  lastRead(id: FileId): Uint8Array | null {
    return this.#read.get(id) ?? null;
  }

  async #via<T>(
    call: string,
    kind: Purpose['kind'],
    work: () => Promise<Result<T>>,
    withoutBytes = false,
  ): Promise<Result<T>> {
    const { process, scheduler, name, random, climate, weather, refusing } = this.#setup;
    const purpose: Purpose = { subject: call, kind, withoutBytes };
    const happens = (probability: number): boolean => !weather.calm && random.chance(probability);
    const { network } = climate;
    await process.wait(1 + random.below(40) + (happens(network.slow) ? random.below(30_000) : 0));
    if (happens(network.refuse)) return this.#told(call, 'refused', fail(offline()));
    if (happens(network.loseBefore)) return this.#told(call, 'lost before', fail(lost(purpose)));
    if (happens(network.status)) return this.#told(call, 'status', fail(this.#status(purpose)));
    const refused = weather.calm ? null : (refusing?.answer(purpose, scheduler.now) ?? null);
    if (refused !== null) return this.#told(call, `refused, ${refused.detail}`, fail(refused));
    scheduler.trace(`${name} ${call}`);
    const result = await work();
    await process.wait(1 + random.below(40) + (happens(network.slow) ? random.below(30_000) : 0));
    if (happens(network.loseAfter)) return this.#told(call, 'lost after', fail(lost(purpose)));
    if (happens(network.html)) return this.#told(call, 'html', fail(htmlInstead(purpose)));
    return result;
  }

  #told<T>(call: string, what: string, result: Result<T>): Result<T> {
    this.#setup.scheduler.trace(`${this.#setup.name} ${call}: ${what}`);
    return result;
  }

  #status(purpose: Purpose): ReturnType<typeof failureOfAnswer> {
    const { random, scheduler } = this.#setup;
    const status = random.pick([500, 502, 503, 429, 401, 403]);
    const retryAfter = status === 503 || status === 429 ? String(1 + random.below(60)) : null;
    return failureOfAnswer({ status, text: '', json: undefined, retryAfter }, purpose, scheduler.now);
  }

  #spoilListing(): void {
    const { random, climate, weather, service } = this.#setup;
    const happens = (probability: number): boolean => !weather.calm && random.chance(probability);
    const { listing } = climate;
    if (happens(listing.skipRow)) service.faults.skipRow += 1;
    if (happens(listing.duplicateRow)) service.faults.duplicateRow += 1;
    if (happens(listing.freeze)) service.freezeListings();
    else if (random.chance(0.3)) service.thawListings();
    service.faults.emptyListing = happens(listing.empty);
  }

  /** A page that says that it was the last one, and a count that bears it out. */
  #truncated(page: Page<SiteFile>, offset: number): Page<SiteFile> {
    const { random, climate, weather } = this.#setup;
    if (weather.calm || page.items.length === 0 || !random.chance(climate.listing.truncate)) return page;
    const items = page.items.slice(0, random.below(page.items.length));
    return { items, odd: [], count: offset + items.length, next: null };
  }

  async *#carried(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { process, random, climate, weather } = this.#setup;
    for await (const chunk of stream) {
      await process.wait(1 + random.below(100));
      if (!weather.calm && random.chance(climate.network.breakDownload)) {
        yield chunk.subarray(0, random.below(chunk.length));
        throw new DownloadBroken(broken());
      }
      yield chunk;
    }
  }
}

function htmlInstead(purpose: Purpose): ReturnType<typeof broken> {
  if (purpose.kind !== 'read') return lost(purpose);
  return {
    code: 'not-understood',
    message: 'A web page came.',
    hint: 'It is tried again.',
    retry: 'later',
  };
}

const short = (id: FileId): string => id.slice(-6);
